#include "ui/rail.h"

#include <imgui.h>

#include <algorithm>

#include "protocol/course.h"
#include "ui/course/chapters.h"
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

// The number of a lesson, or a word for it: on an ink tile where one is, on green where all is answered.
void draw_number(const Frame& frame, Screen& screen, const LessonInfo& lesson, const std::string& number, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const bool open = lesson.id == frame.snapshot.document.lesson;
  ImGui::PushID(lesson.id.c_str());
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("open", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav) && !open)
    send(screen, OpenLesson{lesson.id});
  note_lesson(frame, screen, lesson);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Progress progress = progress_of(frame, lesson);
  if (open || progress.done() || ImGui::IsItemHovered())
    list->AddRectFilled({box.min.x + u, box.min.y + u}, {box.max.x - u, box.max.y - u},
                        open              ? theme.color.ink
                        : progress.done() ? blend(theme.color.page, theme.color.after, 0.16f)
                                          : faded(theme.color.ink, 0.06f),
                        6 * u);
  put_centred(list, open ? Type{theme.heading.font, theme.tiny.size} : theme.tiny, box.min, box.max,
              open                    ? theme.color.page
              : progress.answered > 0 ? theme.color.after
                                      : theme.color.muted,
              number);
  tip(theme, frame.texts.get("lessons." + lesson.id + ".title"));
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

constexpr int kNumbersInRow = 3;

int rows_of(const Frame& frame, Chapter chapter) {
  return (static_cast<int>(lessons_of(*frame.snapshot.catalogue, chapter).size()) + kNumbersInRow - 1) / kNumbersInRow;
}

// The chapters below each other, each with the numbers of its lessons.
void draw_chapter_numbers(const Frame& frame, Screen& screen, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = ImGui::GetWindowPos().x, width = ImGui::GetWindowWidth(), side = (width - 6 * u) / kNumbersInRow;
  int rows = 0;
  for (const Chapter chapter : kChapters) rows += rows_of(frame, chapter);
  const Catalogue& all = *frame.snapshot.catalogue;
  const float title = theme.tiny.size + 6 * u, chapters = static_cast<float>(kChapters.size());
  const float row = std::clamp((room - chapters * (title + 6 * u)) / static_cast<float>(rows + 2), 16 * u, 26 * u);
  ImVec2 pen(left + 3 * u, ImGui::GetCursorScreenPos().y + 2 * u);
  const auto draw_page = [&](const LessonInfo& lesson, const char* word) {
    draw_number(frame, screen, lesson, ui_text(frame, word), {{left + 8 * u, pen.y}, {left + width - 8 * u, pen.y + row}});
    pen.y += row + 4 * u;
  };
  draw_page(all.front(), "rail.first");
  for (const Chapter chapter : kChapters) {
    const bool here = frame.snapshot.lesson().chapter == chapter;
    const std::string name = chapter_title(frame, chapter);
    put_centred(ImGui::GetWindowDrawList(), here ? Type{theme.heading.font, theme.tiny.size} : theme.tiny, {left, pen.y},
                {left + width, pen.y + title}, here ? theme.color.ink : theme.color.muted, name);
    pen.y += title;
    const auto lessons = lessons_of(*frame.snapshot.catalogue, chapter);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      const auto in_row = std::min<std::size_t>(lessons.size() - i / kNumbersInRow * kNumbersInRow, kNumbersInRow);
      const float first = pen.x + side * static_cast<float>(kNumbersInRow - static_cast<int>(in_row)) / 2;
      const ImVec2 at(first + side * static_cast<float>(i % kNumbersInRow), pen.y + row * static_cast<float>(i / kNumbersInRow));
      draw_number(frame, screen, *lessons[i], std::to_string(number_of(all, *lessons[i])), {at, {at.x + side, at.y + row}});
    }
    pen.y += row * static_cast<float>(rows_of(frame, chapter)) + 6 * u;
  }
  draw_page(all.back(), "rail.last");
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
    const Catalogue& all = *frame.snapshot.catalogue;
    draw_lesson(frame, screen, all.front());
    for (const Chapter chapter : kChapters) {
      gap(8 * u);
      ImGui::Indent(8 * u);
      line(theme.heading, theme.color.ink, chapter_title(frame, chapter));
      ImGui::Unindent(8 * u);
      for (const LessonInfo* lesson : lessons_of(all, chapter)) draw_lesson(frame, screen, *lesson);
    }
    gap(8 * u);
    draw_lesson(frame, screen, all.back());
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
  draw_chapter_numbers(frame, screen, ImGui::GetContentRegionAvail().y - 12 * u);
}

}  // namespace gf::ui
