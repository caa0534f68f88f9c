// The ways of drawing one or several nodes as a panel of the bench.
#pragma once

#include <string>
#include <vector>

#include "ui/cells/grid.h"
#include "ui/frame.h"

namespace gf::ui {

/// A panel with its nodes looked up.
struct PanelView {
  int index = 0;             // in the trace
  View view = View::matrix;  // as drawn: a matrix that is too large for digits is a heat map
  std::vector<int> nodes;    // in the trace
  float room = 0;            // the width that its content may take at most: measuring and drawing go by it
};

/// The panels whose nodes are all there, with the view that is right for their size.
std::vector<PanelView> panels_of(const Trace& trace);

const TraceNode& node_at(const Frame& frame, int node);
/// The matrix of a stack that the panel shows.
Index shown_outer(const Frame& frame, const TraceNode& node);

/// The size of a panel's content.
ImVec2 measure_view(const Frame& frame, const PanelView& panel);
/// Draws it into `area`, which is at least as wide as was measured.
void draw_view(Frame& frame, const PanelView& panel, const Box& area);

ImVec2 measure_matrix(const Frame& frame, const PanelView& panel);
void draw_matrix(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_heatmap(const Frame& frame, const PanelView& panel);
void draw_heatmap(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_softmax_rows(const Frame& frame, const PanelView& panel);
void draw_softmax_rows(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_arcs(const Frame& frame, const PanelView& panel);
void draw_arcs(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_curve(const Frame& frame, const PanelView& panel);
void draw_curve(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_heads(const Frame& frame, const PanelView& panel);
void draw_heads(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_graph(const Frame& frame, const PanelView& panel);
void draw_graph(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_plane(const Frame& frame, const PanelView& panel);
void draw_plane(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_pieces(const Frame& frame, const PanelView& panel);
void draw_pieces(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_links(const Frame& frame, const PanelView& panel);
void draw_links(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_ranking(const Frame& frame, const PanelView& panel);
void draw_ranking(Frame& frame, const PanelView& panel, const Box& area);
ImVec2 measure_likeliest(const Frame& frame, const PanelView& panel);
void draw_likeliest(Frame& frame, const PanelView& panel, const Box& area);

/// Whether the pointer is on the current window, with nothing above it.
bool pointer_here();
/// The widest label of an axis, at most `most`; long axes are not measured label by label.
float label_width(const Type& type, const Axis& axis, Index count, float most);
/// The sum of a softmax row (or column), with what it should be in mind: the ink warns where it is not 1.
std::string sum_text(float sum);
ImU32 sum_ink(const Frame& frame, float sum);

}  // namespace gf::ui
