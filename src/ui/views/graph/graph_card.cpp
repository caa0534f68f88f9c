// One card of a graph: a node with its value and gradient as small pictures, or a folded scope.
#include "ui/views/graph/graph_card.h"

#include <algorithm>
#include <cmath>

#include "render/heatmap.h"
#include "ui/places.h"
#include "ui/sections.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kPadding = 7, kPicture = 38, kBetween = 6;
constexpr float kFormulaFrom = 0.5f;  // zoom
constexpr Index kMostTiles = 64;      // drawn one by one; more are one quad of the shader

void dashed_line(ImDrawList* list, ImVec2 from, ImVec2 to, ImU32 color, float u) {
  const float length = std::hypot(to.x - from.x, to.y - from.y), dash = 3 * u;
  const ImVec2 way((to.x - from.x) / length, (to.y - from.y) / length);
  for (float at = 0; at < length; at += 2 * dash) {
    const float end = std::min(at + dash, length);
    list->AddLine(ImVec2(from.x + way.x * at, from.y + way.y * at), ImVec2(from.x + way.x * end, from.y + way.y * end), color, u);
  }
}

void dashed_box(ImDrawList* list, const Box& box, ImU32 color, float u) {
  if (box.width() < 1 || box.height() < 1) return;
  const ImVec2 right_top(box.max.x, box.min.y), left_bottom(box.min.x, box.max.y);
  dashed_line(list, box.min, right_top, color, u);
  dashed_line(list, right_top, box.max, color, u);
  dashed_line(list, box.min, left_bottom, color, u);
  dashed_line(list, left_bottom, box.max, color, u);
}

// A matrix in both directions from zero, at its own proportions within `room`.
void draw_picture(Frame& frame, const TraceNode& node, const Box& room) {
  const Index rows = node.value->rows(), cols = node.value->cols(), outer = shown_outer(frame, node);
  const float ratio = std::clamp(static_cast<float>(cols) / static_cast<float>(rows), 0.2f, 5.0f);
  const float width = std::min(room.width(), room.height() * ratio), height = width / ratio;
  const ImVec2 min(room.min.x, room.min.y + (room.height() - height) / 2);
  const float most = std::max(std::fabs(node.facts.least), std::fabs(node.facts.most));
  const Shade shade{true, -most, most, frame.theme.dark};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 max(min.x + width, min.y + height);
  if (rows * cols > kMostTiles) {
    frame.heatmaps.draw(list, node.value, outer, min.x, min.y, max.x, max.y, {true, shade.least, shade.most, shade.dark});
  } else {
    const Grid grid{0, outer, 0, rows, cols, min, width / static_cast<float>(cols), height / static_cast<float>(rows), {min, max}};
    for (Index row = 0; row < rows; ++row) {
      for (Index col = 0; col < cols; ++col) {
        const Box tile = grid.cell(row, col);
        const float value = node.value->at(outer, row, col);
        const bool hidden = is_hidden(node, value);
        list->AddRectFilled(tile.min, tile.max,
                            std::isfinite(value) ? shade.of(value)
                            : hidden             ? frame.theme.color.hidden_hatch
                                                 : frame.theme.color.warn);
      }
    }
  }
  list->AddRect(min, max, faded(frame.theme.color.ink, 0.22f), 0, 0, frame.theme.unit);
}

struct CardParts {
  Box value, gradient;  // where the pictures are
  float formula_y = 0;
};

CardParts parts_of(const Box& box, const GraphLens& lens) {
  const float padding = kPadding * lens.scale, side = kPicture * lens.scale;
  CardParts parts;
  const ImVec2 at(box.min.x + padding, box.max.y - padding - side);
  parts.value = {at, {at.x + side, at.y + side}};
  const float x = parts.value.max.x + kBetween * lens.scale;
  parts.gradient = {{x, at.y}, {x + side, at.y + side}};
  return parts;
}

void draw_node(Frame& frame, const GraphItem& item, const Box& box, const GraphLens& lens) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(item.node);
  const CardParts parts = parts_of(box, lens);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Type title = seen_type(theme, theme.small, lens), formula = seen_type(theme, theme.mono_small, lens);
  const float padding = kPadding * lens.scale, room = box.width() - 2 * padding;
  put_elided(list, title, ImVec2(box.min.x + padding, box.min.y + padding * 0.7f), theme.color.ink, node_title(frame, node), room);
  if (lens.zoom >= kFormulaFrom) {
    const std::string text = node.formula.empty() ? std::string(short_name(node.name)) : node.formula;
    put_elided(list, formula, ImVec2(box.min.x + padding, box.min.y + padding + title.size), theme.color.muted, text, room);
  }
  draw_picture(frame, node, parts.value);
  if (item.gradient >= 0) draw_picture(frame, frame.trace->node(item.gradient), parts.gradient);
  if (item.gradient < 0 && item.wants_gradient) {
    dashed_box(list, parts.gradient, theme.color.faint, theme.unit);
    note_box(theme, "gradient wanted:" + node.name, parts.gradient);
  }
  const float x = parts.gradient.max.x + 4 * lens.scale;
  const Type tiny = seen_type(theme, theme.tiny, lens);
  const std::string shape = std::to_string(node.value->rows()) + " × " + std::to_string(node.value->cols());
  const float width = box.max.x - x - padding * 0.5f;
  if (measure(tiny, shape).x <= width) put(list, tiny, ImVec2(x, parts.value.max.y - tiny.size), theme.color.muted, shape);
}

void draw_folded(Frame& frame, const GraphCard& card, const Box& box, const GraphLens& lens) {
  const Theme& theme = frame.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float padding = kPadding * lens.scale, room = box.width() - 2 * padding;
  const Type title = seen_type(theme, theme.small, lens), tiny = seen_type(theme, theme.tiny, lens);
  put_elided(list, title, ImVec2(box.min.x + padding, box.min.y + padding), theme.color.ink,
             section_title(frame.texts, frame.trace->lesson, card.scope), room);
  put_elided(list, tiny, ImVec2(box.min.x + padding, box.min.y + padding + title.size * 1.25f), theme.color.muted, card.scope, room);
  const std::string count = frame.texts.format("ui.graph.folded", {{"count", std::to_string(card.nodes.size())}});
  put_elided(list, tiny, ImVec2(box.min.x + padding, box.max.y - padding - tiny.size), theme.color.muted, count, room);
}

ImU32 fill_of(const Theme& theme, const GraphItem* item) {
  if (!item) return theme.color.sunken;
  if (item->loss) return blend(theme.color.raised, theme.color.series[1], 0.16f);
  return item->parameter ? blend(theme.color.raised, theme.color.series[0], 0.12f) : theme.color.raised;
}

// The picture under the pointer, in words.
void tell(const Frame& frame, const GraphItem& item, const CardParts& parts) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (frame.host.touch) return;
  const std::string& name = frame.trace->node(item.node).name;
  if (parts.value.contains(mouse)) tip_now(frame.theme, frame.texts.format("ui.graph.value", {{"node", name}}));
  if (!parts.gradient.contains(mouse)) return;
  if (item.gradient >= 0) tip_now(frame.theme, frame.texts.format("ui.graph.gradient", {{"node", frame.trace->node(item.gradient).name}}));
  if (item.gradient < 0 && item.wants_gradient) tip_now(frame.theme, frame.texts.format("ui.graph.no_gradient", {{"node", name}}));
}

// Whether the press that ends now was none: the pointer went somewhere.
bool was_drag(const Theme& theme) { return ImGui::GetIO().MouseDragMaxDistanceSqr[0] > 25 * theme.unit * theme.unit; }

void press_node(Frame& frame, const GraphItem& item, const CardParts& parts) {
  const bool on_gradient = item.gradient >= 0 && parts.gradient.contains(ImGui::GetIO().MousePos) && !ImGui::GetIO().NavVisible;
  const int index = on_gradient ? item.gradient : item.node;
  const TraceNode& node = frame.trace->node(index);
  select_cell(frame, index, {shown_outer(frame, node), 0, 0});
  frame.state.lesson.reveal = node.name;
}

ImU32 border_of(const Frame& frame, const GraphScreen& screen, int card, const GraphItem* item, bool linked) {
  const Theme& theme = frame.theme;
  const int chosen = selected(frame).node;
  if (card == screen.hovered || linked) return theme.color.accent;
  if (item && chosen >= 0 && (chosen == item->node || chosen == item->gradient)) return theme.color.accent;
  return item && lit_cells(frame, item->node) ? faded(theme.color.accent, 0.55f) : theme.color.border;
}

}  // namespace

Type seen_type(const Theme& theme, const Type& type, const GraphLens& lens) {
  return {type.font, std::round(std::max(type.size * lens.zoom, 9.5f * theme.unit))};
}

bool draw_graph_card(Frame& frame, GraphScreen& screen, int index, const Box& box, const GraphLens& lens) {
  const Theme& theme = frame.theme;
  const GraphCard& card = screen.layout.cards[static_cast<std::size_t>(index)];
  const GraphItem* item = card.scope.empty() ? &screen.items[static_cast<std::size_t>(card.nodes.front())] : nullptr;
  const CardParts parts = parts_of(box, lens);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemAllowOverlap();
  const bool pressed = ImGui::InvisibleButton("card", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav);
  note_item(theme, "graph:" + (item ? frame.trace->node(item->node).name : card.scope));
  const bool hovered = ImGui::IsItemHovered() && !ImGui::IsMouseDragging(0);
  const bool linked = std::any_of(screen.layout.arrows.begin(), screen.layout.arrows.end(), [&](const GraphArrow& arrow) {
    return (arrow.from == index && arrow.to == screen.hovered) || (arrow.to == index && arrow.from == screen.hovered);
  });
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit, round = 6 * lens.scale;
  if (!item) {
    const float off = 3 * lens.scale;
    list->AddRectFilled(ImVec2(box.min.x + off, box.min.y + off), ImVec2(box.max.x + off, box.max.y + off), theme.color.border, round);
  }
  list->AddRectFilled(box.min, box.max, fill_of(theme, item), round);
  list->AddRect(box.min, box.max, border_of(frame, screen, index, item, linked), round, 0, (index == screen.hovered ? 2.0f : 1.0f) * u);
  focus_frame(theme, round);
  list->PushClipRect(box.min, box.max, true);
  item ? draw_node(frame, *item, box, lens) : draw_folded(frame, card, box, lens);
  list->PopClipRect();
  if (hovered && item) tell(frame, *item, parts);
  if (pressed && !was_drag(theme)) item != nullptr ? press_node(frame, *item, parts) : send(frame, Fold{graph_fold(card.scope), false});
  return hovered;
}

}  // namespace gf::ui
