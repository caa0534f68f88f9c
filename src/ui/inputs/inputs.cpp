// Draws editors of a lesson's inputs from the declarations of the inputs.
#include "ui/inputs/inputs.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/nth.h"
#include "core/number_text.h"
#include "protocol/step.h"
#include "ui/ask/ask.h"
#include "ui/ask/exercise.h"
#include "ui/course/page.h"
#include "ui/inputs/code_editor.h"
#include "ui/inputs/counting.h"
#include "ui/inputs/suggestions.h"
#include "ui/inputs/typed.h"
#include "ui/look_up/glossary.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// A longer pasted text goes to the session, which says that it is too long. The field does not keep that text.
constexpr std::size_t kMostTyped = 20'000;

// An editor with its label. Widths are in points.
struct Field {
  const InputSpec* spec;
  std::string label, help, hint;
  float width, control;  // the widths of the whole field and of its control
  bool beside;           // the label stands beside the control
};

// Lengths are in design pixels.
constexpr int kFormLines = 5, kMainLines = 4;           // the lines of a text of several lines: in the settings; above the picture
constexpr float kAcross = 26, kDown = 14;               // the gaps between fields
constexpr float kMostText = 460, kLeastHalf = 240;      // the greatest width of a text; the least width of half a line
constexpr float kMainText = 420, kMostMainText = 700;   // the least and greatest width of the main text, which grows with its content
constexpr float kMainFrom = 900, kLowMainFrom = 480;    // the least width of a bar with title and main text: usually; in a low window
constexpr float kFormFrom = 420;                        // in a narrower column, numbers are lines of a form
constexpr float kFormLabel = 92;                        // the room for the name in such a line
constexpr float kStageName = 12, kStageNameAbove = 20;  // on the stage: the gap between name and editor; the height of a name above
constexpr float kStageNumber = 320, kStageText = 340, kStageLongText = 560, kStageChoice = 260;
constexpr int kLeastLines = 2, kMostLines = 6;  // the lines of a text of several lines on the stage
constexpr float kLeastStageNumber = 190, kLeastStageText = 160;

// Returns the height of a field that shows exactly so many lines.
float lines_height(const Theme& theme, int lines) {
  return static_cast<float>(lines) * theme.body.size + 2 * ImGui::GetStyle().FramePadding.y;
}

// Returns the height of such a field in a low window: as few lines as a finger or pointer can press.
float low_lines_height(const Frame& frame) { return lines_height(frame.theme, frame.host.touch ? 2 : 1); }

std::vector<std::string> choice_labels(const Frame& frame, const InputSpec& spec) {
  std::vector<std::string> labels;
  for (const std::string& choice : spec.choices)
    labels.push_back(text_or(frame, lesson_key(frame, "inputs." + spec.name + ".choices." + choice), choice));
  return labels;
}

// Returns the width of a text field. Two texts of one line stand beside each other if their initial texts fit.
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
      return room < kFormFrom * u ? room - kFormLabel * u : 218 * u;
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
  if (field.beside && measure(frame.theme.tiny, field.label).x > (kFormLabel - 6) * frame.theme.unit)
    field.beside = false, field.control = room;  // its name has a line of its own
  field.width = field.beside ? room : std::min(std::max(field.control, measure(frame.theme.tiny, field.label).x), room);
  return field;
}

void edit_text(const Frame& frame, Screen& screen, const Field& field, const std::string& value, float height) {
  const std::string& input = field.spec->name;
  const ImGuiID id = ImGui::GetID("##text");
  follow_typed(frame, screen, input, value, id);
  std::string text = text_in_field(frame, input, value);
  const std::optional<std::string> taken = take_suggestion(screen, input, id);
  if (taken) text = *taken;
  TextField sizes{field.control, height, field.hint};
  sizes.lines = field.spec->lines;
  sizes.keeps_keyboard = !sizes.lines && !frame.host.touch;
  sizes.refused = is_refused(frame, input);
  sizes.wrong = marked_in_field(frame, input);
  const bool code = reply_to(frame, input) != nullptr;
  if (code) sizes.wrong = wrong_code(frame, input, text);
  const Type& type = code ? frame.theme.mono : frame.theme.body;
  const bool changed = text_field(frame.theme, screen.places, "##text", field.label, text, type, sizes) || taken;
  // Once a word is refused, known ones are offered below.
  if (sizes.refused)
    screen.state.suggestions = {};
  else
    suggest_words(frame, screen, input, text, id);
  if (ImGui::IsItemActivated()) screen.state.input_gesture = new_gesture(screen);
  if (changed) send(screen, SetInput{input, text, frame.state.input_gesture});
  if (text.size() <= kMostTyped) return keep_typed(frame, screen, input, text, changed, sizes.lines);
  ImGui::ClearActiveID();
  screen.state.lesson.typed.erase(input);
}

void type_number(const Frame& frame, Screen& screen, const Field& field, double value, float width, float height) {
  const std::string &input = field.spec->name, shown = exact_text(value);
  follow_typed(frame, screen, input, shown, ImGui::GetID("##number"));
  std::string text = text_in_field(frame, input, shown);
  TextField sizes{width, height, {}, ImGuiInputTextFlags_AutoSelectAll};
  sizes.keeps_keyboard = !frame.host.touch;
  sizes.refused = is_refused(frame, input);
  text_field(frame.theme, screen.places, "##number", field.label, text, frame.theme.mono, sizes);
  // A number is sent when it is complete, not at every key.
  const bool sent = text != shown && (ImGui::IsItemDeactivatedAfterEdit() || entered_here());
  if (sent) send(screen, TypeInput{input, text});
  keep_typed(frame, screen, input, text, sent);
}

// Rounds a number from a slider to the digits that the slider can tell apart.
double slid_number(const InputSpec& spec, double value) {
  if (spec.step > 0 || value == 0) return value;
  const double apart = spec.logarithmic ? std::fabs(value) / 100 : (spec.most - spec.least) / 200;
  const double places = -std::floor(std::log10(apart));
  const double rounded = places >= 0 ? std::round(value * std::pow(10, places)) / std::pow(10, places)
                                     : std::round(value / std::pow(10, -places)) * std::pow(10, -places);
  return std::clamp(rounded, spec.least, spec.most);
}

void edit_number(const Frame& frame, Screen& screen, const Field& field, double value, float height) {
  const InputSpec& spec = *field.spec;
  const float u = frame.theme.unit, box = 74 * u;
  if (spec.most > spec.least) {
    double next = value;
    const bool changed = slider(frame.theme, screen.places, "slider", field.label, next,
                                {spec.least, spec.most, spec.step, spec.logarithmic}, ImVec2(field.control - box - 12 * u, height));
    if (ImGui::IsItemActivated()) screen.state.input_gesture = new_gesture(screen);
    if (changed) send(screen, SetInput{spec.name, slid_number(spec, next), frame.state.input_gesture});
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
  if (picked >= 0) send(screen, SetInput{spec.name, std::string(nth(spec.choices, picked)), 0});
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

// Returns the text of a note. Names of nodes in it become the titles of their panels.
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

std::string text_of_input(const Frame& frame, const InputSpec& spec) {
  const InputValue value = input_or_default(frame.snapshot.lesson(), frame.snapshot.document.inputs, spec.name);
  const std::string* text = std::get_if<std::string>(&value);
  return text ? *text : std::string();
}

// Returns the editor of an input on the stage, with a good width of at most `room`.
Field field_on_stage(const Frame& frame, const InputSpec& spec, float room) {
  const float u = frame.theme.unit;
  Field field = make_field(frame, spec, room);
  const float name = measure(frame.theme.heading, field.label).x, left = room - name - kStageName * u;
  const float segments = spec.type == InputType::choice ? segmented_width(frame.theme, choice_labels(frame, spec)) : 0;
  float wanted = 0, least = 0;
  switch (spec.type) {
    case InputType::text:
      wanted = (measure(frame.theme.body, text_of_input(frame, spec)).x > (kStageText - 24) * u ? kStageLongText : kStageText) * u;
      least = kLeastStageText * u;
      break;
    case InputType::number:
      wanted = kStageNumber * u;
      least = kLeastStageNumber * u;
      break;
    case InputType::choice:
      wanted = segments <= room ? segments : kStageChoice * u;
      least = std::min(wanted, kLeastStageText * u);
      break;
    default:
      wanted = least = 38 * u;
  }
  field.beside = left >= (spec.type == InputType::choice && segments <= room ? segments : least);
  const float most = field.beside ? left : room;
  field.control = std::max(std::min(wanted, most), 1.0f);
  field.width = field.beside ? name + kStageName * u + field.control : std::max(name, field.control);
  return field;
}

float stage_input_height(const Frame& frame, const InputSpec& spec) {
  const float u = frame.theme.unit;
  if (!spec.lines) return (frame.host.touch ? 44 : 34) * u;
  if (is_low(frame)) return low_lines_height(frame);
  const std::string text = text_of_input(frame, spec);
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  return lines_height(frame.theme, std::clamp(lines, kLeastLines, kMostLines));
}

CodeLayout code_layout(const Frame& frame, const InputSpec& spec, const CodeReply& reply, float room) {
  return lay_out_code(frame, reply, text_in_field(frame, spec.name, text_of_input(frame, spec)), room);
}

void draw_code_on_stage(const Frame& frame, Screen& screen, const InputSpec& spec, const CodeReply& reply, ImVec2 at, float room) {
  const CodeLayout layout = code_layout(frame, spec, reply, room);
  Field field = make_field(frame, spec, room);
  field.control = layout.field.width();
  ImGui::PushID(spec.name.c_str());
  ImGui::BeginGroup();
  ImGui::SetCursorScreenPos(ImVec2(at.x + layout.field.min.x, at.y + layout.field.min.y));
  edit(frame, screen, field, layout.field.height());
  draw_code_around(frame, screen, spec.name, reply, layout, at);
  ImGui::EndGroup();
  note_item(screen.places, "control:" + spec.name);
  const ImVec2 min = layout.field.min, max = layout.field.max;
  note_box(screen.places, "input:" + spec.name, {{at.x + min.x, at.y + min.y}, {at.x + max.x, at.y + max.y}});
  ImGui::PopID();
}

bool is_drawn_on_stage(const Frame& frame, const InputSpec& spec) {
  const std::vector<const InputSpec*> on_stage = inputs_on_stage(frame);
  return std::find(on_stage.begin(), on_stage.end(), &spec) != on_stage.end();
}

}  // namespace

std::vector<const InputSpec*> inputs_on_stage(const Frame& frame) {
  std::vector<const InputSpec*> inputs;
  const EmbedOptions& options = frame.host.options;
  const Step* step = frame.trace ? step_of(frame.snapshot.lesson(), frame.snapshot.document) : nullptr;
  if (!step || options.hides(ScreenPart::inputs) || options.shows_part() || frame.state.lesson.overview ||
      page_of_step(frame) != StepPage::none || asks(frame) || has_open_blanks(frame))
    return inputs;
  for (const std::string& name : step->controls) {
    const InputSpec* spec = find_input(frame.snapshot.lesson(), name);
    if (spec && spec != main_input(frame) && matters(frame.snapshot.lesson(), frame.snapshot.document.inputs, *spec))
      inputs.push_back(spec);
  }
  return inputs;
}

StageInputSize size_on_stage(const Frame& frame, const InputSpec& spec, float room) {
  if (const CodeReply* reply = reply_to(frame, spec.name)) {
    const CodeLayout layout = code_layout(frame, spec, *reply, room);
    return {layout.width, layout.height, true};
  }
  const Field field = field_on_stage(frame, spec, room);
  const float u = frame.theme.unit;
  float least = 0;
  if (spec.type == InputType::number) least = kLeastStageNumber * u;
  if (spec.type == InputType::text) least = kLeastStageText * u;
  return {field.width, stage_input_height(frame, spec) + (field.beside ? 0 : kStageNameAbove * u), field.control >= least};
}

void draw_on_stage(const Frame& frame, Screen& screen, const InputSpec& spec, ImVec2 at, float room) {
  if (const CodeReply* reply = reply_to(frame, spec.name)) return draw_code_on_stage(frame, screen, spec, *reply, at, room);
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = stage_input_height(frame, spec);
  const Field field = field_on_stage(frame, spec, room);
  ImGui::PushID(spec.name.c_str());
  ImGui::BeginGroup();
  const float first = std::min(height, (frame.host.touch ? 44 : 34) * u);
  ImGui::SetCursorScreenPos(field.beside ? ImVec2(at.x, at.y + (first - theme.heading.size) / 2) : at);
  line(theme.heading, theme.color.ink, field.label, field.beside ? field.width - field.control : field.width);
  tip(theme, field.help);
  ImGui::SetCursorScreenPos(field.beside ? ImVec2(at.x + field.width - field.control, at.y) : ImVec2(at.x, at.y + kStageNameAbove * u));
  edit(frame, screen, field, height);
  ImGui::EndGroup();
  note_item(screen.places, "input:" + spec.name);
  note_item(screen.places, "control:" + spec.name);
  ImGui::PopID();
}

bool has_main_input(const Frame& frame) { return main_input(frame) && !frame.host.options.hides(ScreenPart::inputs); }

bool main_input_fits(const Frame& frame, float width) {
  const InputSpec* spec = main_input(frame);
  const bool landscape = is_landscape(frame);
  return spec && (landscape || !spec->lines) && width >= (landscape ? kLowMainFrom : kMainFrom) * frame.theme.unit;
}

void draw_main_input(const Frame& frame, Screen& screen, float width) {
  const InputSpec* spec = main_input(frame);
  if (!spec) return;
  const float u = frame.theme.unit, height = control_height(frame.theme, frame.host.touch);
  // The buttons of a number that counts itself up, such as the length of a model's text, stand beside the text.
  const bool narrow = width < kFormFrom * u;
  const float buttons = counting_width(frame, narrow);
  Field field = make_field(frame, *spec, width - buttons);
  field.control = spec->type == InputType::text ? std::min(width - buttons, kMostMainText * u) : std::min(field.control, width - buttons);
  ImGui::PushID(spec->name.c_str());
  ImGui::BeginGroup();
  float lines = is_low(frame) ? low_lines_height(frame) : lines_height(frame.theme, kMainLines);
  if (is_landscape(frame)) lines = lines_height(frame.theme, 1);
  if (spec->lines && lines < height) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (height - lines) / 2);
  edit(frame, screen, field, spec->lines ? lines : height);
  ImGui::EndGroup();
  note_item(screen.places, "input:" + spec->name);
  // While the reader types, the offered words stand in the place of the tip.
  if (!frame.state.lesson.typed.contains(spec->name)) tip(frame.theme, field.help);
  ImGui::PopID();
  if (buttons <= 0) return;
  ImGui::SameLine(0, 4 * u);
  draw_counting(frame, screen, *spec, height, narrow);
}

float main_input_width(const Frame& frame) {
  const float u = frame.theme.unit;
  const InputSpec* spec = main_input(frame);
  float text = 0;
  if (spec && spec->type == InputType::text) {
    const InputValue& value = input_or_default(frame.snapshot.lesson(), frame.snapshot.document.inputs, spec->name);
    text = measure(frame.theme.body, text_in_field(frame, spec->name, std::get<std::string>(value))).x;
  }
  return std::clamp(text + 30 * u, kMainText * u, kMostMainText * u) + counting_width(frame, false);
}

void draw_inputs(const Frame& frame, Screen& screen) {
  const float u = frame.theme.unit, room = ImGui::GetContentRegionAvail().x, height = control_height(frame.theme, frame.host.touch);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float across = kAcross * u, down = kDown * u;
  float x = 0, y = 0, line_h = 0;
  for (const InputSpec& spec : frame.snapshot.lesson().inputs) {
    if (spec.type == InputType::matrix || &spec == main_input(frame) || is_drawn_on_stage(frame, spec) ||
        !matters(frame.snapshot.lesson(), frame.snapshot.document.inputs, spec))
      continue;
    const Field field = make_field(frame, spec, room);
    const float field_h = spec.lines ? lines_height(frame.theme, kFormLines) : height;
    if (x > 0 && x + field.width > room) {
      x = 0;
      y += line_h + down;
      line_h = 0;
    }
    draw_field(frame, screen, field, ImVec2(origin.x + x, origin.y + y), field_h);
    x += field.width + across;
    line_h = std::max(line_h, field_h + (field.beside ? 0 : 18 * u));
  }
  ImGui::SetCursorScreenPos(ImVec2(origin.x, origin.y + y));
  if (line_h > 0) ImGui::Dummy(ImVec2(room, line_h + 4 * u));
  draw_notes(frame, screen);
}

}  // namespace gf::ui
