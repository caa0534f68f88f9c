#include "ui/bars/rail.h"

#include <imgui.h>

#include <algorithm>

#include "protocol/route.h"
#include "study/course.h"
#include "ui/course/chapters.h"
#include "ui/course/progress_mark.h"
#include "ui/look_up/glossary.h"
#include "ui/look_up/search.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

bool is_marked(const Frame& frame, const LessonInfo& lesson) {
  return frame.snapshot.route == Route::hour && !lesson.hour.empty() && lesson.chapter != Chapter::none;
}

// Returns "3 of 7" for the answered questions of a lesson; an empty text if none or all of them are answered.
std::string answered_words(const Frame& frame, const Progress& progress) {
  if (progress.answered == 0 || progress.done()) return {};
  return frame.texts.format("ui.rail.of", {{"done", std::to_string(progress.answered)}, {"all", std::to_string(progress.total)}});
}

void note_lesson(const Frame& frame, Screen& screen, const LessonInfo& lesson) {
  const bool open = lesson.id == frame.snapshot.document.lesson;
  const Progress progress = progress_of(frame, lesson);
  std::string value = progress.done() ? ui_text(frame, "rail.done") : answered_words(frame, progress);
  if (is_marked(frame, lesson)) value += (value.empty() ? "" : ", ") + ui_text(frame, "rail.route");
  note_control(screen.places, "lesson:" + lesson.id,
               {.role = Role::link,
                .name = frame.texts.get("lessons." + lesson.id + ".title"),
                .value = value,
                .address = lesson.id,
                .on = open,
                .first = open});
}

constexpr float kRailMark = 20, kRailText = 42;  // design pixels, from the left of a row

float rail_row_height(const Frame& frame, const LessonInfo& lesson, float width) {
  const float u = frame.theme.unit,
              text = measure(frame.theme.body, frame.texts.get("lessons." + lesson.id + ".title"), width - (kRailText + 8) * u).y;
  return std::max(text + 14 * u, (frame.host.touch ? 42.0f : 34.0f) * u);
}

void draw_lesson(const Frame& frame, Screen& screen, const LessonInfo& lesson, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = rail_row_height(frame, lesson, width);
  const std::string title = frame.texts.get("lessons." + lesson.id + ".title");
  const bool open = lesson.id == frame.snapshot.document.lesson;
  ImGui::PushID(lesson.id.c_str());
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("open", ImVec2(width, height), ImGuiButtonFlags_EnableNav)) {
    if (!open) send(screen, OpenLesson{lesson.id});
    screen.state.rail_open = false;
  }
  note_lesson(frame, screen, lesson);
  const ImVec2 max(at.x + width, at.y + height);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (open) {
    list->AddRectFilled(at, max, theme.color.accent_soft, 8 * u);
  } else if (ImGui::IsItemHovered()) {
    list->AddRectFilled(at, max, faded(theme.color.ink, 0.05f), 8 * u);
  }
  const Type type = open ? theme.heading : theme.body;
  const ImVec2 size = measure(type, title, width - (kRailText + 8) * u);
  const ImVec2 spot(at.x + kRailMark * u, at.y + height / 2);
  const int number = number_of(*frame.snapshot.catalogue, lesson);
  draw_progress_mark(frame, lesson, spot, 10 * u, lesson.chapter == Chapter::none ? std::string() : std::to_string(number));
  const float left = at.x + kRailText * u;
  put(list, type, ImVec2(left, at.y + (height - size.y) / 2), theme.color.ink, title, width - (kRailText + 8) * u);
  float end = left + size.x;
  if (is_marked(frame, lesson) && end + 14 * u < max.x) {
    list->AddCircleFilled({end + 10 * u, spot.y}, 3.5f * u, theme.color.accent, 16);
    end += 16 * u;
  }
  const std::string answered = answered_words(frame, progress_of(frame, lesson));
  if (const float wide = measure(theme.small, answered).x; !answered.empty() && end + wide + 16 * u < max.x)
    put_right(list, theme.small, {max.x - 10 * u, at.y + (height - theme.small.size) / 2}, theme.color.muted, answered, wide + u);
  focus_frame(theme, 8 * u);
  ImGui::PopID();
}

// Draws the number of a lesson, or a word for it. The tile is dark for the open lesson, and green for a lesson whose questions are all
// answered.
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
  ImU32 tile = progress.done() ? blend(theme.color.page, theme.color.after, 0.16f) : faded(theme.color.ink, 0.06f);
  ImU32 ink = progress.answered > 0 ? theme.color.after : theme.color.muted;
  if (open) {
    tile = theme.color.ink;
    ink = theme.color.page;
  }
  if (open || progress.done() || ImGui::IsItemHovered())
    list->AddRectFilled({box.min.x + u, box.min.y + u}, {box.max.x - u, box.max.y - u}, tile, 6 * u);
  put_centred(list, open ? Type{theme.heading.font, theme.tiny.size} : theme.tiny, box.min, box.max, ink, number);
  if (is_marked(frame, lesson))
    list->AddCircleFilled({box.max.x - 5 * u, box.min.y + 5 * u}, 2.5f * u, open ? theme.color.page : theme.color.accent, 12);
  tip(theme, frame.texts.get("lessons." + lesson.id + ".title"));
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

constexpr int kNumbersInRow = 3;
constexpr float kTwoColumns = 520;  // design pixels

int rows_of(const Frame& frame, Chapter chapter) {
  return (static_cast<int>(lessons_of(*frame.snapshot.catalogue, chapter).size()) + kNumbersInRow - 1) / kNumbersInRow;
}

// Draws the button that opens the list of all terms.
void draw_glossary_row(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const std::string label = ui_text(frame, "glossary.title");
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("glossary", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) open_glossary(screen);
  note_control(screen.places, "button:" + label, {.name = label});
  if (ImGui::IsItemHovered()) ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, faded(theme.color.ink, 0.06f), 6 * theme.unit);
  put_centred(ImGui::GetWindowDrawList(), theme.tiny, box.min, box.max, theme.color.muted, label);
  focus_frame(theme, 6 * theme.unit);
}

// Draws the chapters below each other, each with the numbers of its lessons.
void draw_chapter_numbers(const Frame& frame, Screen& screen, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = ImGui::GetWindowPos().x, width = ImGui::GetWindowWidth(), side = (width - 6 * u) / kNumbersInRow;
  int rows = 0;
  for (const Chapter chapter : kChapters) rows += rows_of(frame, chapter);
  const Catalogue& all = *frame.snapshot.catalogue;
  const float title = theme.tiny.size + 6 * u, chapters = static_cast<float>(kChapters.size());
  const float row = std::clamp((room - chapters * (title + 6 * u)) / static_cast<float>(rows + 3), 16 * u, 26 * u);
  ImVec2 pen(left + 3 * u, ImGui::GetCursorScreenPos().y + 2 * u);
  const auto draw_page = [&](const LessonInfo& lesson, const char* word) {
    draw_number(frame, screen, lesson, ui_text(frame, word), {{left + 8 * u, pen.y}, {left + width - 8 * u, pen.y + row}});
    pen.y += row + 4 * u;
  };
  draw_page(all.front(), "rail.first");
  for (const Chapter chapter : kChapters) {
    const bool is_open = frame.snapshot.lesson().chapter == chapter;
    const std::string name = chapter_title(frame, chapter);
    put_centred(ImGui::GetWindowDrawList(), is_open ? Type{theme.heading.font, theme.tiny.size} : theme.tiny, {left, pen.y},
                {left + width, pen.y + title}, is_open ? theme.color.ink : theme.color.muted, name);
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
  draw_glossary_row(frame, screen, {{left + 4 * u, pen.y}, {left + width - 4 * u, pen.y + row}});
}

// Returns the number of finished lessons of a chapter, in words; an empty text if no question was answered.
std::string chapter_words(const Frame& frame, Chapter chapter) {
  int done = 0, all = 0, started = 0;
  for (const LessonInfo* lesson : lessons_of(*frame.snapshot.catalogue, chapter)) {
    const Progress progress = progress_of(frame, *lesson);
    ++all;
    done += progress.done() ? 1 : 0;
    started += progress.answered > 0 ? 1 : 0;
  }
  if (done == all) return ui_text(frame, "rail.done");
  if (started == 0) return {};
  return frame.texts.format("ui.rail.of", {{"done", std::to_string(done)}, {"all", std::to_string(all)}});
}

// Draws the name of a chapter, and its lessons below. Returns the y of the end.
float draw_rail_chapter(const Frame& frame, Screen& screen, Chapter chapter, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string name = chapter_title(frame, chapter), words = chapter_words(frame, chapter);
  put(list, theme.heading, {at.x + 8 * u, at.y}, theme.color.ink, name);
  put_right(list, theme.small, {at.x + width - 10 * u, at.y + 2 * u}, theme.color.muted, words, width / 2);
  note_words(screen.places, "words:rail " + std::string(name_of(chapter)), words.empty() ? name : name + ", " + words,
             {at, {at.x + width, at.y + theme.heading.size}});
  at.y += theme.heading.size + 5 * u;
  list->AddLine({at.x + 8 * u, at.y}, {at.x + width - 8 * u, at.y}, theme.color.rule, u);
  at.y += 4 * u;
  for (const LessonInfo* lesson : lessons_of(*frame.snapshot.catalogue, chapter)) {
    draw_lesson(frame, screen, *lesson, at, width);
    at.y += rail_row_height(frame, *lesson, width) + u;
  }
  return at.y + 11 * u;
}

// Draws the number of finished lessons, in words and as a bar.
void draw_rail_progress(const Frame& frame, Screen& screen, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  int done = 0, all = 0;
  for (const LessonInfo& lesson : *frame.snapshot.catalogue) {
    const Progress progress = progress_of(frame, lesson);
    if (lesson.chapter != Chapter::none) {
      ++all;
      done += progress.done() ? 1 : 0;
    }
  }
  const std::string words = frame.texts.format("ui.rail.progress", {{"done", std::to_string(done)}, {"all", std::to_string(all)}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  paragraph(theme.small, theme.color.muted, words, width);
  note_words(screen.places, "words:progress", words, {at, {at.x + width, at.y + theme.small.size}});
  const ImVec2 bar(at.x, at.y + theme.small.size + 6 * u);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(bar, {bar.x + width, bar.y + 6 * u}, theme.color.rule, 3 * u);
  const float part = all > 0 ? static_cast<float>(done) / static_cast<float>(all) : 0;
  if (part > 0) list->AddRectFilled(bar, {bar.x + std::max(width * part, 6 * u), bar.y + 6 * u}, theme.color.after, 3 * u);
  ImGui::SetCursorScreenPos({at.x, bar.y + 6 * u});
  gap(10 * u);
}

void draw_rail_foot(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch), left = ImGui::GetCursorPosX();
  if (frame.snapshot.route == Route::hour) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 6 * u, at.y + theme.small.size / 2}, 3.5f * u, theme.color.accent, 16);
    ImGui::SetCursorScreenPos({at.x + 16 * u, at.y});
    paragraph(theme.small, theme.color.muted, ui_text(frame, "rail.route"));
    gap(2 * u);
  }
  ImGui::SetCursorPosX(left);
  if (text_button(theme, screen.places, ui_text(frame, "map.title"), height, ButtonKind::outlined)) {
    screen.state.course.map_open = true;
    screen.state.rail_open = false;
  }
  ImGui::SameLine(0, 8 * u);
  if (text_button(theme, screen.places, ui_text(frame, "glossary.title"), height, ButtonKind::outlined)) open_glossary(screen);
}

}  // namespace

void draw_rail(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, inner = width - 16 * u;
  const bool wide = width >= kTwoColumns * u;
  gap(4 * u);
  ImGui::Indent(8 * u);
  line(theme.title, theme.color.ink, ui_text(frame, wide ? "lessons" : "title"), inner);
  gap(4 * u);
  search_button(frame, screen, {inner, control_height(theme, frame.host.touch)});
  gap(6 * u);
  if (!frame.snapshot.catalogue) return ImGui::Unindent(8 * u);
  draw_rail_progress(frame, screen, inner);
  ImGui::Unindent(8 * u);
  const Catalogue& all = *frame.snapshot.catalogue;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float column = wide ? (width - 24 * u) / 2 : width;
  draw_lesson(frame, screen, all.front(), top, column);
  const float first = top.y + rail_row_height(frame, all.front(), column) + 12 * u;
  float y = first, end = first;
  for (std::size_t i = 0; i < kChapters.size(); ++i) {
    const bool right = wide && 2 * i >= kChapters.size();
    if (right && 2 * i < kChapters.size() + 2) y = top.y + 8 * u;
    y = draw_rail_chapter(frame, screen, kChapters[i], {top.x + (right ? column + 24 * u : 0), y}, column);
    end = std::max(end, y);
  }
  draw_lesson(frame, screen, all.back(), {top.x + (wide ? column + 24 * u : 0), y}, column);
  end = std::max(end, y + rail_row_height(frame, all.back(), column) + 8 * u);
  ImGui::SetCursorScreenPos({top.x + 8 * u, end});
  draw_rail_foot(frame, screen);
  gap(8 * u);
}

void draw_strip(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetWindowWidth(), side = 34 * u;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * u, 4 * u));
  ImGui::SetCursorPosX((width - 76 * u) / 2);
  search_button(frame, screen, {76 * u, 32 * u});
  ImGui::SetCursorPosX((width - 2 * side - 4 * u) / 2);
  if (icon_button(theme, screen.places, Icon::menu, ui_text(frame, "lessons"), side)) screen.state.rail_open = !frame.state.rail_open;
  ImGui::SameLine();
  if (icon_button(theme, screen.places, Icon::map, ui_text(frame, "map.title") + " (M)###map", side)) screen.state.course.map_open = true;
  ImGui::PopStyleVar();
  if (!frame.snapshot.catalogue) return;
  draw_chapter_numbers(frame, screen, ImGui::GetContentRegionAvail().y - 12 * u);
}

}  // namespace gf::ui
