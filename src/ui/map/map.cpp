#include "ui/map/map.h"

#include <algorithm>
#include <cmath>

#include "core/join.h"
#include "ui/map/map_layout.h"
#include "ui/places.h"
#include "ui/sections.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char* kMapSection = "map";  // in Document::folded, as if it were a section
constexpr float kColumnFrom = 1040;         // of the panels, design pixels; narrower, the map is a strip above it
constexpr float kColumn = 292, kSide = 12, kStrip = 34;
constexpr float kOpenShare = 0.3f, kMostShare = 0.45f;  // of the height of the panels: opened by itself, and at most

ImU32 color_of(const Theme& theme, const std::string& kind) {
  constexpr std::pair<std::string_view, int> kKinds[] = {
      {"embedding", 4}, {"self_attention", 0}, {"cross_attention", 3}, {"feed_forward", 2}, {"output", 5}, {"loss", 1}, {"norm", 7}};
  for (const auto& [name, series] : kKinds) {
    if (kind == name) return blend(theme.color.panel, theme.color.series[series], theme.dark ? 0.30f : 0.20f);
  }
  return kind == "stack" ? blend(theme.color.page, theme.color.ink, 0.035f) : theme.color.panel;
}

void draw_arrow(const Theme& theme, const MapArrow& arrow, ImVec2 origin) {
  const float u = theme.unit, head = 4 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto at = [&](const MapPoint& p) { return ImVec2(std::round(origin.x + p.x * u) + 0.5f, std::round(origin.y + p.y * u) + 0.5f); };
  for (const MapPoint& p : arrow.way) list->PathLineTo(at(p));
  list->PathStroke(theme.color.faint, 0, 1.25f * u);
  const ImVec2 from = at(arrow.way[arrow.way.size() - 2]), tip = at(arrow.way.back());
  const float length = std::max(std::hypot(tip.x - from.x, tip.y - from.y), 1.0f), x = (tip.x - from.x) / length,
              y = (tip.y - from.y) / length;
  list->AddTriangleFilled(tip, ImVec2(tip.x - head * x - head * 0.7f * y, tip.y - head * y + head * 0.7f * x),
                          ImVec2(tip.x - head * x + head * 0.7f * y, tip.y - head * y - head * 0.7f * x), theme.color.faint);
}

void draw_title(const Theme& theme, const MapPlace& place, const Box& box, const std::string& title, bool here) {
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = here ? theme.color.accent : place.frame ? theme.color.muted : theme.color.ink;
  if (!place.frame) return put_centred(list, theme.tiny, box.min, box.max, ink, elide(theme.tiny, title, box.width() - 6 * u));
  const float room = place.title_beside ? (kMapTitleBeside - 4) * u : box.width() - 12 * u;
  const float y = place.title_beside ? box.centre().y - theme.tiny.size / 2 : box.min.y + 4 * u;
  put_elided(list, theme.tiny, ImVec2(box.min.x + 7 * u, y), ink, title, room);
}

void draw_block(Frame& frame, const MapPlace& place, ImVec2 origin, bool here) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const MapBlock& block = frame.trace->map[static_cast<std::size_t>(place.block)];
  const Box box{{origin.x + place.x * u, origin.y + place.y * u},
                {origin.x + (place.x + place.width) * u, origin.y + (place.y + place.height) * u}};
  const std::string title = section_title(frame.texts, frame.trace->lesson, block.section);
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(block.section.c_str(), ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) {
    frame.state.lesson.reveal_section = block.section;
    frame.output.animating = true;
  }
  note_item(theme, "map:" + block.section);
  if (here) note_item(theme, "map here");
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float round = (place.frame ? 8.0f : 5.0f) * u;
  const ImU32 fill = color_of(theme, block.kind);
  list->AddRectFilled(box.min, box.max,
                      hovered ? blend(fill, theme.dark ? theme.color.ink : theme.color.panel, theme.dark ? 0.12f : 0.45f) : fill, round);
  list->AddRect(box.min, box.max,
                here      ? theme.color.accent
                : hovered ? theme.color.faint
                          : theme.color.rule,
                round, 0, (here ? 2.0f : 1.0f) * u);
  draw_title(theme, place, box, title, here);
  focus_frame(theme, round);
  if (measure(theme.tiny, title).x > box.width() - 6 * u) tip(theme, title);
}

void draw_picture(Frame& frame, const MapLayout& layout, float room) {
  const float u = frame.theme.unit;
  const ImVec2 cursor = ImGui::GetCursorScreenPos(), origin(cursor.x + std::max(room - layout.width * u, 0.0f) / 2, cursor.y);
  const int here = frame.state.lesson.here.empty() ? -1 : block_of(frame.trace->map, frame.state.lesson.here);
  for (const MapPlace& place : layout.places) {
    if (place.frame) draw_block(frame, place, origin, place.block == here);
  }
  for (const MapArrow& arrow : layout.arrows) draw_arrow(frame.theme, arrow, origin);
  for (const MapPlace& place : layout.places) {
    if (!place.frame) draw_block(frame, place, origin, place.block == here);
  }
  ImGui::SetCursorScreenPos(cursor);
  ImGui::Dummy(ImVec2(layout.width * u, layout.height * u));
}

// "Encoder › Block 0 › Self-attention".
std::string words_of_here(const Frame& frame) {
  std::vector<std::string> words;
  for (const std::string& part : section_path(frame.state.lesson.here))
    words.push_back(section_title(frame.texts, frame.trace->lesson, part));
  return joined(words, " › ");
}

bool begin_map(const char* id, const Box& box, ImVec2 padding) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  const bool open = ImGui::BeginChild(id, ImVec2(box.width(), box.height()), ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  return open;
}

bool is_folded(const Frame& frame) { return frame.snapshot.document.look.folded.count(kMapSection) > 0; }

// The line that opens and closes the map, and says where one is.
void draw_handle(Frame& frame, const Box& box, bool open) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("open", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) {
    frame.state.lesson.map_open = !open;
    if (is_folded(frame) != open) send(frame, Fold{kMapSection, open});
  }
  note_item(theme, "map");
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered) list->AddRectFilled(box.min, box.max, faded(theme.color.ink, 0.04f), 6 * u);
  draw_icon(list, open ? Icon::down : Icon::next, ImVec2(box.min.x + 6 * u, box.centre().y), 9 * u,
            hovered ? theme.color.ink : theme.color.faint);
  const std::string title = ui_text(frame, "map.title"), here = words_of_here(frame);
  const float y = box.centre().y - theme.small.size / 2, x = box.min.x + 18 * u;
  put(list, theme.small, ImVec2(x, y), theme.color.muted, title);
  const float after = x + measure(theme.small, title).x + 12 * u;
  put_elided(list, theme.small, ImVec2(after, y), theme.color.accent, here, std::max(box.max.x - after, 10 * u));
  focus_frame(theme, 6 * u);
}

Box draw_column(Frame& frame, const Box& panels) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Box box{panels.min, {panels.min.x + kColumn * u, panels.max.y}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(ImVec2(box.max.x, box.min.y), box.max, theme.color.border, u);
  list->AddLine(box.min, ImVec2(box.max.x, box.min.y), theme.color.border, u);
  if (begin_map("map", box, ImVec2(kSide * u, 4 * u))) {
    const float room = box.width() - 2 * kSide * u;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_handle(frame, {at, {at.x + room, at.y + kStrip * u}}, true);
    draw_picture(frame, lay_out_map(frame.trace->map, room / u), room);
  }
  ImGui::EndChild();
  return {{box.max.x, panels.min.y}, panels.max};
}

Box draw_strip(Frame& frame, const Box& panels) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (panels.width() < 560 * u ? 12.0f : 22.0f) * u, room = panels.width() - 2 * side;
  const MapLayout layout = lay_out_map(frame.trace->map, room / u);
  const float picture = layout.height * u + 12 * u;
  const bool open = !is_folded(frame) && frame.state.lesson.map_open.value_or(picture <= panels.height() * kOpenShare);
  const float handle = (frame.host.touch ? 40.0f : kStrip) * u;
  const Box box{panels.min, {panels.max.x, panels.min.y + handle + (open ? std::min(picture, panels.height() * kMostShare) : 0)}};
  ImGui::GetWindowDrawList()->AddLine(box.min, ImVec2(box.max.x, box.min.y), theme.color.border, u);
  ImGui::SetCursorScreenPos(box.min);
  if (begin_map("map", Box{box.min, {box.max.x, box.min.y + handle}}, ImVec2(side, 0))) {
    draw_handle(frame, {{box.min.x + side, box.min.y}, {box.max.x - side, box.min.y + handle}}, open);
  }
  ImGui::EndChild();
  if (open) {
    if (begin_map("map picture", Box{{box.min.x, box.min.y + handle}, box.max}, ImVec2(side, 2 * u))) draw_picture(frame, layout, room);
    ImGui::EndChild();
  }
  return {{panels.min.x, box.max.y}, panels.max};
}

}  // namespace

Box draw_map(Frame& frame, const Box& panels) {
  if (!frame.trace || frame.trace->map.empty()) return panels;
  return panels.width() >= kColumnFrom * frame.theme.unit && !is_folded(frame) ? draw_column(frame, panels) : draw_strip(frame, panels);
}

}  // namespace gf::ui
