// The question of a guided step: which cells it asks about, and how the reader guesses. study/ask.h reads the answer from a trace.
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

/// Asks for the column with the largest value in the row of the cell. The choices are the labels of the columns.
struct WhereIsMost {
  bool down = false;             // asks for the row with the largest value in the column of the cell
  bool least = false;            // asks for the smallest value
  Few<PlaceName, 7> among = {};  // the places to choose from; empty: all
};

/// Asks which answer is true of the cell's value. `bounds` separate the answers: the first answer is true below the first bound, the
/// second from the first bound on, and so on. The words of an answer are `lessons.<lesson>.choices.<step>.<answer>` of the texts, or
/// `ui.ask.choices.<answer>`. Example: {{"shrinks", "grows"}, {1}} asks whether a factor is less than 1.
struct WhichIsSo {
  Few<Name, 4> answers;
  Few<float, 3> bounds;
  std::optional<At> minus = {};  // subtracts the value of this cell, which is not veiled, before the comparison
};

/// Asks for the value of the cell. With a range, a slider can give it too.
struct HowMuch {
  double least = 0, most = 0;
  bool percent = false;  // the value is a share, and the reader answers in percent
  bool whole = false;    // the value is a count: the slider stands at whole numbers
};

/// Asks for the shares of the cell's row, whose sum is 1. The reader answers with bars.
struct WhichShares {};

/// Asks where the cell's row is in the plane. The first two numbers of the row are x and y.
struct WhereInPlane {
  Name beside = {};  // a node whose rows are shown as known places
  double reach = 0;  // the plane reaches at least so far in every direction
};

/// Until the reader guesses, the asked cells and all nodes that are computed from the asked node are veiled.
/// Example: {WhereIsMost{}, "weights", Cell{0, 0, 0}} asks where the first row of the weights is largest.
struct Ask {
  std::variant<WhereIsMost, WhichIsSo, HowMuch, WhichShares, WhereInPlane> how;
  Name node = {};                     // empty: the focus of the step
  std::optional<CellName> cell = {};  // none: the cell of the step
  NameList also = {};                 // further nodes to veil as a whole: they tell the answer, and are not computed from the asked node
  bool stack = false;                 // veils the same row of the other matrices of the node, too
  NameList shows = {};                // nodes that stay visible although they are computed from the asked node
};

/// Returns "where_is_most", "which_is_so", "how_much", "which_shares" or "where_in_plane".
std::string_view name_of_question(const Ask& ask);

}  // namespace gf
