// Returns the panels of a trace with their views, and has what several views need. A view itself is a row of view_table.h.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "core/tensor.h"
#include "protocol/view.h"
#include "ui/cells/grid.h"
#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// A panel with its nodes looked up.
struct PanelView {
  int index = 0;             // of the panel in the trace
  View view = View::matrix;  // the view that is drawn: a matrix that is too large for digits is a heat map
  std::vector<int> nodes;    // the nodes of the panel in the trace
  float room = 0;            // the most width of the content, by which views measure and draw
  ImVec2 fill = {};          // the size in which an elastic view draws its content; 0: the view draws the size that it measures
};

/// Returns the panels whose nodes the trace all has, each with the view that suits the size of its node.
std::vector<PanelView> panels_of(const Trace& trace);

/// Returns the matrix of a stack that the panels of a node show.
Index shown_outer(const Frame& frame, const TraceNode& node);

/// Whether the pointer is on the visible part of the current window, with no other window above.
bool pointer_here();
/// Returns the sizes between which the content of a panel may be drawn. A view that is not elastic is enlarged as a whole.
Elastic elastic_of(const Frame& frame, const PanelView& panel);
/// The most rows that are labelled, or printed, one by one.
inline constexpr Index kMostRowsWithDigits = 64;
/// Returns the width of the widest label of an axis, at most `most`. An axis of more than kMostRowsWithDigits labels has the width `most`.
float label_width(const Type& type, const Axis& axis, Index count, float most);
/// Returns the width of the widest label of an axis, without a limit; 0 if the axis has no labels.
float widest_label(const Type& type, const Axis& axis);
/// Returns the sum of a softmax row or column with four decimals.
std::string sum_text(float sum);
/// Returns the ink of such a sum, which warns if the sum is not 1.
ImU32 sum_ink(const Frame& frame, float sum);

}  // namespace gf::ui
