// The ways of drawing a node.
#pragma once

#include <string_view>

#include "core/enum_names.h"

namespace gf {

/// How a node is drawn in a panel. ui/views has one file for each view.
/// `heads` shows all matrices of a stack side by side.
/// `links` leads from the label of each row to the label of the column with the row's largest value ("sous" to "under").
/// `ranking` draws one column as bars in the order of its rows, or one row in the order of its columns.
/// `plane` draws the rows as points; the first two columns are the coordinates (Panel::roles).
/// `pieces` draws one row as tokens of a text. The labels of the columns are the tokens, and equal values have equal colours.
/// `likeliest` lists the ten largest cells of each row (six if there is little room), the largest first, with the labels of their columns.
/// Use it for rows that are too long to read.
/// `histogram` counts the cells by their values; the values of a second node are drawn as levels.
/// `shortlist` lists the first rows of long columns, one column for each node (Panel::roles).
/// `tree` draws each row as a branch. The three columns are the row that the branch grows from, the number of branches before the branch,
/// and how often the branch was drawn.
/// `treemap` draws a column of numbers as areas. If there are two nodes, the first is one number, drawn as an area at the same scale.
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
static_assert(std::size(kViewNames) == static_cast<std::size_t>(View::treemap) + 1);

/// Returns the name of a view in documents. Example: name_of(View::heatmap) is "heatmap".
inline std::string_view name_of(View view) { return name_in(kViewNames, view); }

}  // namespace gf
