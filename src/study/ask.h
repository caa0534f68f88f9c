// Reads the answer to the question of a guided step from its trace, and veils the cells that would tell it. Nothing is computed for a
// question.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/table.h"
#include "protocol/answers.h"
#include "protocol/document.h"

namespace gf {

struct Trace;
struct Step;

/// The trace with these cells veiled, and with them what explains them in numbers, what is printed of them, and the ranges of their nodes.
Trace with_veiled_cells(const Trace& trace, const std::vector<Selection>& cells);
/// All cells of a node; none where the trace has it not.
std::vector<Selection> cells_of(const Trace& trace, const std::string& node);

/// The nodes, by their places, that are computed from some of these, but for `shows` and what is computed from those alone.
/// Example: of softmax's {"scaled"} with shows "sum" they are the places of "exponentials" and "probabilities".
std::set<int> downstream_of(const Trace& trace, const std::vector<std::string>& nodes, NameList shows = {});

/// The node that a step asks about. The step must ask.
std::string asked_node(const Step& step);
/// Returns the node and the cell that a step asks about. If the trace lacks a label of the cell, as after an edit, no node has that cell.
Selection asked_cell(const Step& step, const Trace& trace);

/// The places of a row that a choice or shares are about; empty where the trace has none, and for other questions.
std::vector<Cell> asked_places(const Step& step, const Trace& trace);

/// The truth as a guess would say it; nothing where the trace has not what is asked about.
/// Example: of WhereIsMost in (0.2, 0.7, 0.1) it is Choice{1}.
std::optional<Guess> truth_of(const Step& step, const Trace& trace);

/// The cell that the answer is: of WhereIsMost the place of the largest value, otherwise the cell that was asked about.
Selection cell_of_truth(const Step& step, const Trace& trace);

/// Whether a choice is right: where several places are largest, each of them is.
bool is_right(const Step& step, const Trace& trace, const Guess& guess);

/// Returns the guess that these numbers are for the step's question. Throws InputError if a number is not finite, if there are too few or
/// too many, or if shares do not add up to 1. Example: {1} is Choice{1} if the step asks for a choice, and Number{1} if it asks for a
/// number.
Guess guess_for(const Step& step, const GuessNumbers& numbers);

/// The trace with what the step asks about veiled, and without notes: the cell that is asked about (its row, where the row is asked about
/// or its shares add up to 1), all nodes that are computed from it but for `Ask::shows`, and `Ask::also`.
Trace with_veil(const Trace& trace, const Step& step);

}  // namespace gf
