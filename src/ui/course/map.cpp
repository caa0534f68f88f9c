#include "ui/course/map.h"

#include <algorithm>
#include <cmath>

#include "ui/course/part_picture.h"
#include "ui/course/progress_mark.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kWideFrom = 980;  // narrower: the parts stand below each other
constexpr float kGap = 20, kPad = 10, kAbove = 30, kLearningGap = 30, kLeastPicture = 72, kMostPicture = 240, kSidePicture = 140,
                kStackedPicture = 128;
constexpr std::size_t kFlowParts = kCourseParts.size() - 1;  // all but the learning below them
// How wide the parts are beside each other.
constexpr float kShares[kFlowParts] = {0.85f, 1.1f, 1.25f, 1.5f, 1, 1.35f, 1.05f};

float chip_height(const Frame& frame) { return (frame.host.touch ? 38.0f : 27.0f) * frame.theme.unit; }

std::string part_title(const Frame& frame, CoursePart part) { return ui_text(frame, "map.parts." + std::string(name_of(part))); }

// Its number in the course: the first page has none.
int number_of(const Frame& frame, const LessonInfo& lesson) {
  const Catalogue& all = *frame.snapshot.catalogue;
  return static_cast<int>(&lesson - all.data());
}

void draw_chip(const Frame& frame, Screen& screen, const LessonInfo& lesson, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, radius = 9 * u;
  const bool here = lesson.id == frame.snapshot.document.lesson;
  const std::string title = frame.texts.get("lessons." + lesson.id + ".title");
  ImGui::PushID(lesson.id.c_str());
  ImGui::SetCursorScreenPos(box.min);
  if (ImGui::InvisibleButton("open", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav)) {
    if (!here) send(screen, OpenLesson{lesson.id});
    screen.state.course.map_open = false;
  }
  const Progress progress = progress_of(frame, lesson);
  const std::string answered =
      frame.texts.format("ui.map.answered", {{"answered", std::to_string(progress.answered)}, {"of", std::to_string(progress.of)}});
  note_control(screen.places, "map:" + lesson.id,
               {.role = Role::link,
                .name = std::to_string(number_of(frame, lesson)) + ". " + title,
                .value = answered,
                .address = lesson.id,
                .on = here,
                .first = here});
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (here || ImGui::IsItemHovered())
    list->AddRectFilled(box.min, box.max, here ? theme.color.accent_soft : faded(theme.color.ink, 0.05f), 6 * u);
  const float middle = box.centre().y;
  draw_progress_mark(frame, lesson, {box.min.x + radius + 3 * u, middle}, radius, std::to_string(number_of(frame, lesson)));
  const bool off_route = frame.snapshot.route == Route::hour && !lesson.in_hour;
  put_elided(list, theme.small, {box.min.x + 2 * radius + 10 * u, middle - theme.small.size / 2},
             off_route ? theme.color.muted
             : here    ? theme.color.accent
                       : theme.color.ink,
             title, box.width() - 2 * radius - 12 * u);
  tip(theme, title + ": " + frame.texts.get("lessons." + lesson.id + ".subtitle") + " " + answered);
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

struct MapLayout {
  Box parts[kCourseParts.size()];
  float title_h = 0, picture_h = 0, height = 0;
  bool wide = false;
};

std::size_t most_lessons(const Frame& frame) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < kFlowParts; ++i) most = std::max(most, lessons_of(*frame.snapshot.catalogue, kCourseParts[i]).size());
  return most;
}

MapLayout lay_out_wide(const Frame& frame, float width, float room, bool with_pictures) {
  const float u = frame.theme.unit, chip = chip_height(frame);
  MapLayout m;
  m.wide = true;
  float shares = 0;
  for (const float share : kShares) shares += share;
  const float of_share = (width - kGap * u * static_cast<float>(kFlowParts - 1)) / shares;
  for (std::size_t i = 0; i < kFlowParts; ++i)
    m.title_h = std::max(m.title_h, measure(frame.theme.small, part_title(frame, kCourseParts[i]), of_share * kShares[i] - 2 * kPad * u).y);
  const float learning = chip + 2 * kPad * u, lessons = static_cast<float>(most_lessons(frame)) * chip;
  const float fixed = kAbove * u + m.title_h + lessons + 3 * kPad * u + kLearningGap * u + learning;
  m.picture_h = with_pictures ? std::clamp(room - fixed - kPad * u, kLeastPicture * u, kMostPicture * u) : 0;
  const float above = m.title_h + m.picture_h + (with_pictures ? 4 : 3) * kPad * u;
  float x = 0;
  for (std::size_t i = 0; i < kFlowParts; ++i) {
    const float own = static_cast<float>(lessons_of(*frame.snapshot.catalogue, kCourseParts[i]).size()) * chip;
    m.parts[i] = {{x, kAbove * u}, {x + of_share * kShares[i], kAbove * u + above + own}};
    x = m.parts[i].max.x + kGap * u;
  }
  const float below = kAbove * u + above + lessons + kLearningGap * u;
  m.parts[kFlowParts] = {{m.parts[1].min.x, below}, {width, below + learning}};
  m.height = below + learning;
  return m;
}

MapLayout lay_out_narrow(const Frame& frame, float width, bool with_pictures) {
  const float u = frame.theme.unit, chip = chip_height(frame);
  MapLayout m;
  float y = 0;
  for (std::size_t i = 0; i < kCourseParts.size(); ++i) {
    const auto lessons = static_cast<float>(lessons_of(*frame.snapshot.catalogue, kCourseParts[i]).size());
    const float title = measure(frame.theme.small, part_title(frame, kCourseParts[i]), width - 2 * kPad * u).y;
    const float picture = with_pictures && i < kFlowParts ? kStackedPicture * u + kPad * u : 0;
    const float height = title + picture + lessons * chip + 3 * kPad * u;
    m.parts[i] = {{0, y}, {width, y + height}};
    y += height + kGap * u;
  }
  m.picture_h = kStackedPicture * u;
  m.height = y - kGap * u;
  return m;
}

MapLayout lay_out_map(const Frame& frame, float width, float room, bool with_pictures) {
  return width >= kWideFrom * frame.theme.unit ? lay_out_wide(frame, width, room, with_pictures)
                                               : lay_out_narrow(frame, width, with_pictures);
}

bool has_present_lesson(const Frame& frame, CoursePart part) {
  const CoursePart of = frame.snapshot.lesson().part;
  return of != CoursePart::none && of == part;
}

void draw_course_part(const Frame& frame, Screen& screen, CoursePart part, const Box& box, const MapLayout& m, const Work& work,
                      bool with_pictures) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, pad = kPad * u, width = box.width() - 2 * pad, chip = chip_height(frame);
  const bool lit = work.lit == part || has_present_lesson(frame, part), learning = part == CoursePart::learning;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 9 * u);
  list->AddRect(box.min, box.max, lit ? theme.color.accent : theme.color.border, 9 * u, 0, (lit ? 2.0f : 1.0f) * u);
  const std::string title = part_title(frame, part);
  const ImVec2 at(box.min.x + pad, box.min.y + pad);
  const auto lessons = lessons_of(*frame.snapshot.catalogue, part);
  if (learning && m.wide) {  // all of it in one line
    const float title_w = measure(theme.small, title).x;
    put(list, theme.small, {at.x, box.centre().y - theme.small.size / 2}, theme.color.ink, title);
    note_words(screen.places, "words:map " + std::string(name_of(part)), title, {at, {at.x + title_w, box.max.y}});
    float x = at.x + title_w + 18 * u;
    const float each = std::min(220 * u, (box.max.x - pad - x) / static_cast<float>(std::max<std::size_t>(lessons.size(), 1)));
    for (const LessonInfo* lesson : lessons) draw_chip(frame, screen, *lesson, {{x, at.y}, {x + each - 6 * u, at.y + chip}}), x += each;
    return;
  }
  put(list, theme.small, at, lit ? theme.color.accent : theme.color.ink, title, width);
  note_words(screen.places, "words:map " + std::string(name_of(part)), title, {at, {at.x + width, at.y + theme.small.size}});
  float y = at.y + (m.wide ? m.title_h : measure(theme.small, title, width).y) + pad;
  if (with_pictures && !learning) {
    const Box picture{{at.x, y}, {at.x + (m.wide ? width : std::min(width, kSidePicture * 2 * u)), y + m.picture_h}};
    draw_part_picture(frame, screen, part, picture, work);
    if (const std::string words = part_picture_words(frame, part, work); !words.empty())
      note_words(screen.places, "words:map picture " + std::string(name_of(part)), words, picture);
    y += m.picture_h + pad;
  }
  for (const LessonInfo* lesson : lessons)
    draw_chip(frame, screen, *lesson, {{at.x - 3 * u, y}, {at.x + width + 3 * u, y + chip}}), y += chip;
}

void arrow_head(ImDrawList* list, ImVec2 tip_at, ImVec2 along, float size, ImU32 color) {
  const ImVec2 back(tip_at.x - along.x * size, tip_at.y - along.y * size), side(-along.y * size * 0.6f, along.x * size * 0.6f);
  list->AddTriangleFilled(tip_at, {back.x + side.x, back.y + side.y}, {back.x - side.x, back.y - side.y}, color);
}

// From part to part; over them what was said goes back in, below them the error flows back.
void draw_map_arrows(const Frame& frame, const Box (&parts)[kCourseParts.size()], bool wide, const Work& work) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, line = 1.5f * u;
  const ImU32 color = theme.color.arrow;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i + 1 < kFlowParts; ++i) {
    const Box &from = parts[i], &to = parts[i + 1];
    const bool lit = work.lit == kCourseParts[i + 1] && work.words <= 1;
    const ImU32 ink = lit ? theme.color.accent : color;
    if (wide) {
      const float y = from.min.y + 64 * u;
      list->AddLine({from.max.x, y}, {to.min.x - 5 * u, y}, ink, line);
      arrow_head(list, {to.min.x, y}, {1, 0}, 8 * u, ink);
    } else {
      const float x = from.min.x + 24 * u;
      list->AddLine({x, from.max.y}, {x, to.min.y - 5 * u}, ink, line);
      arrow_head(list, {x, to.min.y}, {0, 1}, 8 * u, ink);
    }
  }
  if (!wide) return;
  const Box &word = parts[kFlowParts - 1], &stacks = parts[kFlowParts - 2], &rows = parts[1], &learning = parts[kFlowParts];
  const bool again = work.words > 0 && work.lit == CoursePart::stacks;
  const ImU32 ink = again ? theme.color.accent : color;
  const float top = word.min.y - 14 * u, from_x = word.centre().x, to_x = stacks.centre().x;
  list->AddLine({from_x, word.min.y}, {from_x, top}, ink, line);
  list->AddLine({from_x, top}, {to_x, top}, ink, line);
  list->AddLine({to_x, top}, {to_x, stacks.min.y - 5 * u}, ink, line);
  arrow_head(list, {to_x, stacks.min.y}, {0, 1}, 8 * u, ink);
  const std::string said = ui_text(frame, "map.back_in");
  put(list, theme.tiny, {(from_x + to_x - measure(theme.tiny, said).x) / 2, top - theme.tiny.size - 3 * u}, theme.color.muted, said);
  list->AddLine({from_x, word.max.y}, {from_x, learning.min.y - 5 * u}, color, line);
  arrow_head(list, {from_x, learning.min.y}, {0, 1}, 8 * u, color);
  const float back_x = rows.centre().x;
  list->AddLine({back_x, learning.min.y}, {back_x, rows.max.y + 5 * u}, color, line);
  arrow_head(list, {back_x, rows.max.y}, {0, -1}, 8 * u, color);
}

// The part that lights up, where it is not in sight.
void bring_into_sight(const Frame& frame, Screen& screen, const Box (&parts)[kCourseParts.size()], const Work& work) {
  CoursePart& before = screen.state.course.lit_before;
  if (work.lit == before) return;
  before = work.lit;
  const float margin = 16 * frame.theme.unit, top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
  for (std::size_t i = 0; i < kCourseParts.size(); ++i) {
    const Box& part = parts[i];
    if (kCourseParts[i] != work.lit || (part.min.y >= top && part.max.y <= bottom)) continue;
    ImGui::SetScrollY(ImGui::GetScrollY() + part.min.y - margin - top);
    screen.output.animating = true;
  }
}

}  // namespace

float map_height(const Frame& frame, float width, float room, bool with_pictures) {
  return lay_out_map(frame, width, room, with_pictures).height;
}

void draw_map(const Frame& frame, Screen& screen, const Box& box, const Work& work, bool with_pictures) {
  const MapLayout m = lay_out_map(frame, box.width(), box.height(), with_pictures);
  Box parts[kCourseParts.size()];
  for (std::size_t i = 0; i < kCourseParts.size(); ++i) parts[i] = moved(m.parts[i], box.min);
  draw_map_arrows(frame, parts, m.wide, work);
  for (std::size_t i = 0; i < kCourseParts.size(); ++i) draw_course_part(frame, screen, kCourseParts[i], parts[i], m, work, with_pictures);
  bring_into_sight(frame, screen, parts, work);
  ImGui::SetCursorScreenPos({box.min.x, box.min.y + m.height});
  ImGui::Dummy({1, 1});
}

}  // namespace gf::ui
