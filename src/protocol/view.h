// The ways of drawing a node.
#pragma once

#include <optional>
#include <string_view>

#include "core/enum_names.h"

namespace gf {

/// How a node is drawn in a panel.
/// `heads` shows all matrices of a stack side by side.
/// `links` leads from each row's label to the column's label where its value is largest ("sous" to "under"); `ranking` is one column as
/// bars in the order of its rows, or one row in the order of its columns; `plane` draws the rows as points of their first two columns
/// (Panel::roles); `pieces` is one row as pieces of a text: the columns' labels are the pieces, equal values have equal colours;
/// `likeliest` is the ten largest cells of each row, the largest first, with the labels of their columns: of a row too long to be read;
/// `histogram` counts how many cells lie where, with the values that a second node has as levels;
/// `shortlist` is the first rows of long columns, one for each node (Panel::roles); `tree` is branches: each row of three columns is one,
/// with the row that it grows from, how many lie before it, and how often it was taken.
enum class View {
  tokens,
  matrix,
  heatmap,
  softmax_rows,
  attention,
  arcs,
  curve,
  heads,
  links,
  ranking,
  plane,
  pieces,
  likeliest,
  histogram,
  shortlist,
  tree,
  treemap
};

inline constexpr std::string_view kViewNames[] = {"tokens",    "matrix",    "heatmap",   "softmax_rows", "attention", "arcs",
                                                  "curve",     "heads",     "links",     "ranking",      "plane",     "pieces",
                                                  "likeliest", "histogram", "shortlist", "tree",         "treemap"};

/// Its name in documents, and in `ui.views.<name>` of the texts. Example: name_of(View::heatmap) is "heatmap".
inline std::string_view name_of(View view) { return name_in(kViewNames, view); }

}  // namespace gf
