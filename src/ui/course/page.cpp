#include "ui/course/page.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/number.h"
#include "core/number_text.h"
#include "study/answer_text.h"
#include "study/course.h"
#include "ui/course/chapters.h"
#include "ui/course/progress_mark.h"
#include "ui/course/reading.h"
#include "ui/course/sentence.h"
#include "ui/look_up/glossary_page.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kChaptersSeen = 150, kGoodSentence = 360;  // design pixels

float button_height(const Frame& frame) { return (frame.host.touch ? 42.0f : 34.0f) * frame.theme.unit; }

// Returns a route in words: "All 18 lessons, about 2.5 hours". `kind` is "routes" for the name of the route, or "begin" for the label of
// the button that begins it.
std::string route_words(const Frame& frame, std::string_view kind, Route route) {
  constexpr double kHour = 60;
  const std::vector<const LessonInfo*> lessons = lessons_on(*frame.snapshot.catalogue, route);
  const int minutes = minutes_on(route);
  std::size_t steps = 0;
  for (const LessonInfo* lesson : lessons) steps += steps_on(*lesson, route).size();
  return frame.texts.format("ui.map." + std::string(kind) + "." + std::string(name_of(route)),
                            {{"lessons", std::to_string(lessons.size())},
                             {"steps", std::to_string(steps)},
                             {"minutes", std::to_string(minutes)},
                             {"hours", spoken_number(frame, format_number(minutes / kHour))}});
}

// Draws buttons in a row that wraps. A call draws a button, and returns whether the button was pressed.
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

// Chooses a route and opens its first lesson that is not done. The first page is the first step of its lesson: a reader who has not
// answered the rest of that lesson goes on there.
void begin_route(const Frame& frame, Screen& screen, Route route) {
  send(screen, ChooseRoute{route});
  const LessonInfo& first = frame.snapshot.catalogue->front();
  const LessonInfo* next = next_to_do(frame, route);
  if (!progress_of(frame, first).done()) next = &first;
  send(screen, OpenLesson{next ? next->id : lessons_on(*frame.snapshot.catalogue, route).back()->id});
  if (next == &first) send(screen, GoToStep{next_step(first, 0, 1, route)});
  screen.state.course.map_open = false;
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
    if (button(route_words(frame, "begin", route) + "###route " + std::string(name_of(route)),
               first ? ButtonKind::primary : ButtonKind::outlined))
      begin_route(frame, screen, route);
  }
}

float ways_height(const Frame& frame, float width) {
  const Theme& theme = frame.theme;
  float rows = 1, x = 0;
  const auto add = [&](const std::string& label) {
    const float wide = text_button_width(theme, label) + 10 * theme.unit;
    if (x > 0 && x + wide > width) {
      ++rows;
      x = 0;
    }
    x += wide;
  };
  if (frame.snapshot.left) add(go_on_words(frame, *frame.snapshot.left));
  for (const Route route : {Route::hour, Route::all}) add(route_words(frame, "begin", route));
  return rows * (button_height(frame) + ImGui::GetStyle().ItemSpacing.y);
}

float side_of_page(const Frame& frame, const Box& box) { return (box.width() < 760 * frame.theme.unit ? 14.0f : 26.0f) * frame.theme.unit; }

// Draws the ways through the course, below a rule.
void draw_course_head(const Frame& frame, Screen& screen, float width) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + width, at.y}, theme.color.border, theme.unit);
  gap(8 * theme.unit);
  draw_ways_on(frame, screen, width);
  gap(4 * theme.unit);
}

void draw_first_page(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = side_of_page(frame, box), width = box.width() - 2 * side - 6 * u;
  if (begin_part("first page", box, ImVec2(side, 14 * u), 0)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // The sentence leaves the chapters their height if it can. Otherwise the beginning of the chapters is seen below the sentence.
    const float room = box.height() - 28 * u - ways_height(frame, width) - 40 * u;
    const float height = sentence_height(
        frame, width, std::max(room - chapters_height(frame, width), std::min(room - kChaptersSeen * u, kGoodSentence * u)));
    draw_sentence(frame, screen, {at, {at.x + width, at.y + height}});
    ImGui::SetCursorScreenPos({at.x, at.y + height + 16 * u});
    draw_course_head(frame, screen, width);
    const ImVec2 chapters = ImGui::GetCursorScreenPos();
    draw_chapters(frame, screen, {chapters, {chapters.x + width, chapters.y + chapters_height(frame, width)}});
  }
  ImGui::EndChild();
}

void choose_route(const Frame& frame, Screen& screen, float height) {
  std::vector<std::string> labels;
  for (const Route route : {Route::hour, Route::all}) labels.push_back(route_words(frame, "routes", route));
  const int chosen = frame.snapshot.route == Route::hour ? 0 : 1;
  const int pressed = segmented(frame.theme, screen.places, "route", ui_text(frame, "map.route"), labels, chosen, height);
  if (pressed >= 0) send(screen, ChooseRoute{pressed == 0 ? Route::hour : Route::all});
}

// Draws the buttons that copy the reader's answers, for the reader or a teacher.
void draw_copy_answers(const Frame& frame, Screen& screen, ButtonRow& button) {
  if (!frame.snapshot.log || frame.snapshot.log->empty()) return;
  const auto copy = [&](const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    screen.state.notice = "ui.answers.copied";
    screen.state.notice_since_s = ImGui::GetTime();
  };
  if (button(ui_text(frame, "answers.copy_text"), ButtonKind::outlined))
    copy(log_as_text(*frame.snapshot.log, *frame.snapshot.catalogue, frame.texts));
  if (button(ui_text(frame, "answers.copy_csv"), ButtonKind::outlined)) copy(log_as_csv(*frame.snapshot.log, *frame.snapshot.catalogue));
}

// Draws the buttons that open the pages beside the program, in the language of the texts.
void draw_ways_to_pages(const Frame& frame, Screen& screen, ButtonRow& button) {
  if (!frame.host.has_pages) return;
  const auto open = [&](const std::string& address) {
    screen.output.requests.push_back({.kind = HostRequest::Kind::open_page, .address = address});
  };
  const std::string& language = frame.host.language;
  if (button(ui_text(frame, "map.tutorial"), ButtonKind::outlined))
    open(language == "en" ? "tutorial/index.html" : "tutorial/" + language + "/index.html");
  if (button(ui_text(frame, "map.teachers"), ButtonKind::outlined)) open("teach/index.html?language=" + language);
}

void draw_open_map(const Frame& frame, Screen& screen) {
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
  if (button(frame.texts.get("lessons." + first.id + ".title") + "###first page", ButtonKind::outlined)) {
    send(screen, OpenLesson{first.id});
    course.map_open = false;
  }
  if (button(frame.texts.get("lessons." + frame.snapshot.catalogue->back().id + ".title") + "###last page", ButtonKind::outlined)) {
    send(screen, OpenLesson{frame.snapshot.catalogue->back().id});
    course.map_open = false;
  }
  if (button(ui_text(frame, "map.sources"), ButtonKind::outlined)) open_sources(screen);
  draw_ways_to_pages(frame, screen, button);
  draw_copy_answers(frame, screen, button);
  gap(4 * u);
  const float routes = segmented_width(theme, {route_words(frame, "routes", Route::hour), route_words(frame, "routes", Route::all)});
  if (routes <= width) choose_route(frame, screen, height);
  gap(4 * u);
  ButtonRow way(frame, screen, width);
  if (frame.snapshot.left) {
    if (way(go_on_words(frame, *frame.snapshot.left) + "###go on", ButtonKind::primary)) {
      send(screen, OpenLesson{frame.snapshot.left->lesson});
      course.map_open = false;
    }
  } else if (way(ui_text(frame, "map.begin_here") + "###begin", ButtonKind::primary)) {
    begin_route(frame, screen, frame.snapshot.route);
  }
  gap(6 * u);
  const ImVec2 map = ImGui::GetCursorScreenPos();
  draw_chapters(frame, screen, {map, {map.x + width, map.y + chapters_height(frame, width)}});
  gap(8 * u);
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_course(const Frame& frame, Screen& screen, const Box& whole) {
  CourseScreen& course = screen.state.course;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (begin_part("course", whole, ImVec2(0, 0), kFixed)) {
    ImGui::GetWindowDrawList()->AddRectFilled(whole.min, whole.max, theme.color.page);
    if (course.glossary_open) {
      draw_glossary_page(frame, screen, whole);
    } else if (course.sources_open) {
      draw_reading(frame, screen, Reading::sources, whole);
    } else if (begin_part("map", whole, ImVec2(side_of_page(frame, whole), 16 * u), 0)) {
      draw_open_map(frame, screen);
      ImGui::EndChild();
    } else {
      ImGui::EndChild();
    }
    const bool in_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (!in_popup && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
      if (course.glossary_open)
        course.glossary_open = false;
      else if (course.sources_open)
        course.sources_open = false;
      else
        course.map_open = false;
      screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
    }
  }
  ImGui::EndChild();
}

}  // namespace

const LessonInfo* next_to_do(const Frame& frame, Route route) {
  const auto lessons = lessons_on(*frame.snapshot.catalogue, route);
  const auto next = std::find_if(lessons.begin() + 1, lessons.end(), [&](const LessonInfo* lesson) {
    const auto progress = frame.snapshot.progress.find(lesson->id);
    return progress != frame.snapshot.progress.end() && !progress->second.done();
  });
  return next == lessons.end() ? nullptr : *next;
}

StepPage page_of_step(const Frame& frame) {
  const Step* const step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  return step ? step->page : StepPage::none;
}

void draw_course_page(const Frame& frame, Screen& screen, const Box& box) {
  if (page_of_step(frame) == StepPage::map) return draw_first_page(frame, screen, box);
  draw_reading(frame, screen, page_of_step(frame) == StepPage::recap ? Reading::recap : Reading::last, box);
}

void draw_course_over(const Frame& frame, Screen& screen, const Box& whole) {
  const CourseScreen& course = screen.state.course;
  if (course.map_open || course.sources_open || course.glossary_open) draw_open_course(frame, screen, whole);
}

}  // namespace gf::ui
