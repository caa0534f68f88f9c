// The question that a guided step asks before it shows: which cells, and how they are guessed. Nothing is computed for it: the truth is
// read from the trace of the step, and the cells in question are veiled until a guess is made.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/table.h"
#include "protocol/answers.h"
#include "protocol/cell_name.h"
#include "protocol/document.h"

namespace gf {

struct Trace;
struct Step;

/// A cell of a node, in a table.
struct At {
  Name node;
  CellName cell;
};

/// Asks for the place of the largest value in the row of the cell, chosen among the labels of its columns.
struct WhereIsMost {
  bool down = false;             // in the column of the cell, among the labels of its rows
  bool least = false;            // the smallest value
  Few<PlaceName, 7> among = {};  // these places; empty: all of them
};

/// Which of some answers is so of the cell's value? `bounds` part the values: below the first one the first answer is so, and so on. The
/// words of an answer are `lessons.<lesson>.choices.<step>.<answer>` of the texts, or `ui.ask.choices.<answer>`.
/// Example: {{"shrinks", "grows"}, {1}} asks whether a factor is less than 1.
struct WhichIsSo {
  Few<Name, 4> answers;
  Few<float, 3> bounds;
  std::optional<At> minus = {};  // of the difference to this cell, which is not veiled
};

/// Asks for the value of the cell. With a range it can also be given with a slider.
struct HowMuch {
  double least = 0, most = 0;
  bool percent = false;  // it is a share, told in hundredths
};

/// Asks for the shares of the row, which add up to 1. They are drawn as bars.
struct WhichShares {};

/// Asks for the place of the cell's row in the plane. Its first two numbers are the place.
struct WhereInPlane {
  Name beside = {};  // a node whose rows are shown as places that are known
  double reach = 0;  // the plane goes at least so far in every direction
};

/// Example: {WhereIsMost{}, "weights", Cell{0, 0, 0}} asks where the first row of the weights is largest.
struct Ask {
  std::variant<WhereIsMost, WhichIsSo, HowMuch, WhichShares, WhereInPlane> how;
  Name node = {};                     // empty: the focus of the step
  std::optional<CellName> cell = {};  // none: the cell of the step
  NameList also = {};                 // nodes that would tell as well, and are not computed from the cell: veiled as a whole
  bool stack = false;                 // the same row of the other matrices of the node would tell as well: veiled, too
  NameList shows = {};                // nodes that are computed from the cell and stay visible, with what is computed from them alone
};

/// "where_is_most", "which_is_so", "how_much", "which_shares" or "where_in_plane".
std::string_view name_of_question(const Ask& ask);

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
