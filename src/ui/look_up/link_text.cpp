#include "ui/look_up/link_text.h"

#include <imgui.h>

#include <algorithm>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Whether something lies over the page to which the present window belongs.
bool is_covered(const Frame& frame) {
  const CourseScreen& course = frame.state.course;
  return course.map_open || course.sources_open || course.glossary_open || frame.state.rail_open ||
         ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void draw_linked_words(const Theme& theme, const Type& type, const Box& box, std::string_view lines, bool lit) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit;
  float y = box.min.y;
  for (std::size_t begin = 0; begin <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    put(list, type, {box.min.x, y}, theme.color.accent, line);
    const float base = y + 0.97f * type.size;
    list->AddLine({box.min.x, base}, {box.min.x + measure(type, line).x, base}, lit ? theme.color.accent : faded(theme.color.accent, 0.45f),
                  u);
    y += type.size;
    begin = end + 1;
  }
}

}  // namespace

bool link_text(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& address, float width) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = measure(type, words, width);
  ImGui::PushID(id.data(), id.data() + id.size());
  const bool pressed = ImGui::InvisibleButton("link", {std::max(size.x, 1.0f), std::max(size.y, 1.0f)}, ImGuiButtonFlags_EnableNav);
  ImGui::PopID();
  const bool lit = ImGui::IsItemHovered();
  note_control(screen.places, id, {.role = Role::link, .name = words, .address = address});
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  draw_linked_words(theme, type, {at, {at.x + size.x, at.y + size.y}}, broken_at_spaces(type, words, width), lit);
  focus_frame(theme, 3 * theme.unit);
  return pressed;
}

void outer_link(const Frame& frame, Screen& screen, const Type& type, const std::string& words, const std::string& address, float width) {
  const bool pressed = link_text(frame, screen, type, "outer:" + address, words, address, width);
  if (screen.places.noting && !screen.places.noted.empty()) {
    // In the browser, an anchor over the link takes its presses. The anchor covers only the visible part, and none of it while something
    // lies over the page.
    Place& place = screen.places.noted.back();
    place.box = place.seen;
    if (place.control && is_covered(frame)) place.control->enabled = false;
  }
  if (pressed) screen.output.requests.push_back({.kind = HostRequest::Kind::open_page, .address = address});
}

void step_link(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& lesson, int step, float width) {
  if (link_text(frame, screen, type, id, words, lesson, width)) go_to_lesson(frame, screen, lesson, step);
}

void go_to_lesson(const Frame& frame, Screen& screen, const std::string& lesson, int step) {
  if (lesson != frame.snapshot.document.lesson) send(screen, OpenLesson{lesson});
  if (step >= 0) send(screen, GoToStep{step});
  ScreenState& state = screen.state;
  state.course.map_open = state.course.sources_open = state.course.glossary_open = state.rail_open = false;
}

}  // namespace gf::ui
