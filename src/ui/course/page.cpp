#include "ui/course/page.h"

#include <algorithm>
#include <cmath>

#include "core/number.h"
#include "core/number_text.h"
#include "ui/course/map.h"
#include "ui/course/part_picture.h"
#include "ui/course/reading.h"
#include "ui/course/work.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

float button_height(const Frame& frame) { return (frame.host.touch ? 42.0f : 34.0f) * frame.theme.unit; }

// "All of it: 18 lessons, about 2.5 hours"
std::string route_words(const Frame& frame, Route route) {
  constexpr double kHour = 60, kHalf = 30, kFive = 5;
  const Catalogue& all = *frame.snapshot.catalogue;
  const int minutes = minutes_on(all, route);
  const double hours = std::round(minutes / kHalf) * kHalf / kHour;
  return frame.texts.format("ui.map.routes." + std::string(name_of(route)),
                            {{"lessons", std::to_string(lessons_on(all, route).size())},
                             {"minutes", format_number(std::round(minutes / kFive) * kFive)},
                             {"hours", format_number(hours)}});
}

// Buttons in a row, or below each other where there is no room for that.
class ButtonRow {
 public:
  ButtonRow(const Frame& frame, Screen& screen, float width)
      : frame_(frame), screen_(screen), end_(ImGui::GetCursorScreenPos().x + width), height_(button_height(frame)) {}
  bool operator()(const std::string& label, ButtonKind kind) {
    const float u = frame_.theme.unit, wide = text_button_width(frame_.theme, label);
    if (!first_) {
      ImGui::SameLine(0, 10 * u);
      if (ImGui::GetCursorScreenPos().x + wide > end_) ImGui::NewLine();
    }
    first_ = false;
    return text_button(frame_.theme, screen_.places, label, height_, kind);
  }

 private:
  const Frame& frame_;
  Screen& screen_;
  float end_, height_;
  bool first_ = true;
};

// Where a route leads first from here: to the first lesson on it that has something left to answer.
void begin_route(const Frame& frame, Screen& screen, Route route) {
  const auto lessons = lessons_on(*frame.snapshot.catalogue, route);
  send(screen, ChooseRoute{route});
  const auto next = std::find_if(lessons.begin() + 1, lessons.end(), [&](const LessonInfo* lesson) {
    const auto progress = frame.snapshot.progress.find(lesson->id);
    return progress != frame.snapshot.progress.end() && !progress->second.done();
  });
  send(screen, OpenLesson{(next == lessons.end() ? lessons.back() : *next)->id});
}

std::string go_on_words(const Frame& frame, const Left& left) {
  return frame.texts.format("ui.map.go_on",
                            {{"lesson", frame.texts.get("lessons." + left.lesson + ".title")}, {"step", std::to_string(left.step + 1)}});
}

void draw_ways_on(const Frame& frame, Screen& screen, float width) {
  const std::optional<Left>& left = frame.snapshot.left;
  ButtonRow button(frame, screen, width);
  if (left && button(go_on_words(frame, *left) + "###go on", ButtonKind::primary)) send(screen, OpenLesson{left->lesson});
  for (const Route route : {Route::hour, Route::all}) {
    const bool first = !left && route == Route::hour;
    if (button(route_words(frame, route) + "###route " + std::string(name_of(route)), first ? ButtonKind::primary : ButtonKind::outlined))
      begin_route(frame, screen, route);
  }
}

float ways_height(const Frame& frame, float width) {
  const Theme& theme = frame.theme;
  float rows = 1, x = 0;
  const auto add = [&](const std::string& label) {
    const float wide = text_button_width(theme, label) + 10 * theme.unit;
    if (x > 0 && x + wide > width) ++rows, x = 0;
    x += wide;
  };
  if (frame.snapshot.left) add(go_on_words(frame, *frame.snapshot.left));
  for (const Route route : {Route::hour, Route::all}) add(route_words(frame, route));
  return rows * (button_height(frame) + ImGui::GetStyle().ItemSpacing.y);
}

// The play button, and what was said so far.
void draw_play_line(const Frame& frame, Screen& screen, const Work& work, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = button_height(frame);
  const std::string label = ui_text(frame, frame.state.course.played ? "map.play_again" : "map.play");
  const float wide = measure(theme.small, label).x + 44 * u;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (icon_text_button(theme, screen.places, Icon::play, label + "###play work", {wide, height},
                       frame.state.course.played ? ButtonKind::outlined : ButtonKind::primary))
    play_work(frame, screen);
  ImDrawList* list = ImGui::GetWindowDrawList();
  float x = at.x + wide + 16 * u, y = at.y;
  if (width < 560 * u) x = at.x, y = at.y + height + 8 * u;
  const std::vector<Said> all = said_words(frame);
  std::string words;
  const float left = x;
  for (std::size_t i = 0; i < all.size() && static_cast<Index>(i) < work.words; ++i) {
    const std::string word = all[i].end ? ui_text(frame, "map.end") : all[i].word;
    const std::string share = in_hundredths(all[i].share);
    const float word_w = measure(theme.heading, word).x, pill = word_w + measure(theme.tiny, share).x + 26 * u;
    if (x > left && x + pill > at.x + width) break;
    list->AddRectFilled({x, y}, {x + pill, y + height}, all[i].end ? theme.color.sunken : theme.color.accent_soft, 7 * u);
    put(list, theme.heading, {x + 9 * u, y + (height - theme.heading.size) / 2 - u}, all[i].end ? theme.color.muted : theme.color.ink,
        word);
    put(list, theme.tiny, {x + 16 * u + word_w, y + (height - theme.tiny.size) / 2}, theme.color.muted, share);
    x += pill + 6 * u;
    words += (words.empty() ? "" : ", ") + word + " " + share;
  }
  if (words.empty()) {
    const std::string hint = ui_text(frame, "map.nothing_said");
    put_elided(list, theme.body, {x, y + (height - theme.body.size) / 2}, theme.color.muted, hint, at.x + width - x);
    words = hint;
  }
  note_words(screen.places, "words:said", words, {{left, y}, {std::max(x, left + u), y + height}});
  ImGui::SetCursorScreenPos({at.x, y + height + 10 * u});
  ImGui::Dummy({1, 1});
}

float side_of_page(const Frame& frame, const Box& box) { return (box.width() < 760 * frame.theme.unit ? 14.0f : 26.0f) * frame.theme.unit; }

void draw_first_page(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = side_of_page(frame, box), width = box.width() - 2 * side - 6 * u;
  const Work work = work_shown(frame, screen);
  if (begin_part("first page", box, ImVec2(side, 14 * u), 0)) {
    const bool narrow = width < 760 * u;  // the way on would be far below
    if (narrow && frame.snapshot.left) draw_ways_on(frame, screen, width), gap(4 * u);
    draw_play_line(frame, screen, work, width);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = box.max.y - at.y - ways_height(frame, width) - 34 * u + ImGui::GetScrollY();
    const float height = map_height(frame, width, room, true);
    draw_map(frame, screen, {at, {at.x + width, at.y + std::max(height, room)}}, work, true);
    ImGui::SetCursorScreenPos({at.x, at.y + height + 16 * u});
    if (!narrow || !frame.snapshot.left) draw_ways_on(frame, screen, width);
    gap(8 * u);
  }
  ImGui::EndChild();
}

void choose_route(const Frame& frame, Screen& screen, float height) {
  std::vector<std::string> labels;
  for (const Route route : {Route::hour, Route::all}) labels.push_back(route_words(frame, route));
  const int chosen = frame.snapshot.route == Route::hour ? 0 : 1;
  const int pressed = segmented(frame.theme, screen.places, "route", ui_text(frame, "map.route"), labels, chosen, height);
  if (pressed >= 0) send(screen, ChooseRoute{pressed == 0 ? Route::hour : Route::all});
}

void draw_open_map(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x - 4 * u, height = button_height(frame);
  CourseScreen& course = screen.state.course;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  line(theme.title, theme.color.ink, ui_text(frame, "map.title"), width - height);
  ImGui::SetCursorScreenPos({at.x + width - height, at.y});
  if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "dismiss") + "###close map", height)) course.map_open = false;
  prefer_noted(screen.places);
  gap(6 * u);
  const LessonInfo& first = frame.snapshot.catalogue->front();
  ButtonRow button(frame, screen, width);
  if (button(frame.texts.get("lessons." + first.id + ".title") + "###first page", ButtonKind::outlined))
    send(screen, OpenLesson{first.id}), course.map_open = false;
  if (button(frame.texts.get("lessons." + frame.snapshot.catalogue->back().id + ".title") + "###last page", ButtonKind::outlined))
    send(screen, OpenLesson{frame.snapshot.catalogue->back().id}), course.map_open = false;
  if (button(ui_text(frame, "map.sources"), ButtonKind::outlined)) course.sources_open = true;
  gap(4 * u);
  const float routes = segmented_width(theme, {route_words(frame, Route::hour), route_words(frame, Route::all)});
  if (routes <= width) choose_route(frame, screen, height);
  gap(6 * u);
  const ImVec2 map = ImGui::GetCursorScreenPos();
  draw_map(frame, screen, {map, {map.x + width, std::max(box.max.y - 20 * u, map.y)}}, {}, false);
  gap(8 * u);
}

}  // namespace

StepPage page_of_step(const Frame& frame) {
  const Step* const step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  return step ? step->page : StepPage::none;
}

void draw_course_page(const Frame& frame, Screen& screen, const Box& box) {
  if (page_of_step(frame) == StepPage::map) return draw_first_page(frame, screen, box);
  draw_reading(frame, screen, Reading::last, box);
}

void draw_course_over(const Frame& frame, Screen& screen, const Box& whole) {
  CourseScreen& course = screen.state.course;
  if (!course.map_open && !course.sources_open) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (begin_part("course", whole, ImVec2(0, 0), kFixed)) {
    ImGui::GetWindowDrawList()->AddRectFilled(whole.min, whole.max, theme.color.page);
    if (course.sources_open) {
      draw_reading(frame, screen, Reading::sources, whole);
    } else if (begin_part("map", whole, ImVec2(side_of_page(frame, whole), 16 * u), 0)) {
      draw_open_map(frame, screen, whole);
      ImGui::EndChild();
    } else {
      ImGui::EndChild();
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
      (course.sources_open ? course.sources_open : course.map_open) = false;
      screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
    }
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
