#include "ui/views/view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kMostColumnsWithDigits = 24, kMostRowsWithDigits = 64;

View view_for(View wanted, const TraceNode& node) {
  if (wanted == View::ranking && node.value->cols() > 1) return view_for(View::matrix, node);
  const bool digits = node.value->cols() <= kMostColumnsWithDigits && node.value->rows() <= kMostRowsWithDigits;
  if (wanted == View::plane && node.value->cols() < 2) wanted = View::matrix;
  const bool cells = wanted == View::matrix || wanted == View::tokens || wanted == View::attention;
  return cells && !digits ? View::heatmap : wanted;
}

}  // namespace

std::vector<PanelView> panels_of(const Trace& trace) {
  std::vector<PanelView> panels;
  for (std::size_t i = 0; i < trace.panels.size(); ++i) {
    PanelView panel;
    panel.index = static_cast<int>(i);
    for (const std::string& name : trace.panels[i].nodes) {
      const int node = trace.find(name);
      if (node >= 0 && trace.nodes[static_cast<std::size_t>(node)].value && trace.nodes[static_cast<std::size_t>(node)].value->size() > 0)
        panel.nodes.push_back(node);
    }
    if (panel.nodes.empty() || panel.nodes.size() != trace.panels[i].nodes.size()) continue;
    panel.view = view_for(trace.panels[i].view, trace.nodes[static_cast<std::size_t>(panel.nodes.front())]);
    panels.push_back(std::move(panel));
  }
  return panels;
}

const TraceNode& node_at(const Frame& frame, int node) { return frame.trace->nodes[static_cast<std::size_t>(node)]; }

Index shown_outer(const Frame& frame, const TraceNode& node) {
  const auto found = frame.state.outer.find(node.name);
  const Index wanted = found == frame.state.outer.end() ? 0 : found->second;
  return std::clamp<Index>(wanted, 0, node.value->shape().matrices() - 1);
}

ImVec2 measure_view(const Frame& frame, const PanelView& panel) {
  switch (panel.view) {
    case View::heatmap:
      return measure_heatmap(frame, panel);
    case View::softmax_rows:
      return measure_softmax_rows(frame, panel);
    case View::arcs:
      return measure_arcs(frame, panel);
    case View::curve:
      return measure_curve(frame, panel);
    case View::heads:
      return measure_heads(frame, panel);
    case View::graph:
      return measure_graph(frame, panel);
    case View::plane:
      return measure_plane(frame, panel);
    case View::pieces:
      return measure_pieces(frame, panel);
    case View::links:
      return measure_links(frame, panel);
    case View::ranking:
      return measure_ranking(frame, panel);
    case View::likeliest:
      return measure_likeliest(frame, panel);
    default:
      return measure_matrix(frame, panel);
  }
}

void draw_view(Frame& frame, const PanelView& panel, const Box& area) {
  switch (panel.view) {
    case View::heatmap:
      return draw_heatmap(frame, panel, area);
    case View::softmax_rows:
      return draw_softmax_rows(frame, panel, area);
    case View::arcs:
      return draw_arcs(frame, panel, area);
    case View::curve:
      return draw_curve(frame, panel, area);
    case View::heads:
      return draw_heads(frame, panel, area);
    case View::graph:
      return draw_graph(frame, panel, area);
    case View::plane:
      return draw_plane(frame, panel, area);
    case View::pieces:
      return draw_pieces(frame, panel, area);
    case View::links:
      return draw_links(frame, panel, area);
    case View::ranking:
      return draw_ranking(frame, panel, area);
    case View::likeliest:
      return draw_likeliest(frame, panel, area);
    default:
      return draw_matrix(frame, panel, area);
  }
}

bool pointer_here() {
  return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && visible_box().contains(ImGui::GetIO().MousePos);
}

float label_width(const Type& type, const Axis& axis, Index count, float most) {
  float width = measure(type, std::to_string(std::max<Index>(count - 1, 0))).x;
  if (count > kMostRowsWithDigits && !axis.labels.empty()) return most;
  for (const std::string& label : axis.labels) width = std::max(width, measure(type, label).x);
  return std::min(std::ceil(width), most);
}

std::string sum_text(float sum) {
  if (!std::isfinite(sum)) return cell_text(sum, {4, 7});
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4f", static_cast<double>(sum));
  return buffer.data();
}

ImU32 sum_ink(const Frame& frame, float sum) { return std::fabs(sum - 1) <= 5e-5f ? frame.theme.color.muted : frame.theme.color.warn; }

}  // namespace gf::ui
