#include "ui/rail.h"

#include <imgui.h>

#include <algorithm>

#include "ui/course/progress_mark.h"
#include "ui/glossary.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

void note_lesson(const Frame& frame, Screen& screen, const LessonInfo& lesson) {
  const bool open = lesson.id == frame.snapshot.document.lesson;
  note_control(
      screen.places, "lesson:" + lesson.id,
      {.role = Role::link, .name = frame.texts.get("lessons." + lesson.id + ".title"), .address = lesson.id, .on = open, .first = open});
}

void draw_lesson(const Frame& frame, Screen& screen, const LessonInfo& lesson) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x;
  const std::string title = frame.texts.get("lessons." + lesson.id + ".title");
  const float text_w = width - 42 * u;
  const float height = std::max(measure(theme.body, title, text_w).y + 16 * u, control_height(theme, frame.host.touch));
  const bool open = lesson.id == frame.snapshot.document.lesson;
  ImGui::PushID(lesson.id.c_str());
  if (ImGui::InvisibleButton("open", ImVec2(width, height), ImGuiButtonFlags_EnableNav)) {
    if (!open) send(screen, OpenLesson{lesson.id});
    screen.state.rail_open = false;
  }
  note_lesson(frame, screen, lesson);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (open) {
    list->AddRectFilled(min, max, theme.color.accent_soft, 6 * u);
  } else if (ImGui::IsItemHovered()) {
    list->AddRectFilled(min, max, faded(theme.color.ink, 0.05f), 6 * u);
  }
  const float text_y = min.y + (height - measure(theme.body, title, text_w).y) / 2;
  const ImVec2 spot(min.x + 17 * u, text_y + theme.body.size / 2);
  if (open) {
    list->AddCircleFilled(spot, 4 * u, theme.color.accent, 20);
  } else {
    draw_progress_mark(frame, lesson, spot, 5 * u);
  }
  put(list, theme.body, ImVec2(min.x + 34 * u, text_y), open ? theme.color.accent : theme.color.ink, title, text_w);
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

void draw_lesson_mark(const Frame& frame, const LessonInfo& lesson, ImVec2 spot) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (lesson.id == frame.snapshot.document.lesson) {
    list->AddCircleFilled(spot, 6 * u, theme.color.accent, 24);
  } else {
    draw_progress_mark(frame, lesson, spot, 5 * u);
  }
}

void draw_dot(const Frame& frame, Screen& screen, const LessonInfo& lesson, float height) {
  const Theme& theme = frame.theme;
  ImGui::PushID(lesson.id.c_str());
  if (ImGui::InvisibleButton("open", ImVec2(ImGui::GetWindowWidth(), height), ImGuiButtonFlags_EnableNav) &&
      lesson.id != frame.snapshot.document.lesson)
    send(screen, OpenLesson{lesson.id});
  note_lesson(frame, screen, lesson);
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  draw_lesson_mark(frame, lesson, {(min.x + max.x) / 2, (min.y + max.y) / 2});
  tip(theme, frame.texts.get("lessons." + lesson.id + ".title"));
  focus_frame(theme, 6 * theme.unit);
  ImGui::PopID();
}

}  // namespace

void draw_rail(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  gap(6 * u);
  ImGui::Indent(8 * u);
  line(theme.title, theme.color.ink, ui_text(frame, "title"));
  paragraph(theme.tiny, theme.color.muted, ui_text(frame, "subtitle"));
  ImGui::Unindent(8 * u);
  gap(18 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 2 * u));
  if (frame.snapshot.catalogue) {
    for (const LessonInfo& lesson : *frame.snapshot.catalogue) draw_lesson(frame, screen, lesson);
  }
  ImGui::PopStyleVar();
  gap(14 * u);
  const float height = control_height(theme, frame.host.touch);
  ImGui::Indent(8 * u);
  if (text_button(theme, screen.places, ui_text(frame, "map.title"), height, ButtonKind::outlined))
    screen.state.course.map_open = true, screen.state.rail_open = false;
  if (text_button(theme, screen.places, ui_text(frame, "glossary.title"), height, ButtonKind::outlined)) open_glossary(screen);
  ImGui::Unindent(8 * u);
}

void draw_strip(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetWindowWidth(), side = 34 * u;
  ImGui::SetCursorPosX((width - side) / 2);
  if (icon_button(theme, screen.places, Icon::menu, ui_text(frame, "lessons"), side)) screen.state.rail_open = !frame.state.rail_open;
  ImGui::SetCursorPosX((width - side) / 2);
  if (icon_button(theme, screen.places, Icon::map, ui_text(frame, "map.title") + " (M)###map", side)) screen.state.course.map_open = true;
  if (!frame.snapshot.catalogue) return;
  const auto count = static_cast<float>(frame.snapshot.catalogue->size());
  const float height = std::clamp((ImGui::GetContentRegionAvail().y - 12 * u) / std::max(count, 1.0f), 18 * u, 38 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (const LessonInfo& lesson : *frame.snapshot.catalogue) draw_dot(frame, screen, lesson, height);
  ImGui::PopStyleVar();
}

}  // namespace gf::ui
