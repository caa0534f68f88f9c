// One row for each way of drawing a panel. All that the screen knows of a view stands in its row: no other file lists views.
#pragma once

#include "ui/views/view.h"

namespace gf::ui {

/// Whether a view draws cells that can be pressed and typed into.
enum class Cells {
  none,
  first_node,  // of the first node of a panel, in a picture of several
  every_node,  // of every node of a panel, in a picture of several
  grid,        // of the only node of a panel, as a grid and nothing else: the film leaves the cells that it has not come to blank
};

/// Adding a view: a value of `View`, a file with its row, the row declared below and listed in view_table.cpp.
struct ViewRow {
  View view;
  /// The size of the content of a panel.
  ImVec2 (*measure)(const Frame& frame, const PanelView& panel);
  /// Draws it into `area`, which is at least as wide as was measured.
  void (*draw)(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area);
  /// The sizes between which it fills any (PanelView::fill). Null: it has the size that it measures, and is enlarged with its letters.
  Elastic (*elastic)(const Frame& frame, const PanelView& panel) = nullptr;

  /// Whether it can show a node; where it can't, the node is shown as `otherwise`. Null: any node.
  bool (*can_show)(const TraceNode& node) = nullptr;
  View otherwise = View::matrix;
  /// The node that a panel is about: it is named above it. Null: the last one is the result.
  int (*subject)(const Frame& frame, const PanelView& panel) = nullptr;
  /// How many matrices of a stack it shows at a time. Null: one.
  Index (*at_once)(const Shape& shape) = nullptr;
  /// How far it is from the digits of a node: 0 shows them, a higher rank is a worse place to look for them.
  int rank = 0;
  /// Whether it is one of several ways to look at a node, which share a card; else it has a card of its own.
  bool one_of_several = true;
  /// Which cells it draws. It draws veiled cells with the means of ui/cells/asked.h, or leaves them out.
  Cells cells = Cells::none;
};

extern const ViewRow kTokensView, kMatrixView, kAttentionView;
extern const ViewRow kHeatmapView, kSoftmaxRowsView, kArcsView, kCurveView, kHeadsView, kLinksView, kRankingView, kPlaneView, kPiecesView,
    kLikeliestView, kHistogramView, kShortlistView, kTreeView, kTreemapView;

const ViewRow& row_of(View view);

}  // namespace gf::ui
