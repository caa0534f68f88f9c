#include "ui/panel.h"

#include <algorithm>

#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kPadding = 14, kHeaderBeside = 440;

// The node that the panel is about.
const TraceNode& subject(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  return frame.trace->node(row.subject ? row.subject(frame, panel) : panel.nodes.back());
}

std::string title_of(const Frame& frame, const PanelView& panel) {
  const TraceNode& node = subject(frame, panel);
  std::string title = node_title(frame, node);
  // What stands before a name says which of several passes it belongs to: "corrected", "after", "asked.last".
  for (std::string_view scope = scope_of(node.name); !scope.empty(); scope = scope_of(scope)) {
    scope.remove_suffix(1);  // the dot
    const std::string pass = "ui.panel." + std::string(short_name(scope));
    if (frame.texts.has(pass)) title = frame.texts.format(pass, {{"title", title}});
  }
  const std::string key = "ui.views." + std::string(row_of(panel.view).name);
  return frame.texts.has(key) ? frame.texts.format(key, {{"title", title}}) : title;
}

std::string formula_of(const TraceNode& node) {
  return node.formula.empty() || node.formula == node.name ? node.name : node.name + " = " + node.formula;
}

// How many matrices of a stack are shown at a time.
Index shown_at_once(const Frame& frame, const PanelView& panel) {
  const ViewRow& row = row_of(panel.view);
  return row.at_once ? row.at_once(subject(frame, panel).value->shape()) : 1;
}

// Whether there is something to choose.
bool chooses(const Frame& frame, const PanelView& panel) {
  return row_of(panel.view).in_flow && subject(frame, panel).value->shape().matrices() > shown_at_once(frame, panel);
}

struct Header {
  std::string title, formula, shape;
  float title_h = 0, formula_h = 0, shape_h = 0, stack_h = 0, width = 0;
  float height(float u) const { return title_h + formula_h + shape_h + stack_h + 12 * u; }
};

// `width` is that of the panel's content; long texts wrap to it.
Header lay_out_header(const Frame& frame, const PanelView& panel, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = subject(frame, panel);
  Header h;
  h.title = title_of(frame, panel);
  h.formula = formula_of(node);
  h.shape = shape_text(frame, node);
  h.width = width;
  h.title_h = measure(theme.heading, h.title, width).y + 3 * u;
  h.formula_h = measure(theme.mono_small, h.formula, width).y + 3 * u;
  h.shape_h = measure(theme.tiny, h.shape, width).y + 2 * u;
  if (chooses(frame, panel)) h.stack_h = 30 * u;
  return h;
}

float header_width(const Frame& frame, const PanelView& panel, float content, float available) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = subject(frame, panel);
  const float pencil = is_editable(frame, node) ? 26 * u : 0;
  const float wanted = std::max({measure(theme.heading, title_of(frame, panel)).x + pencil, measure(theme.mono_small, formula_of(node)).x,
                                 measure(theme.tiny, shape_text(frame, node)).x}) +
                       u;
  // Long formulas wrap rather than keep two panels from standing in a row.
  const float most = std::clamp(available / 2 - 2 * kPadding * u, 200 * u, 300 * u);
  return std::min(std::max(content, std::min(wanted, most)), available);
}

void draw_stack_chooser(Frame& frame, const PanelView& panel, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = subject(frame, panel);
  const Index at_once = shown_at_once(frame, panel);
  const Index count = node.value->shape().matrices() / at_once, outer = shown_outer(frame, node) / at_once;
  const auto arrow = [&](const char* id, Icon icon, float x, Index to) {
    ImGui::SetCursorScreenPos(ImVec2(x, at.y));
    const bool possible = to >= 0 && to < count;
    if (ImGui::InvisibleButton(id, ImVec2(24 * u, 24 * u), ImGuiButtonFlags_EnableNav) && possible) {
      for (const int index : panel.nodes) frame.state.lesson.outer[frame.trace->node(index).name] = to * at_once;
    }
    note_item(theme, "stack:" + node.name + (to > outer ? " next" : " previous"));
    const ImU32 ink = possible ? theme.color.ink : theme.color.faint;
    draw_icon(ImGui::GetWindowDrawList(), icon, ImVec2(x + 12 * u, at.y + 12 * u), 11 * u, ink);
  };
  const std::string axis =
      at_once > 1 ? ui_text(frame, "axes.batch.one") : text_or(frame, "ui.axes." + node.outer.name + ".one", node.outer.name);
  const std::string text =
      axis + " " + (at_once > 1 ? std::to_string(outer) : place_label(node.outer, outer)) + " / " + std::to_string(count);
  const float width = measure(theme.small, text).x;
  arrow("previous matrix", Icon::previous, at.x, outer - 1);
  put(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x + 28 * u, at.y + 5 * u), theme.color.ink, text);
  arrow("next matrix", Icon::next, at.x + 32 * u + width, outer + 1);
}

void draw_header(Frame& frame, const PanelView& panel, const Header& h, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const TraceNode& node = subject(frame, panel);
  put(list, theme.heading, at, theme.color.ink, h.title, h.width);
  if (is_editable(frame, node)) draw_icon(list, Icon::pencil, ImVec2(at.x + h.width - 7 * u, at.y + 8 * u), 13 * u, theme.color.faint);
  float y = at.y + h.title_h;
  put(list, theme.mono_small, ImVec2(at.x, y), theme.color.muted, h.formula, h.width);
  y += h.formula_h;
  put(list, theme.tiny, ImVec2(at.x, y), theme.color.muted, h.shape, h.width);
  y += h.shape_h;
  if (h.stack_h > 0) draw_stack_chooser(frame, panel, ImVec2(at.x - 6 * u, y));
}

// Panels that the focused cell is computed from have a quiet frame in the accent colour.
bool feeds_focus(const Frame& frame, const PanelView& panel) {
  return std::any_of(panel.nodes.begin(), panel.nodes.end(), [&](int node) { return lit_cells(frame, node) != nullptr; });
}

}  // namespace

float content_room(const Theme& theme, float width) { return width - 2 * kPadding * theme.unit; }

ImVec2 measure_panel(const Frame& frame, const PanelView& panel) {
  const float padding = kPadding * frame.theme.unit, room = panel.room;
  const ImVec2 content = row_of(panel.view).measure(frame, panel);
  // Where panels stand below each other anyhow, they are equally wide.
  const float width = room < kHeaderBeside * frame.theme.unit ? room : header_width(frame, panel, content.x, room);
  const Header header = lay_out_header(frame, panel, width);
  return {width + 2 * padding, header.height(frame.theme.unit) + content.y + 2 * padding};
}

void draw_panel(Frame& frame, const PanelView& panel, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, padding = kPadding * u, round = 10 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(box.min.x, box.min.y + 2 * u), ImVec2(box.max.x, box.max.y + 2 * u), theme.color.shadow, round);
  list->AddRectFilled(box.min, box.max, theme.color.panel, round);
  const bool feeds = feeds_focus(frame, panel);
  list->AddRect(box.min, box.max, feeds ? faded(theme.color.accent, 0.55f) : theme.color.border, round, 0, u);
  const Header header = lay_out_header(frame, panel, box.width() - 2 * padding);
  const ImVec2 at(box.min.x + padding, box.min.y + padding);
  ImGui::PushID(panel.index);
  draw_header(frame, panel, header, at);
  row_of(panel.view).draw(frame, panel, {{at.x, at.y + header.height(u)}, {box.max.x - padding, box.max.y - padding}});
  ImGui::PopID();
}

}  // namespace gf::ui
