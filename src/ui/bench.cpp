// The bench: panels in the order in which data flows, in rows that wrap, under the headings of their sections.
#include <algorithm>
#include <cmath>

#include "ui/panel.h"
#include "ui/screen.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

struct Placed {
  const PanelView* panel;
  Box box;             // relative to the bench
  bool fed_by_left;    // it is computed from its left neighbour
};

struct Heading {
  std::string text;
  float y;
};

struct Flow {
  std::vector<Placed> panels;
  std::vector<Heading> headings;
  float height = 0;
};

constexpr float kBetween = 26, kUnder = 22, kHeading = 34;

bool feeds(const Frame& frame, const PanelView& from, const PanelView& to) {
  if (from.nodes.back() == to.nodes.back()) return false;  // two views of one node
  return std::any_of(to.nodes.begin(), to.nodes.end(), [&](int node) {
    const std::vector<int>& inputs = node_at(frame, node).inputs;
    return std::any_of(from.nodes.begin(), from.nodes.end(), [&](int source) { return std::find(inputs.begin(), inputs.end(), source) != inputs.end(); });
  });
}

const std::string& section_of(const Frame& frame, const PanelView& panel) { return frame.trace->panels[static_cast<std::size_t>(panel.index)].section; }

/// Whether a panel is an input whose product comes next, such as weights and what they make: they stand in one row.
bool makes_next(const Frame& frame, const PanelView& panel, const PanelView& next) {
  return is_editable(frame, node_at(frame, panel.nodes.back())) && section_of(frame, panel) == section_of(frame, next) && feeds(frame, panel, next);
}

Flow lay_out(const Frame& frame, std::vector<PanelView>& panels, float width) {
  const float u = frame.theme.unit;
  std::vector<ImVec2> sizes;
  for (PanelView& panel : panels) {
    panel.room = content_room(frame.theme, width);
    sizes.push_back(measure_panel(frame, panel));
  }
  Flow flow;
  float x = 0, y = 0, row_h = 0;
  std::string section;
  const auto wrap = [&] {
    if (row_h > 0) y += row_h + kUnder * u;
    x = 0, row_h = 0;
  };
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const PanelView& panel = panels[i];
    const std::string& own = section_of(frame, panel);
    if (own != section) {
      wrap();
      if (!own.empty()) flow.headings.push_back({text_or(frame, lesson_key(frame, "sections." + own), own), y + (section.empty() ? 0 : 10 * u)});
      if (!own.empty()) y += (kHeading + (section.empty() ? 0.0F : 10.0F)) * u;
      section = own;
    }
    const ImVec2 size = sizes[i];
    const bool pair = i + 1 < panels.size() && makes_next(frame, panel, panels[i + 1]);
    const float together = size.x + (pair ? kBetween * u + sizes[i + 1].x : 0);
    if (x > 0 && x + (together <= width ? together : size.x) > width) wrap();
    const bool joined = x > 0 && feeds(frame, *flow.panels.back().panel, panel);
    flow.panels.push_back({&panel, {{x, y}, {x + size.x, y + size.y}}, joined});
    x += size.x + kBetween * u, row_h = std::max(row_h, size.y);
  }
  flow.height = y + row_h;
  return flow;
}

void draw_heading(const Theme& theme, const Heading& heading, ImVec2 origin, float width) {
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at(origin.x, origin.y + heading.y + 4 * u);
  const float room = std::max(width - 20 * u, 10 * u);
  put_elided(list, theme.heading, at, theme.color.muted, heading.text, room);
  const float end = at.x + std::min(measure(theme.heading, heading.text).x, room) + 14 * u, y = std::round(at.y + theme.heading.size / 2) + 0.5F;
  if (end < origin.x + width) list->AddLine(ImVec2(end, y), ImVec2(origin.x + width, y), theme.color.rule, u);
}

void draw_flow_arrow(const Theme& theme, const Box& box) {
  const float u = theme.unit, y = box.min.y + 24 * u, to = box.min.x - 6 * u, from = box.min.x - (kBetween - 6) * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(ImVec2(from, y), ImVec2(to, y), theme.color.faint, 1.25F * u);
  list->AddLine(ImVec2(to - 4 * u, y - 4 * u), ImVec2(to, y), theme.color.faint, 1.25F * u);
  list->AddLine(ImVec2(to - 4 * u, y + 4 * u), ImVec2(to, y), theme.color.faint, 1.25F * u);
}

Box moved(const Box& box, ImVec2 by) { return {{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}}; }

/// The panel that shows a node best: as digits or picture rather than as arcs or bars.
const Placed* panel_showing(const Frame& frame, const Flow& flow, const std::string& name) {
  const Placed* second = nullptr;
  for (const Placed& placed : flow.panels) {
    for (const int node : placed.panel->nodes) {
      if (node_at(frame, node).name != name) continue;
      if (placed.panel->view != View::arcs && placed.panel->view != View::softmax_rows && placed.panel->view != View::curve) return &placed;
      if (second == nullptr) second = &placed;
    }
  }
  return second;
}

/// Scrolls the bench so that the panel of the node to reveal is there; its cell follows once it was drawn.
void reveal_panel(Frame& frame, const Flow& flow, ImVec2 origin, const Box& seen) {
  if (frame.state.reveal.empty()) return;
  const Placed* placed = panel_showing(frame, flow, frame.state.reveal);
  if (placed == nullptr) {
    frame.state.reveal.clear();
    return;
  }
  const Box box = moved(placed->box, origin);
  const float margin = 12 * frame.theme.unit, room = seen.height() - 2 * margin;
  if (frame.state.reveal_box) return;
  float by = 0;
  if (box.height() <= room) {
    if (box.min.y < seen.min.y + margin) by = box.min.y - seen.min.y - margin;
    if (box.max.y > seen.max.y - margin) by = box.max.y - seen.max.y + margin;
  } else if (box.min.y > seen.max.y - room / 2 || box.max.y < seen.min.y + room / 2) {
    by = box.min.y - seen.min.y - margin;
  }
  if (std::fabs(by) >= 1) ImGui::SetScrollY(ImGui::GetScrollY() + by), frame.output.animating = true;
}

void reveal_cell(Frame& frame, const Box& seen) {
  if (frame.state.reveal.empty()) return;
  if (frame.state.reveal_box) {
    const ImVec4 box = *frame.state.reveal_box;
    const float margin = 28 * frame.theme.unit;
    float by = 0;
    if (box.y < seen.min.y + margin) by = box.y - seen.min.y - margin;
    if (box.w > seen.max.y - margin) by = box.w - seen.max.y + margin;
    if (std::fabs(by) >= 1) ImGui::SetScrollY(ImGui::GetScrollY() + by), frame.output.animating = true;
    frame.state.reveal.clear();
  } else if (!frame.output.animating) {
    frame.state.reveal.clear();
  }
}

}  // namespace

void draw_bench(Frame& frame) {
  const Theme& theme = frame.theme;
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  if (frame.trace == nullptr) {
    paragraph(theme.body, theme.color.muted, ui_text(frame, frame.snapshot.computing ? "computing" : "nothing_yet"));
    return;
  }
  std::vector<PanelView> panels = panels_of(*frame.trace);
  const Flow flow = lay_out(frame, panels, width);
  const Box seen = visible_box();
  frame.state.reveal_box.reset();
  for (const Heading& heading : flow.headings) draw_heading(theme, heading, origin, width);
  for (const Placed& placed : flow.panels) {
    const Box box = moved(placed.box, origin);
    if (box.max.y < seen.min.y || box.min.y > seen.max.y) continue;
    if (placed.fed_by_left) draw_flow_arrow(theme, box);
    draw_panel(frame, *placed.panel, box);
  }
  reveal_panel(frame, flow, origin, seen);
  reveal_cell(frame, seen);
  ImGui::SetCursorScreenPos(origin);
  ImGui::Dummy(ImVec2(width, flow.height));
}

}  // namespace gf::ui
