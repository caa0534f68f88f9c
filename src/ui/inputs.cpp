// Editors of a lesson's inputs, made from their declarations.
#include "ui/inputs.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "ui/counting.h"
#include "ui/glossary.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/suggestions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// A pasted text beyond this goes to the session, which says that it is too long, and not into the field.
constexpr std::size_t kMostTyped = 20'000;

struct Field {
  const InputSpec* spec;
  std::string label, help, hint;
  float width, control;  // of the field and of its control
  bool beside;           // the label stands beside the control, in a form of one column
};

constexpr float kLinesHeight = 112, kMainLinesHeight = 84;  // of a text of several lines
constexpr float kAcross = 26, kDown = 14;                   // between fields
constexpr float kMostText = 460, kLeastHalf = 240;          // the width of a text, and of half a line
constexpr float kFormFrom = 420;                            // design pixels; narrower, numbers are lines of a form

std::vector<std::string> choice_labels(const Frame& frame, const InputSpec& spec) {
  std::vector<std::string> labels;
  for (const std::string& choice : spec.choices)
    labels.push_back(text_or(frame, lesson_key(frame, "inputs." + spec.name + ".choices." + choice), choice));
  return labels;
}

// Texts of one line stand two beside each other where what they begin with fits.
float text_width(const Frame& frame, const InputSpec& spec, float room) {
  const float u = frame.theme.unit, half = std::floor((room - kAcross * u) / 2);
  const bool fits = !spec.lines && half >= measure(frame.theme.body, std::string(std::get<std::string_view>(spec.initial))).x + 30 * u;
  return half >= kLeastHalf * u && fits ? std::min(half, kMostText * u) : std::min(room, kMostText * u);
}

float control_width(const Frame& frame, const InputSpec& spec, float room) {
  const float u = frame.theme.unit;
  switch (spec.type) {
    case InputType::text:
      return text_width(frame, spec, room);
    case InputType::number:
      return room < kFormFrom * u ? room - 92 * u : 218 * u;
    case InputType::toggle:
      return 38 * u;
    default: {
      const float segments = segmented_width(frame.theme, choice_labels(frame, spec));
      return segments <= std::min(room, 380 * u) ? segments : std::min(room, 200 * u);
    }
  }
}

Field make_field(const Frame& frame, const InputSpec& spec, float room) {
  const bool form = room < kFormFrom * frame.theme.unit;
  Field field{&spec, {}, {}, {}, 0, 0, form && spec.type == InputType::number};
  const std::string key = lesson_key(frame, "inputs." + spec.name);
  field.label = text_or(frame, key + ".label", spec.name);
  field.help = text_or(frame, key + ".help", "");
  field.hint = text_or(frame, key + ".hint", "");
  field.control = control_width(frame, spec, room);
  field.width = field.beside ? room : std::min(std::max(field.control, measure(frame.theme.tiny, field.label).x), room);
  return field;
}

void edit_text(const Frame& frame, Screen& screen, const Field& field, const std::string& value, float height) {
  const auto typed = frame.state.lesson.typing.find(field.spec->name);
  std::string text = typed == frame.state.lesson.typing.end() ? value : typed->second;
  const ImGuiID id = ImGui::GetID("##text");
  const std::optional<std::string> taken = take_suggestion(screen, field.spec->name, id);
  if (taken) text = *taken;
  const bool lines = field.spec->lines && height > control_height(frame.theme, frame.host.touch);
  const TextField sizes{field.control, height, field.hint, ImGuiInputTextFlags_None, lines};
  const bool changed = text_field(frame.theme, screen.places, "##text", field.label, text, frame.theme.body, sizes) || taken;
  suggest_words(frame, screen, field.spec->name, text, id);
  if (ImGui::IsItemActivated()) screen.state.input_gesture = new_gesture(screen);
  if (changed) send(screen, SetInput{field.spec->name, text, frame.state.input_gesture});
  const bool too_long = text.size() > kMostTyped;
  if (too_long) ImGui::ClearActiveID();
  if (ImGui::IsItemActive() && !too_long) {
    screen.state.lesson.typing[field.spec->name] = text;
  } else {
    screen.state.lesson.typing.erase(field.spec->name);
  }
}

void type_number(const Frame& frame, Screen& screen, const Field& field, double value, float width, float height) {
  const auto typed = frame.state.lesson.typing.find(field.spec->name);
  const std::string shown = exact_text(value);
  std::string text = typed == frame.state.lesson.typing.end() ? shown : typed->second;
  text_field(frame.theme, screen.places, "##number", field.label, text, frame.theme.mono,
             {width, height, {}, ImGuiInputTextFlags_AutoSelectAll});
  if (ImGui::IsItemActive()) {
    screen.state.lesson.typing[field.spec->name] = text;
    return;
  }
  if (ImGui::IsItemDeactivatedAfterEdit() && text != shown) send(screen, TypeInput{field.spec->name, text});
  screen.state.lesson.typing.erase(field.spec->name);
}

void edit_number(const Frame& frame, Screen& screen, const Field& field, double value, float height) {
  const InputSpec& spec = *field.spec;
  const float u = frame.theme.unit, box = 74 * u;
  if (spec.most > spec.least) {
    double next = value;
    const bool changed = slider(frame.theme, screen.places, "slider", field.label, next,
                                {spec.least, spec.most, spec.step, spec.logarithmic}, ImVec2(field.control - box - 12 * u, height));
    if (ImGui::IsItemActivated()) screen.state.input_gesture = new_gesture(screen);
    if (changed) send(screen, SetInput{spec.name, next, frame.state.input_gesture});
    ImGui::SameLine(0, 12 * u);
  }
  type_number(frame, screen, field, value, box, height);
}

void edit_choice(const Frame& frame, Screen& screen, const Field& field, const std::string& value, float height) {
  const InputSpec& spec = *field.spec;
  int chosen = -1, place = 0;
  for (const std::string& choice : spec.choices) {
    if (choice == value) chosen = place;
    ++place;
  }
  const std::vector<std::string> labels = choice_labels(frame, spec);
  const bool segments = segmented_width(frame.theme, labels) <= field.control + 1;
  const int picked = segments ? segmented(frame.theme, screen.places, "choice", field.label, labels, chosen, height)
                              : drop_down(frame.theme, screen.places, "choice", field.label, labels, chosen, field.control, height);
  if (picked >= 0) send(screen, SetInput{spec.name, std::string(spec.choices[static_cast<std::size_t>(picked)]), 0});
}

void edit_value(const Frame& frame, Screen& screen, const Field& field, float height) {
  const InputValue& value = input_or_default(frame.snapshot.lesson(), frame.snapshot.document.inputs, field.spec->name);
  switch (field.spec->type) {
    case InputType::text:
      return edit_text(frame, screen, field, std::get<std::string>(value), height);
    case InputType::number:
      return edit_number(frame, screen, field, std::get<double>(value), height);
    case InputType::choice:
      return edit_choice(frame, screen, field, std::get<std::string>(value), height);
    case InputType::toggle: {
      bool on = std::get<bool>(value);
      if (toggle(frame.theme, screen.places, "toggle", field.label, on, height)) send(screen, SetInput{field.spec->name, on, 0});
      return;
    }
    case InputType::matrix:
      return;
  }
}

void edit(const Frame& frame, Screen& screen, const Field& field, float height) {
  ImGui::BeginDisabled(frame.host.options.locks(field.spec->name));
  edit_value(frame, screen, field, height);
  ImGui::EndDisabled();
}

void draw_field(const Frame& frame, Screen& screen, const Field& field, ImVec2 at, float height) {
  const Theme& theme = frame.theme;
  ImGui::PushID(field.spec->name.c_str());
  ImGui::SetCursorScreenPos(at);
  ImGui::BeginGroup();
  if (field.beside) ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + (height - theme.tiny.size) / 2));
  line(theme.tiny, theme.color.muted, field.label, field.width - (field.beside ? field.control + 6 * theme.unit : 0));
  tip(theme, field.help);
  ImGui::SetCursorScreenPos(field.beside ? ImVec2(at.x + field.width - field.control, at.y) : ImVec2(at.x, at.y + 18 * theme.unit));
  edit(frame, screen, field, height);
  ImGui::EndGroup();
  note_item(screen.places, "input:" + field.spec->name);
  ImGui::PopID();
}

// A note says a node's name as the heading of its panel does.
std::string note_text(const Frame& frame, const Note& note) {
  auto words = note.words;
  for (auto& [word, value] : words) {
    const int node = word == "node" || word == "matrix" ? frame.trace->find(value) : -1;
    if (node >= 0) value = node_title(frame, frame.trace->node(node));
  }
  return frame.texts.format(lesson_key(frame, "notes." + note.id), words);
}

void draw_notes(const Frame& frame, Screen& screen) {
  if (!frame.trace) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  for (const Note& note : frame.trace->notes) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + 2 * u), ImVec2(at.x + 3 * u, at.y + 16 * u), theme.color.mark, u);
    ImGui::Indent(12 * u);
    const std::string text = note_text(frame, note);
    glossed_paragraph(frame, screen, theme.small, theme.color.muted, text, std::min(ImGui::GetContentRegionAvail().x, 760 * u));
    note_item(screen.places, "note:" + text);
    ImGui::Unindent(12 * u);
  }
}

const InputSpec* main_input(const Frame& frame) {
  const LessonInfo& lesson = frame.snapshot.lesson();
  if (!lesson.main.empty()) return find_input(lesson, lesson.main);
  return !lesson.inputs.empty() && lesson.inputs.front().type == InputType::text ? &lesson.inputs.front() : nullptr;
}

}  // namespace

bool has_main_input(const Frame& frame) { return main_input(frame) && !frame.host.options.hides(ScreenPart::inputs); }

bool main_input_fits(const Frame& frame, float width) {
  const InputSpec* spec = main_input(frame);
  return spec && !spec->lines && width >= 900 * frame.theme.unit;
}

void draw_main_input(const Frame& frame, Screen& screen, float width) {
  const InputSpec* spec = main_input(frame);
  if (!spec) return;
  const float u = frame.theme.unit, height = control_height(frame.theme, frame.host.touch);
  // A number that counts itself up stands beside the text: what the model writes.
  const bool narrow = width < kFormFrom * u;
  const float buttons = counting_width(frame, narrow);
  Field field = make_field(frame, *spec, width - buttons);
  field.control = spec->type == InputType::text ? std::min(width - buttons, 520 * u) : std::min(field.control, width - buttons);
  ImGui::PushID(spec->name.c_str());
  ImGui::BeginGroup();
  edit(frame, screen, field, spec->lines && !is_low(frame) ? kMainLinesHeight * u : height);
  ImGui::EndGroup();
  note_item(screen.places, "input:" + spec->name);
  tip(frame.theme, field.help);
  ImGui::PopID();
  if (buttons <= 0) return;
  ImGui::SameLine(0, 4 * u);
  draw_counting(frame, screen, *spec, height, narrow);
}

float main_input_width(const Frame& frame) { return 420 * frame.theme.unit + counting_width(frame, false); }

void draw_inputs(const Frame& frame, Screen& screen) {
  const float u = frame.theme.unit, room = ImGui::GetContentRegionAvail().x, height = control_height(frame.theme, frame.host.touch);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float across = kAcross * u, down = kDown * u;
  float x = 0, y = 0, line_h = 0;
  for (const InputSpec& spec : frame.snapshot.lesson().inputs) {
    if (spec.type == InputType::matrix || &spec == main_input(frame) ||
        !matters(frame.snapshot.lesson(), frame.snapshot.document.inputs, spec))
      continue;
    const Field field = make_field(frame, spec, room);
    const float own = spec.lines ? kLinesHeight * u : height;
    if (x > 0 && x + field.width > room) x = 0, y += line_h + down, line_h = 0;
    draw_field(frame, screen, field, ImVec2(origin.x + x, origin.y + y), own);
    x += field.width + across;
    line_h = std::max(line_h, own + (field.beside ? 0 : 18 * u));
  }
  ImGui::SetCursorScreenPos(ImVec2(origin.x, origin.y + y));
  if (line_h > 0) ImGui::Dummy(ImVec2(room, line_h + 4 * u));
  draw_notes(frame, screen);
}

}  // namespace gf::ui
