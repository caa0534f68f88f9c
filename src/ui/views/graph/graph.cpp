// The computational graph: cards and arrows under a lens that is moved by dragging and zoomed with Ctrl and wheel, or by buttons.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/places.h"
#include "ui/sections.h"
#include "ui/views/graph/graph_card.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kMargin = 14, kTop = 46;  // around the whole graph, design pixels; the buttons stand at the top
constexpr float kHighest = 1200, kHighestNarrow = 560, kLowest = 260;  // of the view
constexpr float kReadable = 0.6f, kReadableNarrow = 0.46f, kNarrowGraph = 440, kLeastZoom = 0.15f, kMostZoom = 2, kStep = 1.25f;

float zoom_of_whole(const GraphLayout& layout, float width, float height) {
  return std::min({width / (layout.width + 2 * kMargin), (height - kTop - kMargin) / layout.height, 1.0f});
}

// The least zoom to begin with, in a view of this width.
float readable(float width) { return width < kNarrowGraph ? kReadableNarrow : kReadable; }

// Puts the lens where the framing asks for it.
void frame_graph(GraphScreen& screen, float width, float height) {
  if (screen.framing == GraphScreen::Framing::own) return;
  const bool start = screen.framing == GraphScreen::Framing::start;
  screen.zoom = std::max(zoom_of_whole(screen.layout, width, height), start ? readable(width) : kLeastZoom);
  // The buttons keep their size whatever the zoom.
  const float free_x = width / screen.zoom - screen.layout.width, free_y = (height - kTop - kMargin) / screen.zoom - screen.layout.height;
  screen.corner = {-free_x / 2, -kTop / screen.zoom - std::max(free_y, 0.0f) / 2};
}

void zoom_at(GraphScreen& screen, float factor, ImVec2 at, float unit) {
  const float before = screen.zoom * unit;
  screen.zoom = std::clamp(screen.zoom * factor, kLeastZoom, kMostZoom);
  const float after = screen.zoom * unit;
  screen.corner.x += at.x / before - at.x / after, screen.corner.y += at.y / before - at.y / after;
  screen.framing = GraphScreen::Framing::own;
}

// The background: dragging it, or a card, moves the graph; Ctrl and wheel zoom it.
void move_lens(Frame& frame, GraphScreen& screen, const Box& view) {
  const float u = frame.theme.unit;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(view.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("background", ImVec2(view.width(), view.height()));
  note_item(frame.theme, "graph view");
  const bool ours = ImGui::GetCurrentContext()->ActiveIdWindow == ImGui::GetCurrentWindow();
  if (ours && ImGui::IsAnyItemActive() && ImGui::IsMouseDragging(0, 5 * u)) {
    screen.corner.x -= io.MouseDelta.x / (screen.zoom * u), screen.corner.y -= io.MouseDelta.y / (screen.zoom * u);
    screen.framing = GraphScreen::Framing::own;
    frame.output.animating = true;
  }
  if (ImGui::IsWindowHovered() && io.KeyCtrl && io.MouseWheel != 0) {
    zoom_at(screen, std::pow(1.15f, io.MouseWheel), ImVec2(io.MousePos.x - view.min.x, io.MousePos.y - view.min.y), u);
    frame.output.animating = true;
  }
}

void draw_arrow(const Theme& theme, const GraphArrow& arrow, const GraphLens& lens, const Box& view, bool lit, bool dim) {
  const float u = theme.unit, head = std::clamp(5 * lens.scale, 3 * u, 7 * u);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = lit ? theme.color.accent : faded(theme.color.faint, dim ? 0.45f : 1.0f);
  const float width = (lit ? 2.0f : 1.25f) * u;
  for (std::size_t i = 0; i + 1 < arrow.way.size(); ++i) {
    ImVec2 from = lens.at(arrow.way[i]), to = lens.at(arrow.way[i + 1]);
    const bool last = i + 2 == arrow.way.size();
    if (last) to.y -= head * 0.8f;
    if (to.y < view.min.y || from.y > view.max.y) continue;
    if (std::fabs(from.x - to.x) < 0.5f) {
      list->AddLine(from, to, color, width);
    } else {
      const float bend = (to.y - from.y) * 0.55f;
      list->AddBezierCubic(from, ImVec2(from.x, from.y + bend), ImVec2(to.x, to.y - bend), to, color, width);
    }
    const ImVec2 tip = lens.at(arrow.way[i + 1]);
    if (last) list->AddTriangleFilled(tip, ImVec2(tip.x - head * 0.6f, tip.y - head), ImVec2(tip.x + head * 0.6f, tip.y - head), color);
  }
}

void draw_arrows(const Theme& theme, const GraphScreen& screen, const GraphLens& lens, const Box& view) {
  const auto touches = [&](const GraphArrow& arrow) { return arrow.from == screen.hovered || arrow.to == screen.hovered; };
  for (const GraphArrow& arrow : screen.layout.arrows) {
    if (!touches(arrow)) draw_arrow(theme, arrow, lens, view, false, screen.hovered >= 0);
  }
  for (const GraphArrow& arrow : screen.layout.arrows) {
    if (touches(arrow)) draw_arrow(theme, arrow, lens, view, true, false);
  }
}

void draw_scope_frame(const Theme& theme, const GraphScope& scope, const GraphLens& lens) {
  if (!scope.alone) return;
  const float around = 8;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 min = lens.at(scope.x - around, scope.y - around),
               max = lens.at(scope.x + scope.width + around, scope.y + scope.height + around);
  list->AddRectFilled(min, max, faded(theme.color.ink, 0.035f), 10 * lens.scale);
  list->AddRect(min, max, theme.color.rule, 10 * lens.scale, 0, theme.unit);
}

// "Encoder › Block 0 › Self-attention" above the cards of a scope: a press on a part folds all that it stands for.
void draw_scope_label(Frame& frame, const GraphScope& scope, const GraphLens& lens, const Box& view) {
  const Theme& theme = frame.theme;
  const Type type = seen_type(theme, theme.tiny, lens);
  ImVec2 at = lens.at(scope.x, scope.y - 8);
  at.y -= type.size + 3 * theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const std::string& part : section_path(scope.name)) {
    const std::string text = section_title(frame.texts, frame.trace->lesson, part);
    const ImVec2 size = measure(type, text);
    const Box box{at, {at.x + size.x, at.y + size.y}};
    if (common(box, view).width() > 1 && common(box, view).height() > 1) {
      ImGui::SetCursorScreenPos(box.min);
      ImGui::PushID(part.c_str());
      ImGui::SetNextItemAllowOverlap();
      const bool pressed =
          ImGui::InvisibleButton("scope", ImVec2(std::max(size.x, 1.0f), std::max(size.y, 1.0f)), ImGuiButtonFlags_EnableNav);
      note_item(theme, "graph scope:" + part);
      if (pressed) send(frame, Fold{graph_fold(part), true});
      const bool hovered = ImGui::IsItemHovered();
      if (hovered) tip(theme, frame.texts.format("ui.graph.fold", {{"scope", text}}));
      list->AddRectFilled(ImVec2(box.min.x - 2 * theme.unit, box.min.y), ImVec2(box.max.x + 2 * theme.unit, box.max.y),
                          faded(theme.color.panel, 0.85f), 3 * theme.unit);
      put(list, type, at, hovered ? theme.color.accent : theme.color.muted, text);
      focus_frame(theme, 3 * theme.unit);
      ImGui::PopID();
    }
    at.x += size.x + 5 * theme.unit;
    if (part != scope.name) put(list, type, at, theme.color.faint, "›");
    at.x += part != scope.name ? measure(type, "›").x + 5 * theme.unit : 0;
  }
}

void draw_cards(Frame& frame, GraphScreen& screen, const GraphLens& lens, const Box& view) {
  screen.next_hovered = -1;
  for (std::size_t i = 0; i < screen.layout.cards.size(); ++i) {
    const GraphCard& card = screen.layout.cards[i];
    const Box box{lens.at(card.x, card.y), lens.at(card.x + kGraphSizes.card_w, card.y + kGraphSizes.card_h)};
    if (box.max.x < view.min.x || box.min.x > view.max.x || box.max.y < view.min.y || box.min.y > view.max.y) continue;
    ImGui::PushID(static_cast<int>(i));
    if (draw_graph_card(frame, screen, static_cast<int>(i), box, lens)) screen.next_hovered = static_cast<int>(i);
    ImGui::PopID();
  }
  if (screen.next_hovered != screen.hovered) frame.output.animating = true;
  screen.hovered = screen.next_hovered;
}

void draw_buttons(Frame& frame, GraphScreen& screen, const Box& view) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (frame.host.touch ? 36.0f : 26.0f) * u;
  const ImVec2 middle(view.width() / 2, view.height() / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  float x = view.max.x - 3 * side - 4 * u;
  list->AddRectFilled(ImVec2(x, view.min.y + 4 * u), ImVec2(view.max.x - 4 * u, view.min.y + 4 * u + side), faded(theme.color.panel, 0.92f),
                      6 * u);
  const auto button = [&](Icon icon, const char* key) {
    ImGui::SetCursorScreenPos(ImVec2(x, view.min.y + 4 * u));
    x += side;
    const bool pressed = icon_button(theme, icon, ui_text(frame, key), side);
    if (pressed) frame.output.animating = true;
    return pressed;
  };
  if (button(Icon::minus, "graph.zoom_out")) zoom_at(screen, 1 / kStep, middle, u);
  if (button(Icon::plus, "graph.zoom_in")) zoom_at(screen, kStep, middle, u);
  if (button(Icon::fit, "graph.fit")) screen.framing = GraphScreen::Framing::whole;
  const float room = view.width() - 3 * side - 28 * u, middle_y = view.min.y + 4 * u + side / 2;
  const std::string legend = elide(theme.tiny, ui_text(frame, frame.host.touch ? "graph.legend_touch" : "graph.legend"), room);
  const ImVec2 at(view.min.x + 8 * u, middle_y - theme.tiny.size / 2), size = measure(theme.tiny, legend);
  list->AddRectFilled(ImVec2(at.x - 4 * u, at.y - 3 * u), ImVec2(at.x + size.x + 4 * u, at.y + size.y + 3 * u),
                      faded(theme.color.page, 0.9f), 4 * u);
  put(list, theme.tiny, at, theme.color.muted, legend);
}

ImVec2 measure_graph(const Frame& frame, const PanelView& panel) {
  const GraphScreen& screen = graph_screen(frame, panel);
  const float u = frame.theme.unit, width = panel.room / u;
  const float zoom = std::max(zoom_of_whole(screen.layout, width, 1e6f), readable(width));
  const float height = std::clamp(screen.layout.height * zoom + kMargin + kTop, kLowest, width < kNarrowGraph ? kHighestNarrow : kHighest);
  return {panel.room, height * u};
}

void draw_graph(Frame& frame, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  GraphScreen& screen = graph_screen(frame, panel);
  ImGui::SetCursorScreenPos(area.min);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (ImGui::BeginChild("graph zoom", ImVec2(area.width(), area.height()), ImGuiChildFlags_NavFlattened, kFlags)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(area.min, area.max, theme.color.page, 8 * u);
    frame_graph(screen, area.width() / u, area.height() / u);
    move_lens(frame, screen, area);
    const float scale = screen.zoom * u;
    const GraphLens lens{{area.min.x - screen.corner.x * scale, area.min.y - screen.corner.y * scale}, scale, screen.zoom};
    for (const GraphScope& scope : screen.layout.scopes) draw_scope_frame(theme, scope, lens);
    draw_arrows(theme, screen, lens, area);
    draw_cards(frame, screen, lens, area);
    for (const GraphScope& scope : screen.layout.scopes) {
      ImGui::PushID(scope.name.c_str());
      draw_scope_label(frame, scope, lens, area);
      ImGui::PopID();
    }
    draw_buttons(frame, screen, area);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// A graph lists gradients too, which are about what they are gradients of.
int last_forward_node(const Frame& frame, const PanelView& panel) {
  const auto forward = [&](int node) { return !is_gradient(frame.trace->node(node).name); };
  const auto last = std::find_if(panel.nodes.rbegin(), panel.nodes.rend(), forward);
  return last == panel.nodes.rend() ? panel.nodes.back() : *last;
}

}  // namespace

// Its pictures go by the choice in each node's own panel.
const ViewRow kGraphView{.view = View::graph,
                         .name = "graph",
                         .measure = measure_graph,
                         .draw = draw_graph,
                         .subject = last_forward_node,
                         .rank = 3,
                         .in_flow = false};

}  // namespace gf::ui
