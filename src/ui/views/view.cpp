#include "ui/views/view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "core/number_text.h"
#include "protocol/look.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

View view_for(View wanted, const TraceNode& node) {
  const ViewRow& row = row_of(wanted);
  return !row.can_show || row.can_show(node) ? wanted : view_for(row.otherwise, node);
}

}  // namespace

std::vector<PanelView> panels_of(const Trace& trace) {
  std::vector<PanelView> panels;
  for (std::size_t i = 0; i < trace.panels.size(); ++i) {
    PanelView panel;
    panel.index = static_cast<int>(i);
    for (const std::string& name : trace.panels[i].nodes) {
      const int node = trace.find(name);
      if (node >= 0 && trace.node(node).value && trace.node(node).value->size() > 0) panel.nodes.push_back(node);
    }
    if (panel.nodes.empty() || panel.nodes.size() != trace.panels[i].nodes.size()) continue;
    panel.view = view_for(trace.panels[i].view, trace.node(panel.nodes.front()));
    panels.push_back(std::move(panel));
  }
  return panels;
}

Index shown_outer(const Frame& frame, const TraceNode& node) { return shown_matrix(frame.snapshot.document.look, *frame.trace, node); }

Elastic elastic_of(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  if (row.elastic) return row.elastic(frame, panel);
  constexpr float kSmaller = 0.94f, kLarger = 3;
  const ImVec2 size = row.measure(frame, panel);
  return {{size.x * kSmaller, size.y * kSmaller}, size, {size.x * kLarger, size.y * kLarger}, true};
}

bool pointer_here() {
  return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && visible_box().contains(ImGui::GetIO().MousePos);
}

float label_width(const Type& type, const Axis& axis, Index count, float most) {
  float width = measure(type, std::to_string(std::max<Index>(count - 1, 0))).x;
  if (count > kMostRowsWithDigits && !axis.labels.empty()) return most;
  for (const std::string& label : axis.labels) width = std::max(width, measure(type, label).x);
  return std::min(width, most);
}

float widest_label(const Type& type, const Axis& axis) {
  float widest = 0;
  for (const std::string& label : axis.labels) widest = std::max(widest, measure(type, label).x);
  return widest;
}

std::string sum_text(float sum) { return std::isfinite(sum) ? fixed_text(static_cast<double>(sum), 4) : cell_text(sum, {4, 7}); }

ImU32 sum_ink(const Frame& frame, float sum) { return std::fabs(sum - 1) <= 5e-5f ? frame.theme.color.muted : frame.theme.color.warn; }

}  // namespace gf::ui
