#include "ui/inspector/inspector.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "ui/ask/exercise.h"
#include "ui/cells/blank.h"
#include "ui/cells/editing.h"
#include "ui/cells/grid.h"
#include "ui/inspector/cell_words.h"
#include "ui/inspector/gradient_check.h"
#include "ui/inspector/inspector_words.h"
#include "ui/inspector/node_code.h"
#include "ui/look_up/glossary.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr std::size_t kMostOperands = 16;

std::string value_text(float value) {
  if (!std::isfinite(value)) return cell_text(value, {4, 8});
  return format_number(static_cast<double>(value), 6);
}

// Draws words in a sunken box, such as arithmetic.
void formula_box(const Theme& theme, const Type& type, std::string_view text) {
  if (text.empty()) return;
  const float wrap = ImGui::GetContentRegionAvail().x - 2 * sunken_margin(theme);
  const ImVec2 at = sunken_box(theme, measure(type, text, wrap).y);
  put(ImGui::GetWindowDrawList(), type, at, theme.color.ink, text, wrap);
}

void draw_place(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Theme& theme = frame.theme;
  if (const std::string sentence = cell_sentence(frame, node, cell); !sentence.empty()) paragraph(theme.small, theme.color.ink, sentence);
  if (const std::string place = place_words(frame, node, cell); !place.empty()) paragraph(theme.small, theme.color.muted, place);
}

void draw_value(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const float value = node.value->at(cell);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImU32 fill = theme.color.warn_soft, ink = theme.color.warn;
  if (std::isfinite(value)) {
    fill = shade_of(frame, node).of(value);
    ink = theme.color.ink;
  } else if (is_veil(value)) {
    fill = theme.color.hidden;
    ink = theme.color.accent;
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(at.x, at.y + 2 * u), ImVec2(at.x + 6 * u, at.y + theme.value.size), fill, 2 * u);
  list->AddRect(ImVec2(at.x, at.y + 2 * u), ImVec2(at.x + 6 * u, at.y + theme.value.size), theme.color.border, 2 * u, 0, u);
  put_elided(list, theme.value, ImVec2(at.x + 14 * u, at.y), ink, value_text(value), ImGui::GetContentRegionAvail().x - 14 * u);
  ImGui::Dummy(ImVec2(1, theme.value.size));
  if (is_veil(value)) paragraph(theme.small, theme.color.muted, veil_words(frame, node, cell));
  if (is_hidden(node, value)) paragraph(theme.small, theme.color.muted, ui_text(frame, "inspector.hidden"));
}

void draw_pin(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  const Explanation& explanation = frame.state.lesson.explained.value().explanation;
  if (pin_at(node, cell)) {
    const std::string text = frame.texts.format("ui.inspector.pinned", {{"computed", format_number(explanation.computed, 6)}});
    paragraph(theme.small, theme.color.pin, text);
    if (text_button(theme, screen.places, ui_text(frame, "cell.lift"), height)) send(screen, LiftPin{node.name, cell});
  } else if (is_editable(frame, node)) {
    paragraph(theme.small, theme.color.muted, ui_text(frame, frame.host.touch ? "inspector.editable_touch" : "inspector.editable"));
  }
}

// Draws the rarely used controls, which stand at the end.
void draw_rare(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  if (!is_veil(node.value->at(cell))) draw_gradient_check(frame, screen, node, cell);
  gap(12 * theme.unit);
  if (!pin_at(node, cell) && !is_editable(frame, node) && std::isfinite(node.value->at(cell))) {
    if (text_button(theme, screen.places, ui_text(frame, "cell.hold"), height)) send(screen, HoldCell{node.name, cell});
    tip(theme, ui_text(frame, "cell.hold_help"));
  }
  if (frame.snapshot.document.pins.size() > 1) {
    const std::string all = frame.texts.format("ui.inspector.lift_all", {{"count", std::to_string(frame.snapshot.document.pins.size())}});
    if (text_button(theme, screen.places, all, height, ButtonKind::plain)) send(screen, LiftAllPins{});
  }
  draw_give_blanks(frame, screen, node, cell);
}

void draw_mark(const Frame& frame, const Mark& mark) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  gap(10 * u);
  const std::string text = mark_text(frame, mark);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = measure(theme.small, text, width - 14 * u).y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(ImVec2(at.x, at.y), ImVec2(at.x + 3 * u, at.y + height), theme.color.mark, u);
  put(list, theme.small, ImVec2(at.x + 12 * u, at.y), theme.color.ink, text, width - 14 * u);
  ImGui::Dummy(ImVec2(width, height));
}

void draw_operand(const Frame& frame, Screen& screen, const CellReference& operand, double value) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x;
  const TraceNode& node = frame.trace->node(operand.node);
  const bool veiled = is_veil(node.value->at(operand.cell));
  std::string number = std::isfinite(value) ? format_number(value, 5) : cell_text(static_cast<float>(value), {4, 8});
  if (veiled) number = kVeiled;
  const std::string name = cell_name(node, operand.cell);
  const float number_w = measure(theme.mono_small, number).x, wrap = std::max(width - number_w - 36 * u, 40 * u);
  const ImVec2 name_size = measure(theme.mono_small, name, wrap);  // the whole name, since long names differ at their ends
  const float height = std::max(name_size.y + 10 * u, (frame.host.touch ? 36.0f : 24.0f) * u);
  if (ImGui::InvisibleButton("operand", ImVec2(width, height), ImGuiButtonFlags_EnableNav)) {
    select_cell(frame, screen, operand.node, operand.cell);
    screen.state.lesson.reveal = node.name;
  }
  note_control(screen.places, "operand:" + name, {.name = name + " = " + number});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered()) list->AddRectFilled(min, max, faded(theme.color.ink, 0.06f), 5 * u);
  const float y = (min.y + max.y - theme.mono_small.size) / 2;
  ImU32 fill = std::isfinite(value) ? shade_of(frame, node).of(static_cast<float>(value)) : theme.color.warn_soft;
  if (veiled) fill = theme.color.hidden;
  list->AddRectFilled(ImVec2(min.x + 6 * u, min.y + 7 * u), ImVec2(min.x + 12 * u, max.y - 7 * u), fill, 2 * u);
  put(list, theme.mono_small, ImVec2(min.x + 20 * u, (min.y + max.y - name_size.y) / 2), theme.color.accent, name, wrap);
  put(list, theme.mono_small, ImVec2(max.x - number_w - 8 * u, y), theme.color.ink, number);
  focus_frame(theme, 5 * u);
}

void draw_operands(const Frame& frame, Screen& screen) {
  // These are copies, since selecting an operand changes the explanation.
  const std::vector<CellReference> operands = frame.state.lesson.explained.value().explanation.operands;
  const std::vector<double> values = frame.state.lesson.explained.value().explanation.operand_values;
  if (operands.empty()) return;
  small_heading(frame, "inspector.operands");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (std::size_t i = 0; i < std::min({operands.size(), values.size(), kMostOperands}); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_operand(frame, screen, operands[i], values[i]);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
  ImGui::Dummy(ImVec2(0, 0));
  if (operands.size() <= kMostOperands) return;
  paragraph(frame.theme.tiny, frame.theme.color.muted,
            frame.texts.format("ui.inspector.more_operands", {{"count", std::to_string(operands.size() - kMostOperands)}}));
}

void draw_arithmetic(const Frame& frame) {
  const Explanation& explanation = frame.state.lesson.explained.value().explanation;
  if (explanation.symbols.empty()) return;
  small_heading(frame, "inspector.symbols");
  formula_box(frame.theme, frame.theme.mono_small, explanation.symbols);
  small_heading(frame, "inspector.numbers");
  formula_box(frame.theme, frame.theme.mono_small, explanation.numbers);
}

// Draws the least and the largest number of a node, unless the whole node is veiled.
void draw_range(const Frame& frame, Screen& screen, const TraceNode& node) {
  const float *first = node.value->data(), *last = first + node.value->size();
  const bool is_zero = node.facts.least == 0 && node.facts.most == 0;
  if (is_zero && std::all_of(first, last, is_veil)) return;
  const auto text = [](float number) { return format_number(static_cast<double>(number), 5); };
  const std::string range = frame.texts.format("ui.inspector.range", {{"least", text(node.facts.least)}, {"most", text(node.facts.most)}});
  paragraph(frame.theme.small, frame.theme.color.muted, range);
  note_words(screen.places, "words:range", range, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void draw_about(const Frame& frame, Screen& screen, const TraceNode& node) {
  const Theme& theme = frame.theme;
  small_heading(frame, "inspector.about");
  const std::string key = node_key(frame, node) + ".text";
  if (frame.texts.has(key)) glossed_paragraph(frame, screen, theme.small, theme.color.ink, frame.texts.get(key));
  if (!node.formula.empty() && node.formula != node.name) paragraph(theme.mono_small, theme.color.muted, node.name + " = " + node.formula);
  paragraph(theme.small, theme.color.muted, shape_text(frame, node));
  draw_range(frame, screen, node);
  if (node.facts.not_finite > 0) {
    paragraph(theme.small, theme.color.warn,
              frame.texts.format("ui.inspector.not_finite", {{"count", std::to_string(node.facts.not_finite)}}));
  }
}

// Says what the lesson is about and how to begin.
void draw_about_lesson(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  gap(6 * theme.unit);
  paragraph(theme.heading, theme.color.ink, frame.texts.get(lesson_key(frame, "title")));
  glossed_paragraph(frame, screen, theme.small, theme.color.ink, frame.texts.get(lesson_key(frame, "subtitle")));
  small_heading(frame, "inspector.begin");
  paragraph(theme.small, theme.color.muted, ui_text(frame, frame.host.touch ? "inspector.hint_touch" : "inspector.hint"));
}

}  // namespace

void draw_inspector(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const CellReference at = focused(frame);
  if (at.node < 0) return draw_about_lesson(frame, screen);
  const TraceNode& node = frame.trace->node(at.node);
  gap(6 * theme.unit);
  paragraph(theme.heading, theme.color.ink, node_title(frame, node));
  draw_place(frame, node, at.cell);
  gap(8 * theme.unit);
  draw_value(frame, node, at.cell);
  draw_pin(frame, screen, node, at.cell);
  if (const Mark* mark = mark_at(node, at.cell)) draw_mark(frame, *mark);
  if (!is_editable(frame, node)) {
    draw_arithmetic(frame);
    draw_code(frame, screen, at.node);
    draw_operands(frame, screen);
  }
  draw_about(frame, screen, node);
  draw_rare(frame, screen, node, at.cell);
  gap(20 * theme.unit);
}

void draw_inspector_summary(const Frame& frame, float width) {
  const Theme& theme = frame.theme;
  const CellReference at = focused(frame);
  if (at.node < 0)
    return line(theme.small, theme.color.muted, ui_text(frame, frame.host.touch ? "inspector.hint_touch" : "inspector.hint"), width);
  // The callout says everything else.
  if (!frame.state.sheet_open && frame.state.lesson.callout_shown)
    return line(theme.small, theme.color.muted, ui_text(frame, "inspector.more"), width);
  const TraceNode& node = frame.trace->node(at.node);
  const std::string sentence = cell_sentence(frame, node, at.cell);
  const std::string what = sentence.empty() ? node_title(frame, node) : sentence;
  const std::string number = cell_name(node, at.cell) + " = " + value_text(node.value->at(at.cell));
  const std::string text = what + "  " + number;
  const auto fits = [&](const std::string& words) { return measure(theme.small, words).x <= width; };
  if (fits(text)) return line(theme.small, theme.color.ink, text, width);
  line(theme.small, theme.color.ink, fits(what) ? what : number, width);
}

}  // namespace gf::ui
