#include "ui/inputs/counting.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr double kLeast_s = 0.08;  // the least time from number to number, so that eyes can follow
constexpr int kTimesKept = 3;      // the least number of times for which their mean is shown

double value_of(const Frame& frame, const InputSpec& spec) {
  return std::get<double>(input_or_default(frame.snapshot.lesson(), frame.snapshot.document.inputs, spec.name));
}

const Note* note_of(const Frame& frame, std::string_view id) {
  if (!frame.trace) return nullptr;
  const auto& notes = frame.trace->notes;
  const auto found = std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.id == id; });
  return found == notes.end() ? nullptr : &*found;
}

// Whether the number is at its end, by its range or by a note of the lesson.
bool has_ended(const Frame& frame, const InputSpec& spec) { return value_of(frame, spec) >= spec.most || note_of(frame, "ended"); }

void count_to(Screen& screen, const InputSpec& spec, double next) {
  Counting& counting = screen.state.lesson.counting;
  counting.asked = next;
  counting.asked_s = ImGui::GetTime();
  send(screen, SetInput{spec.name, next, counting.gesture});
  screen.output.animating = true;
}

void begin(const Frame& frame, Screen& screen, const InputSpec& spec, bool once) {
  const double from = has_ended(frame, spec) ? spec.least : value_of(frame, spec);
  Counting& counting = screen.state.lesson.counting = {};
  counting.gesture = new_gesture(screen);
  counting.playing = !once;
  count_to(screen, spec, from + spec.step);
}

// Puts the written text into the input `text`, so that the reader can change it. Both edits are one step of undo.
void take_over(Screen& screen, const InputSpec& spec, const InputSpec& text, const Note& written) {
  screen.state.lesson.counting = {};
  const int gesture = new_gesture(screen);
  send(screen, SetInput{text.name, written.words.front().second, gesture});
  send(screen, SetInput{spec.name, spec.least, gesture});
}

std::string words(const Frame& frame, const InputSpec& spec, const char* which) {
  return text_or(frame, lesson_key(frame, "inputs." + spec.name + "." + which), which);
}

// Returns the words for the numbers a second, computed from the time between asking for a number and having it.
std::string rate(const Frame& frame) {
  const Counting& counting = frame.state.lesson.counting;
  if (counting.times < kTimesKept || counting.took_s <= 0) return {};
  const int a_second = std::max(1, static_cast<int>(std::lround(counting.times / counting.took_s)));
  return frame.texts.format("ui.counting.rate", {{"count", std::to_string(a_second)}});
}

float play_width(const Frame& frame, const InputSpec& spec) {
  const auto width = [&](const char* which) { return measure(frame.theme.small, words(frame, spec, which)).x; };
  return std::max(width("run"), width("rest")) + 42 * frame.theme.unit;
}

constexpr float kBetween = 4, kRateWidth = 74;

}  // namespace

const InputSpec* counting_input(const Frame& frame) {
  const auto& inputs = frame.snapshot.lesson().inputs;
  const auto found = std::find_if(inputs.begin(), inputs.end(), [](const InputSpec& spec) { return spec.runs; });
  return found == inputs.end() || frame.host.options.locks(found->name) ? nullptr : &*found;
}

void follow_counting(const Frame& frame, Screen& screen) {
  Counting& counting = screen.state.lesson.counting;
  const InputSpec* spec = counting_input(frame);
  if (!spec || counting.asked < 0) return;
  const bool refused = frame.snapshot.problem.has_value();
  const double now = ImGui::GetTime(), value = value_of(frame, *spec);
  if (value != counting.asked || frame.snapshot.computing) {
    // The value is still being computed, or the reader changed the input.
    const bool on_its_way = frame.snapshot.computing || now < counting.asked_s + 1;
    if (refused || !on_its_way) counting = {};
    if (counting.playing) screen.output.animating = true;
    return;
  }
  if (counting.shown != value) {
    counting.shown = value;
    counting.took_s += now - counting.asked_s;
    ++counting.times;
  }
  if (!counting.playing) return;
  if (refused || has_ended(frame, *spec)) {
    counting.playing = false;
    return;
  }
  screen.output.animating = true;
  if (now >= counting.asked_s + kLeast_s) count_to(screen, *spec, value + spec->step);
}

float counting_width(const Frame& frame, bool narrow) {
  const InputSpec* spec = counting_input(frame);
  if (!spec) return 0;
  const float u = frame.theme.unit, side = control_height(frame.theme, frame.host.touch);
  return narrow ? 3 * (side + kBetween * u) : play_width(frame, *spec) + 2 * side + (4 * kBetween + kRateWidth) * u;
}

void draw_counting(const Frame& frame, Screen& screen, const InputSpec& text, float height, bool narrow) {
  const InputSpec* spec = counting_input(frame);
  if (!spec) return;
  const Theme& theme = frame.theme;
  Counting& counting = screen.state.lesson.counting;
  const float u = theme.unit;
  const std::string label = words(frame, *spec, counting.playing ? "rest" : "run") + "###count";
  const Icon icon = counting.playing ? Icon::pause : Icon::play;
  ImGui::PushID("counting");
  const bool pressed =
      narrow ? icon_button(theme, screen.places, icon, label, height)
             : icon_text_button(theme, screen.places, icon, label, ImVec2(play_width(frame, *spec), height), ButtonKind::primary);
  if (pressed && counting.playing) {
    counting.playing = false;
  } else if (pressed) {
    begin(frame, screen, *spec, false);
  }
  ImGui::SameLine(0, kBetween * u);
  if (icon_button(theme, screen.places, Icon::step, words(frame, *spec, "one"), height, !counting.playing))
    begin(frame, screen, *spec, true);
  ImGui::SameLine(0, kBetween * u);
  const Note* written = note_of(frame, "written");
  if (icon_button(theme, screen.places, Icon::pencil, words(frame, *spec, "keep"), height,
                  written && !counting.playing && !frame.host.options.locks(text.name)))
    take_over(screen, *spec, text, *written);
  if (!narrow && !rate(frame).empty()) {
    ImGui::SameLine(0, 2 * kBetween * u);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    put(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(at.x, at.y + (height - theme.tiny.size) / 2), theme.color.muted, rate(frame));
    ImGui::Dummy(ImVec2(kRateWidth * u, height));
    note_item(screen.places, "counting:" + rate(frame));
    tip(theme, ui_text(frame, "counting.rate_help"));
  }
  ImGui::PopID();
}

}  // namespace gf::ui
