#include "ui/course/reading.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "protocol/route.h"
#include "study/course.h"
#include "study/sources.h"
#include "ui/course/chapters.h"
#include "ui/course/page.h"
#include "ui/course/progress_mark.h"
#include "ui/course/recap.h"
#include "ui/course/whole_model.h"
#include "ui/look_up/glossary.h"
#include "ui/look_up/link_text.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kWidestText = 760, kWidestPage = 1240, kBesideFrom = 900;  // design pixels

// A subject that the reader can read about now, and the lesson that taught it. The text is "ui.last.read.<key>".
struct ReadLine {
  const char *key, *lesson;
};
constexpr ReadLine kCanRead[] = {{"attention", "self-attention"},
                                 {"heads", "multi-head"},
                                 {"block", "block"},
                                 {"modern", "modern-block"},
                                 {"stacks", "encoder-decoder"},
                                 {"loss", "training"},
                                 {"gradients", "backpropagation"},
                                 {"gpt", "language-model"},
                                 {"writing", "sampling"},
                                 {"chat", "prompting"},
                                 {"confidence", "confidence"},
                                 {"thinking", "thinking"},
                                 {"retrieval", "retrieval"},
                                 {"tools", "tools"},
                                 {"adapting", "lora"},
                                 {"preferences", "preferences"},
                                 {"bits", "quantization"},
                                 {"sizes", "scaling"},
                                 {"cut", "parallelism"}};
// Subjects that the course leaves out. The text is "ui.last.left_out.<key>".
constexpr const char* kWasLeftOut[] = {"data", "tuning"};
// Works to go on with. The texts are "ui.last.on.<key>.name", ".what" and ".address".
constexpr const char* kToGoOn[] = {"paper", "annotated", "illustrated", "videos", "whole", "code"};

void draw_heading(const Frame& frame, Screen& screen, const std::string& text, float width) {
  gap(14 * frame.theme.unit);
  paragraph(frame.theme.heading, frame.theme.color.ink, text, width);
  note_words(screen.places, "words:heading " + text, text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  gap(2 * frame.theme.unit);
}

void draw_line(const Frame& frame, Screen& screen, const std::string& text, float width) {
  glossed_paragraph(frame, screen, frame.theme.body, frame.theme.color.ink, text, width);
  note_words(screen.places, "words:" + text.substr(0, 24), text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

// Draws a link to a lesson, and below it a text about the lesson.
void line_with_lesson(const Frame& frame, Screen& screen, const std::string& text, const std::string& lesson, float width) {
  const Theme& theme = frame.theme;
  step_link(frame, screen, theme.heading, "to:" + lesson, frame.texts.get("lessons." + lesson + ".title"), lesson, -1, width);
  draw_line(frame, screen, text, width);
  gap(6 * theme.unit);
}

// Draws a page elsewhere: its name as a link, its description, and its address with a button that copies it.
void draw_reference(const Frame& frame, Screen& screen, const std::string& key, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (frame.host.touch ? 36.0f : 28.0f) * u;
  const std::string name = ui_text(frame, key + ".name"), address = ui_text(frame, key + ".address");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  ImGui::PushID(key.c_str());
  const std::string copy = frame.texts.format("ui.last.on.copy", {{"name", name}});
  if (icon_button(theme, screen.places, Icon::copy, copy + "###copy " + key, side)) {
    ImGui::SetClipboardText(address.c_str());
    screen.state.notice = "ui.link_copied";
    screen.state.notice_since_s = ImGui::GetTime();
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  const float room = width - side - 8 * u;
  outer_link(frame, screen, theme.heading, name, address, room);
  const std::string what = ui_text(frame, key + ".what");
  paragraph(theme.body, theme.color.ink, what, room);
  note_words(screen.places, "words:" + key, what, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  paragraph(theme.small, theme.color.muted, address.substr(address.find("//") + 2), room);
  gap(8 * u);
}

// Draws how many questions are answered, and a button to the next lesson with a question on the reader's route.
void draw_next_to_do(const Frame& frame, Screen& screen, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = (frame.host.touch ? 46.0f : 40.0f) * u;
  int answered = 0, all = 0;
  for (const LessonInfo& lesson : *frame.snapshot.catalogue) {
    const Progress progress = progress_of(frame, lesson);
    answered += progress.answered;
    all += progress.total;
  }
  const LessonInfo* next = next_to_do(frame, frame.snapshot.route);
  const std::string words = frame.texts.format(next ? "ui.last.answered" : "ui.last.all_answered",
                                               {{"answered", std::to_string(answered)}, {"of", std::to_string(all)}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Type& type = theme.body;
  std::string label;
  if (next) {
    const Progress progress = progress_of(frame, *next);
    label = frame.texts.format("ui.last.next", {{"lesson", frame.texts.get("lessons." + next->id + ".title")},
                                                {"open", std::to_string(progress.total - progress.answered)}});
  }
  const float button = next ? text_button_width(theme, label) : 0;
  const bool beside = measure(type, words).x + button + 32 * u <= width;
  if (beside) ImGui::SetCursorScreenPos({at.x, at.y + (height - type.size) / 2});
  paragraph(type, theme.color.ink, words, beside ? width - button - 16 * u : width);
  note_words(screen.places, "words:answered", words, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (next) {
    if (beside) ImGui::SetCursorScreenPos({at.x + measure(type, words).x + 24 * u, at.y});
    if (text_button(theme, screen.places, label + "###do next", height, ButtonKind::primary)) go_to_lesson(frame, screen, next->id, -1);
  }
  gap(8 * u);
}

void draw_where_to_go_on(const Frame& frame, Screen& screen, float width) {
  const auto text = [&](const std::string& key) { return ui_text(frame, "last." + key); };
  draw_heading(frame, screen, text("on.title"), width);
  for (const char* work : kToGoOn) draw_reference(frame, screen, "last.on." + std::string(work), width);
  draw_heading(frame, screen, text("left_out.title"), width);
  for (const char* subject : kWasLeftOut) {
    draw_line(frame, screen, text("left_out." + std::string(subject)), width);
    gap(4 * frame.theme.unit);
  }
  gap(10 * frame.theme.unit);
  if (text_button(frame.theme, screen.places, ui_text(frame, "map.sources"), control_height(frame.theme, frame.host.touch)))
    open_sources(screen);
}

// Draws the recap of a chapter: a line for each lesson up to the present lesson, and the formula of attention in the chapter about
// attention.
void draw_recap_page(const Frame& frame, Screen& screen, float width) {
  const LessonInfo& present = frame.snapshot.lesson();
  if (present.chapter == Chapter::attention) draw_recap(frame, screen, width);
  draw_heading(frame, screen, frame.texts.format("ui.recap.title", {{"part", chapter_title(frame, present.chapter)}}), width);
  for (const LessonInfo* lesson : lessons_of(*frame.snapshot.catalogue, present.chapter)) {
    const auto line =
        std::find_if(std::begin(kCanRead), std::end(kCanRead), [&](const ReadLine& read) { return lesson->id == read.lesson; });
    const std::string taught = line == std::end(kCanRead) ? frame.texts.get("lessons." + lesson->id + ".subtitle")
                                                          : ui_text(frame, "last.read." + std::string(line->key));
    line_with_lesson(frame, screen, taught, lesson->id, width);
    if (lesson->id == present.id) break;
  }
}

void draw_last(const Frame& frame, Screen& screen, float width) {
  const float u = frame.theme.unit, whole = width;
  draw_next_to_do(frame, screen, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_whole_model(frame, screen, {at, {at.x + whole, at.y + whole_model_height(frame, whole)}});
  gap(16 * u);
  draw_recap(frame, screen, whole);
  gap(8 * u);
  const bool beside = width >= kBesideFrom * u;
  const float left = beside ? width * 0.52f : width, right = beside ? width - left - 48 * u : width;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  draw_heading(frame, screen, ui_text(frame, "last.read.title"), left);
  for (const ReadLine& read : kCanRead)
    line_with_lesson(frame, screen, ui_text(frame, "last.read." + std::string(read.key)), read.lesson, left);
  const float end = ImGui::GetCursorScreenPos().y;
  if (beside) {
    ImGui::SetCursorScreenPos({top.x + left + 48 * u, top.y});
    ImGui::BeginGroup();
  }
  draw_where_to_go_on(frame, screen, right);
  if (beside) {
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos({top.x, std::max(end, ImGui::GetItemRectMax().y)});
    ImGui::Dummy({1, 1});
  }
}

// Draws the question about a slip. A button shows the answer.
void draw_slip(const Frame& frame, Screen& screen, const Slip& slip, float width) {
  const float height = control_height(frame.theme, frame.host.touch);
  CourseScreen& course = screen.state.course;
  draw_line(frame, screen, slip.question, width);
  ImGui::PushID(slip.id.c_str());
  if (course.slips_told.contains(slip.id)) {
    glossed_paragraph(frame, screen, frame.theme.body, frame.theme.color.muted, slip.answer, width);
    note_words(screen.places, "words:slip " + slip.id, slip.answer, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  } else if (text_button(frame.theme, screen.places, ui_text(frame, "ask.show") + "###tell " + slip.id, height, ButtonKind::plain)) {
    course.slips_told.insert(slip.id);
  }
  ImGui::PopID();
  gap(4 * frame.theme.unit);
}

void draw_sources(const Frame& frame, Screen& screen, float width) {
  const float side = (frame.host.touch ? 42.0f : 34.0f) * frame.theme.unit;
  CourseScreen& course = screen.state.course;
  const bool loaded = frame.texts.has("sources.title");
  if (loaded && !course.sources) course.sources = sources_of(frame.texts);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  line(frame.theme.title, frame.theme.color.ink, loaded ? course.sources->title : ui_text(frame, "computing"), width - side);
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  if (icon_button(frame.theme, screen.places, Icon::close, ui_text(frame, "dismiss") + "###close sources", side))
    course.sources_open = false;
  prefer_noted(screen.places);
  if (!loaded) return;
  draw_line(frame, screen, course.sources->lead, width);
  for (const SourceText& text : course.sources->texts) {
    draw_heading(frame, screen, text.letter + ". " + text.title, width);
    paragraph(frame.theme.body, frame.theme.color.muted, text.gave, width);
    gap(4 * frame.theme.unit);
    for (const Slip& slip : course.sources->slips)
      if (slip.id.starts_with(text.letter)) draw_slip(frame, screen, slip, width);
  }
}

}  // namespace

void open_sources(Screen& screen) {
  screen.state.course.sources_open = true;
  want_all_texts(screen);
}

void draw_reading(const Frame& frame, Screen& screen, Reading reading, const Box& box) {
  const float u = frame.theme.unit, side = (box.width() < 760 * u ? 16.0f : 32.0f) * u;
  constexpr const char* kNames[] = {"recap page", "last page", "sources"};
  if (begin_part(kNames[static_cast<std::size_t>(reading)], box, ImVec2(side, 16 * u), 0)) {
    const float width = ImGui::GetContentRegionAvail().x - 4 * u;
    switch (reading) {
      case Reading::recap:
        draw_recap_page(frame, screen, std::min(width, kWidestPage * u));
        break;
      case Reading::last:
        draw_last(frame, screen, std::min(width, kWidestPage * u));
        break;
      case Reading::sources:
        draw_sources(frame, screen, std::min(width, kWidestText * u));
        break;
    }
    gap(16 * u);
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
