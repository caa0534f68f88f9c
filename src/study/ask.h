// Reads the answer to the question of a guided step from the trace, and veils the cells that tell the answer. A question needs no
// computation. Steps must ask (Step::ask) unless a function says otherwise.
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

/// Returns the trace with these cells veiled. The ranges and marks of their nodes, and the explanations of all cells, leave the veiled
/// numbers out. The trace must have all cells.
Trace with_veiled_cells(const Trace& trace, const std::vector<Selection>& cells);
/// Returns all cells of a node; none if the trace lacks the node.
std::vector<Selection> cells_of(const Trace& trace, const std::string& node);

/// Returns the indices of the nodes that are computed from `nodes`. Leaves out the nodes `shows`, and nodes that are computed from `nodes`
/// only through `shows`.
/// Example: in softmax, {"scaled"} with `shows` "sum" gives the indices of "exponentials" and "probabilities".
std::set<int> downstream_of(const Trace& trace, const std::vector<std::string>& nodes, NameList shows = {});

/// Returns the node that a step asks about.
std::string asked_node(const Step& step);
/// Returns the node and the cell that a step asks about. If the trace lacks a label of the cell, as after an edit, the cell has negative
/// numbers, and no node has that cell.
Selection asked_cell(const Step& step, const Trace& trace);

/// Returns the cells to choose from for WhereIsMost, and the cells of the row for WhichShares. Empty for other questions, and if the trace
/// lacks the asked cell.
std::vector<Cell> asked_places(const Step& step, const Trace& trace);

/// Returns the right answer as a guess; none if the trace lacks the asked cell.
/// Example: for WhereIsMost in the row (0.2, 0.7, 0.1), it is Choice{1}.
std::optional<Guess> truth_of(const Step& step, const Trace& trace);

/// Returns the cell of the right answer for WhereIsMost, and the asked cell for other questions.
Selection cell_of_truth(const Step& step, const Trace& trace);

/// Whether a guess is the right answer. If several places have the largest value, each of them is right. A number must be exact.
bool is_right(const Step& step, const Trace& trace, const Guess& guess);

/// Returns the guess that these numbers mean at the step's question; NoGuess for no numbers. Throws InputError if a number is out of range
/// or not finite, if there are too few or too many numbers, or if the sum of shares is not 1. Example: {1} is Choice{1} if the step asks
/// for a choice, and Number{1} if it asks for a number.
Guess guess_for(const Step& step, const GuessNumbers& numbers);

/// Returns the trace without notes, and with these cells veiled: the asked cell, or its row or column if the question or shares with the
/// sum 1 need that; all nodes that are computed from the asked node, except for `Ask::shows`; and the nodes `Ask::also`.
Trace with_veil(const Trace& trace, const Step& step);

}  // namespace gf
