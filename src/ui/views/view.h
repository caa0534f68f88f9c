// The ways of drawing one or several nodes as a panel.
#pragma once

#include <string>
#include <vector>

#include "ui/cells/grid.h"
#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// A panel with its nodes looked up.
struct PanelView {
  int index = 0;             // in the trace
  View view = View::matrix;  // as drawn: a matrix that is too large for digits is a heat map
  std::vector<int> nodes;    // in the trace
  float room = 0;            // the width that its content may take at most: measuring and drawing go by it
  ImVec2 fill = {};          // the size that a view which is elastic draws its content in; none: the size that it measures
};

/// The panels whose nodes are all there, with the view that is right for their size.
std::vector<PanelView> panels_of(const Trace& trace);

/// The matrix of a stack that the panel shows.
Index shown_outer(const Frame& frame, const TraceNode& node);

/// Whether the pointer is on the current window, with nothing above it.
bool pointer_here();
/// How large the content of a panel may be drawn: what its view says, or else the size that it measures, enlarged as a whole.
Elastic elastic_of(const Frame& frame, const PanelView& panel);
/// So many rows can be labelled, or printed, one by one.
inline constexpr Index kMostRowsWithDigits = 64;
/// The widest label of an axis, at most `most`; long axes are not measured label by label.
float label_width(const Type& type, const Axis& axis, Index count, float most);
/// The widest label of an axis, whatever its length: words are drawn whole.
float widest_label(const Type& type, const Axis& axis);
/// The sum of a softmax row (or column), with what it should be in mind: the ink warns where it is not 1.
std::string sum_text(float sum);
ImU32 sum_ink(const Frame& frame, float sum);

}  // namespace gf::ui
