#include "ui/course/chapters.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "protocol/route.h"
#include "study/course.h"
#include "ui/course/progress_mark.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kChaptersApart = 14, kInChapter = 12, kChapterTitle = 26, kLeastWidth = 176;  // design pixels

float lesson_height(const Frame& frame) { return (frame.host.touch ? 38.0f : 30.0f) * frame.theme.unit; }

struct ChaptersLayout {
  std::size_t columns = 1;
  float width = 0;
  std::vector<float> heights;  // the height of each row of chapters
};

ChaptersLayout lay_out_chapters(const Frame& frame, float width) {
  const float u = frame.theme.unit;
  ChaptersLayout m;
  for (const std::size_t columns : {kChapters.size(), std::size_t{4}, std::size_t{2}})
    if (m.columns == 1 && width >= (kLeastWidth * static_cast<float>(columns) + kChaptersApart * static_cast<float>(columns - 1)) * u)
      m.columns = columns;
  m.width = (width - kChaptersApart * u * static_cast<float>(m.columns - 1)) / static_cast<float>(m.columns);
  for (std::size_t first = 0; first < kChapters.size(); first += m.columns) {
    std::size_t most = 0;
    for (std::size_t i = first; i < std::min(first + m.columns, kChapters.size()); ++i)
      most = std::max(most, lessons_of(*frame.snapshot.catalogue, kChapters[i]).size());
    m.heights.push_back((2 * kInChapter + kChapterTitle) * u + static_cast<float>(most) * lesson_height(frame));
  }
  return m;
}

void draw_lesson_row(const Frame& frame, Screen& screen, const LessonInfo& lesson, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, radius = 10 * u;
  const bool is_open = lesson.id == frame.snapshot.document.lesson;
  const std::string title = frame.texts.get("lessons." + lesson.id + ".title");
  const std::string number = std::to_string(number_of(*frame.snapshot.catalogue, lesson));
  ImGui::PushID(lesson.id.c_str());
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("open", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) {
    if (!is_open) send(screen, OpenLesson{lesson.id});
    screen.state.course.map_open = false;
  }
  const Progress progress = progress_of(frame, lesson);
  const std::string answered =
      frame.texts.format("ui.map.answered", {{"answered", std::to_string(progress.answered)}, {"of", std::to_string(progress.total)}});
  note_control(
      screen.places, "map:" + lesson.id,
      {.role = Role::link, .name = number + ". " + title, .value = answered, .address = lesson.id, .on = is_open, .first = is_open});
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_open || ImGui::IsItemHovered())
    list->AddRectFilled(box.min, box.max, is_open ? theme.color.accent_soft : faded(theme.color.ink, 0.05f), 6 * u);
  const ImVec2 spot(box.min.x + radius + 2 * u, box.centre().y);
  if (!lesson.hour.empty() && !progress.done() && progress.answered == 0) {
    list->AddCircleFilled(spot, radius, theme.color.accent, 24);
    put_centred(list, theme.tiny, {spot.x - radius, spot.y - radius}, {spot.x + radius, spot.y + radius}, theme.color.on_accent, number);
  } else {
    draw_progress_mark(frame, lesson, spot, radius, number);
  }
  put_elided(list, !lesson.hour.empty() ? Type{theme.heading.font, theme.small.size} : theme.small,
             {spot.x + radius + 8 * u, spot.y - theme.small.size / 2}, theme.color.ink, title, box.max.x - spot.x - radius - 8 * u);
  tip(theme, title + ": " + frame.texts.get("lessons." + lesson.id + ".subtitle") + " " + answered);
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

void draw_chapter(const Frame& frame, Screen& screen, Chapter chapter, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const bool is_present = frame.snapshot.lesson().chapter == chapter;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 10 * u);
  list->AddRect(box.min, box.max, is_present ? theme.color.focus : theme.color.border, 10 * u, 0, (is_present ? 1.5f : 1.0f) * u);
  const ImVec2 at(box.min.x + kInChapter * u, box.min.y + kInChapter * u);
  const std::string title = chapter_title(frame, chapter);
  put(list, theme.heading, at, theme.color.ink, title);
  note_words(screen.places, "words:chapter " + std::string(name_of(chapter)), title,
             {at, {box.max.x - kInChapter * u, at.y + theme.heading.size}});
  float y = at.y + kChapterTitle * u;
  for (const LessonInfo* lesson : lessons_of(*frame.snapshot.catalogue, chapter)) {
    draw_lesson_row(frame, screen, *lesson, {{at.x - 4 * u, y}, {box.max.x - 2 * u, y + lesson_height(frame)}});
    y += lesson_height(frame);
  }
}

}  // namespace

std::string chapter_title(const Frame& frame, Chapter chapter) { return ui_text(frame, "chapters." + std::string(name_of(chapter))); }

float chapters_height(const Frame& frame, float width) {
  const ChaptersLayout m = lay_out_chapters(frame, width);
  float height = -kChaptersApart * frame.theme.unit;
  for (const float row : m.heights) height += row + kChaptersApart * frame.theme.unit;
  return height;
}

void draw_chapters(const Frame& frame, Screen& screen, const Box& box) {
  const float u = frame.theme.unit;
  const ChaptersLayout m = lay_out_chapters(frame, box.width());
  float y = box.min.y;
  for (std::size_t i = 0; i < kChapters.size(); ++i) {
    const std::size_t column = i % m.columns, row = i / m.columns;
    const float x = box.min.x + static_cast<float>(column) * (m.width + kChaptersApart * u);
    draw_chapter(frame, screen, kChapters[i], {{x, y}, {x + m.width, y + m.heights[row]}});
    if (column + 1 == m.columns) y += m.heights[row] + kChaptersApart * u;
  }
  ImGui::SetCursorScreenPos({box.min.x, box.min.y + chapters_height(frame, box.width())});
  ImGui::Dummy({1, 1});
}

}  // namespace gf::ui
