// Has a row for each way of drawing a panel. All that the screen knows about a view stands in its row; no other file lists views.
#pragma once

#include <imgui.h>

#include "core/tensor.h"
#include "protocol/view.h"
#include "ui/box.h"
#include "ui/elastic.h"
#include "ui/frame.h"
#include "ui/views/view.h"

namespace gf::ui {

/// The cells of a view that can be pressed and typed into.
enum class Cells {
  none,
  first_node,  // the cells of the first node of a panel, in a picture of several nodes
  every_node,  // the cells of every node of a panel, in a picture of several nodes
  grid,        // the cells of the only node of a panel, as a grid: cells that the film has not come to are blank
};

/// A view. To add a view, add a value of `View` and a file with its row; declare the row below, and list it in view_table.cpp.
struct ViewRow {
  View view;
  /// Returns the size of a panel's content.
  ImVec2 (*measure)(const Frame& frame, const PanelView& panel);
  /// Draws a panel into `area`, which is at least as wide as `measure` returned.
  void (*draw)(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area);
  /// Returns the sizes between which the view fills any size (PanelView::fill). Null: the view has the size that `measure` returns, and is
  /// enlarged with its letters.
  Elastic (*elastic)(const Frame& frame, const PanelView& panel) = nullptr;

  /// Whether the view can show a node; otherwise the node has the view `otherwise`. Null: the view can show any node.
  bool (*can_show)(const TraceNode& node) = nullptr;
  View otherwise = View::matrix;
  /// Returns the node that a panel is about, which its title names. Null: the last node of the panel.
  int (*subject)(const Frame& frame, const PanelView& panel) = nullptr;
  /// Returns how many matrices of a stack the view shows at a time. Null: one.
  Index (*at_once)(const Shape& shape) = nullptr;
  /// How far the view is from the digits of a node: a view of rank 0 shows them, and a higher rank is a worse place to look for them.
  int rank = 0;
  /// Whether the view shares a card with the other views of its node; otherwise the view has a card of its own.
  bool one_of_several = true;
  /// The cells that the view draws. A view draws veiled cells with the functions of ui/cells/asked.h, or leaves them out.
  Cells cells = Cells::none;
};

extern const ViewRow kTokensView, kMatrixView, kAttentionView;
extern const ViewRow kHeatmapView, kSoftmaxRowsView, kArcsView, kCurveView, kHeadsView, kLinksView, kRankingView, kPlaneView, kPiecesView,
    kLikeliestView, kHistogramView, kShortlistView, kTreeView, kTreemapView;

/// Returns the row of a view.
const ViewRow& row_of(View view);

}  // namespace gf::ui
