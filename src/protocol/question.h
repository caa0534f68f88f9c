// The question that a guided step asks before it shows: which cells, and how they are guessed. study/ask.h reads the truth from a trace.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/table.h"
#include "protocol/cell_name.h"

namespace gf {

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
  bool whole = false;    // it is a count: the slider stands at whole numbers
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

}  // namespace gf
