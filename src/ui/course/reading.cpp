#include "ui/course/reading.h"

#include <algorithm>

#include "protocol/sources.h"
#include "ui/glossary.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kWidestText = 760, kLessonWidth = 190;  // design pixels

// What can be read now, each with the lesson that taught it; what was left out; where to go on. Texts: "ui.last.read.attention" and so on.
struct ReadLine {
  const char *key, *lesson;
};
constexpr ReadLine kCanRead[] = {{"attention", "self-attention"},
                                 {"heads", "multi-head"},
                                 {"block", "block"},
                                 {"stacks", "encoder-decoder"},
                                 {"loss", "training"},
                                 {"gradients", "backpropagation"},
                                 {"gpt", "language-model"},
                                 {"writing", "sampling"},
                                 {"chat", "prompting"},
                                 {"retrieval", "retrieval"},
                                 {"adapting", "lora"},
                                 {"bits", "quantization"},
                                 {"sizes", "scaling"}};
constexpr const char* kWasLeftOut[] = {"data", "tuning"};
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

// A line beside the button to the lesson that it is about; below it where there is little room.
void line_with_lesson(const Frame& frame, Screen& screen, const std::string& text, const std::string& lesson, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch), beside = kLessonWidth * u;
  const bool wide = width >= 2.4f * beside;
  const std::string label = frame.texts.get("lessons." + lesson + ".title") + "###to " + lesson;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (!wide) draw_line(frame, screen, text, width);
  if (text_button(theme, screen.places, label, height)) send(screen, OpenLesson{lesson});
  if (wide) {
    ImGui::SetCursorScreenPos({at.x + beside, at.y + (height - line_height(theme.body)) / 2});
    ImGui::BeginGroup();
    draw_line(frame, screen, text, width - beside);
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos({at.x, std::max(at.y + height, ImGui::GetItemRectMax().y) + 6 * u});
  }
  ImGui::Dummy({1, 1});
}

void draw_last(const Frame& frame, Screen& screen, float width) {
  const auto text = [&](const std::string& key) { return ui_text(frame, "last." + key); };
  draw_heading(frame, screen, text("read.title"), width);
  for (const ReadLine& one : kCanRead) line_with_lesson(frame, screen, text("read." + std::string(one.key)), one.lesson, width);
  draw_heading(frame, screen, text("left_out.title"), width);
  for (const char* one : kWasLeftOut) draw_line(frame, screen, text("left_out." + std::string(one)), width);
  draw_heading(frame, screen, text("on.title"), width);
  for (const char* one : kToGoOn) draw_line(frame, screen, text("on." + std::string(one)), width);
  gap(10 * frame.theme.unit);
  if (text_button(frame.theme, screen.places, ui_text(frame, "map.sources"), control_height(frame.theme, frame.host.touch)))
    screen.state.course.sources_open = true;
}

// A slip is found in its lesson; the answer to one that no lesson computes is told when it is asked for.
void draw_slip(const Frame& frame, Screen& screen, const Slip& slip, float width) {
  const float height = control_height(frame.theme, frame.host.touch);
  CourseScreen& course = screen.state.course;
  draw_line(frame, screen, slip.question, width);
  ImGui::PushID(slip.id.c_str());
  if (!slip.lesson.empty()) {
    const std::string where = frame.texts.format(
        "ui.map.find", {{"lesson", frame.texts.get("lessons." + slip.lesson + ".title")}, {"step", std::to_string(slip.step + 1)}});
    if (text_button(frame.theme, screen.places, where + "###find " + slip.id, height, ButtonKind::plain)) {
      send(screen, OpenLesson{slip.lesson});
      send(screen, GoToStep{slip.step});
      course.sources_open = course.map_open = false;
    }
  } else if (course.slips_told.contains(slip.id)) {
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
  if (!course.sources) course.sources = sources_of(*frame.snapshot.catalogue, frame.texts);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  line(frame.theme.title, frame.theme.color.ink, course.sources->title, width - side);
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  if (icon_button(frame.theme, screen.places, Icon::close, ui_text(frame, "dismiss") + "###close sources", side))
    course.sources_open = false;
  prefer_noted(screen.places);
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

void draw_reading(const Frame& frame, Screen& screen, Reading reading, const Box& box) {
  const float u = frame.theme.unit, side = (box.width() < 760 * u ? 16.0f : 32.0f) * u;
  if (begin_part(reading == Reading::last ? "last page" : "sources", box, ImVec2(side, 16 * u), 0)) {
    const float width = std::min(ImGui::GetContentRegionAvail().x - 4 * u, kWidestText * u);
    if (reading == Reading::last) {
      draw_last(frame, screen, width);
    } else {
      draw_sources(frame, screen, width);
    }
    gap(16 * u);
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
