#include "ui/stage/frames.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "ui/bars/sections.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

ImU32 color_of(const Theme& theme, const Trace& trace, const std::string& section) {
  constexpr std::pair<std::string_view, int> kKinds[] = {
      {"embedding", 4}, {"self_attention", 0}, {"cross_attention", 3}, {"feed_forward", 2}, {"output", 5}, {"loss", 1}, {"norm", 7}};
  const auto block = std::find_if(trace.map.begin(), trace.map.end(), [&](const MapBlock& other) { return other.section == section; });
  const ImU32 plain = blend(theme.color.page, theme.color.ink, 0.03f);
  if (block == trace.map.end()) return plain;
  for (const auto& [name, series] : kKinds)
    if (block->kind == name) return blend(theme.color.page, theme.color.series[series], theme.dark ? 0.16f : 0.09f);
  return plain;
}

// Draws a name in the middle of a box, in several lines; if all of the name does not fit, draws its beginning in one line.
void draw_named_box(const Theme& theme, const Box& box, const std::string& title) {
  const Type& type = theme.small;
  const float u = theme.unit, room = std::max(box.width() - 8 * u, 10.0f);
  const ImVec2 size = measure(type, title, room);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (size.y <= box.height())
    put(list, type, {box.min.x + std::max((box.width() - size.x) / 2, 4 * u), box.centre().y - size.y / 2}, theme.color.ink, title, room);
  else if (theme.tiny.size <= box.height())
    put_elided(list, theme.tiny, {box.min.x + 4 * u, box.centre().y - theme.tiny.size / 2}, theme.color.ink, title, room);
}

// Draws the title of a frame in the line that is kept free at its top. The letters keep their size.
void draw_title(const Frame& frame, Screen& screen, const PlacedFrame& placed, const Box& box, const std::string& title, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Type& type = placed.depth == 0 ? theme.small : theme.tiny;
  const float height = std::max(room, type.size + 2 * u);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemAllowOverlap();
  const float width = std::min(box.width(), measure(type, title).x + 30 * u);
  if (ImGui::InvisibleButton("fold", ImVec2(std::max(width, u), std::max(height, u)), ImGuiButtonFlags_EnableNav))
    send(screen, Fold{placed.section, true});
  note_control(screen.places, "section:" + placed.section, {.name = title, .open = true});
  const bool hovered = ImGui::IsItemHovered();
  if (box.width() < 2 * type.size) return;
  put_elided(ImGui::GetWindowDrawList(), type, ImVec2(box.min.x + 9 * u, box.min.y + (height - type.size) / 2),
             hovered ? theme.color.accent : theme.color.muted, title, box.width() - 14 * u);
  focus_frame(theme, 6 * u);
}

void draw_folded(const Frame& frame, Screen& screen, const PlacedFrame& placed, const Box& box, const std::string& title) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("fold", ImVec2(std::max(box.width(), u), std::max(box.height(), u)), ImGuiButtonFlags_EnableNav)) {
    screen.state.lesson.reveal_section = placed.section;
    screen.output.animating = true;
  }
  note_control(screen.places, "section:" + placed.section, {.name = title, .open = false});
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 8 * u);
  list->AddRect(box.min, box.max, ImGui::IsItemHovered() ? theme.color.accent : theme.color.rule, 8 * u, 0, u);
  draw_named_box(theme, box, title);
  focus_frame(theme, 8 * u);
}

}  // namespace

void draw_frames(const Frame& frame, Screen& screen, const Picture& picture, const Lens& lens) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box seen = visible_box();
  for (const PlacedFrame& placed : picture.placement().frames) {
    const Box box = lens.at(placed.box);
    if (box.max.x < seen.min.x || box.min.x > seen.max.x || box.max.y < seen.min.y || box.min.y > seen.max.y) continue;
    const std::string title = section_title(frame.texts, frame.trace->lesson, placed.section);
    ImGui::PushID(placed.section.c_str());
    if (placed.folded) {
      draw_folded(frame, screen, placed, box, title);
    } else {
      list->AddRectFilled(box.min, box.max, color_of(theme, *frame.trace, placed.section), 8 * u);
      list->AddRect(box.min, box.max, theme.color.rule, 8 * u, 0, u);
      draw_title(frame, screen, placed, box, title, picture.placement().title * lens.view.zoom);
    }
    ImGui::PopID();
  }
}

namespace {

Kinship kinship_of_node(const Frame& frame, int node) {
  if (focused(frame).node == node) return Kinship::own;
  if (lit_cells(frame, node)) return Kinship::operand;
  if (cells_after(frame, node)) return Kinship::result;
  const Explained::Reach reach = reach_of(frame, node);
  if (reach == Explained::Reach::before) return Kinship::before;
  return reach == Explained::Reach::after ? Kinship::after : Kinship::none;
}

}  // namespace

Kinship kinship_of(const Frame& frame, const PictureCard& card) {
  // The subject of a card comes before the other nodes on the card.
  Kinship kin = kinship_of_node(frame, subject_of(frame, card));
  if (kin != Kinship::none && card.gradient.empty()) return kin;
  for (const PanelView* panel : panels_on(card))
    for (const int node : panel->nodes) {
      const Kinship other = kinship_of_node(frame, node);
      if (other != Kinship::none && (kin == Kinship::none || other < kin)) kin = other;
    }
  return kin;
}

}  // namespace gf::ui
