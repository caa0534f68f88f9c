#include "ui/cells/editing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "core/block.h"
#include "core/digits.h"
#include "core/number.h"
#include "core/number_text.h"
#include "core/overloaded.h"
#include "core/problem.h"
#include "core/veil.h"
#include "study/exercise.h"
#include "ui/cells/blank.h"
#include "ui/cells/grid.h"
#include "ui/places.h"
#include "ui/widgets/text.h"

namespace gf::ui {

std::string mark_text(const Frame& frame, const Mark& mark) {
  const std::string both = frame.texts.format(
      "ui.mark.both", {{"published", format_number(mark.published, 6)}, {"corrected", format_number(mark.corrected, 6)}});
  const std::string slip = lesson_key(frame, "slips." + mark.slip);
  return frame.texts.has(slip) ? both + "\n" + frame.texts.get(slip) : both;
}

float drag_increment(float start, bool fine) {
  const float magnitude = std::max(std::fabs(start), 0.1f);
  const float step = std::pow(10.0f, std::floor(std::log10(magnitude) + 1e-4f)) / 10;
  return fine ? step / 10 : step;
}

bool edits_veiled_cell(const Trace& trace, const Command& command) {
  const auto touches = [&](const std::string& name, const Cell& cell, Index rows, Index columns) {
    const int node = trace.find(name);
    if (node < 0) return false;
    const Tensor& value = *trace.node(node).value;
    for (Index row = cell.row; row < cell.row + rows; ++row)
      for (Index col = cell.col; col < cell.col + columns; ++col)
        if (const Cell changed{cell.outer, row, col}; value.contains(changed) && is_veil(value.at(changed))) return true;
    return false;
  };
  const auto touches_pasted = [&](const PasteCells& pasted) {
    try {
      const Tensor block = parse_block(pasted.text, pasted.node, pasted.node);
      return touches(pasted.node, pasted.cell, block.rows(), block.cols());
    } catch (const InputError&) {
      return false;  // the session reports the problem
    }
  };
  return std::visit(Overloaded{[&](const TypeCell& c) { return touches(c.node, c.cell, 1, 1); },
                               [&](const SetCell& c) { return touches(c.node, c.cell, 1, 1); },
                               [&](const HoldCell& c) { return touches(c.node, c.cell, 1, 1); },
                               [&](const PasteCells& c) { return touches_pasted(c); }, [](const auto&) { return false; }},
                    command);
}

void begin_scrub(Screen& screen, const TraceNode& node, const Cell& cell, ImVec2 pointer) {
  if (is_veil(node.value->at(cell))) return;
  Scrub scrub;
  scrub.node = node.name;
  scrub.cell = cell;
  const float value = node.value->at(cell);
  scrub.start = std::isfinite(value) ? value : 0;
  scrub.sent = value;
  scrub.start_at = pointer;
  screen.state.lesson.scrub = scrub;
}

void continue_scrub(const Frame& frame, Screen& screen, ImVec2 pointer) {
  Scrub& scrub = *screen.state.lesson.scrub;
  const float u = screen_theme(frame.theme).unit, x = pointer.x;
  if (scrub.gesture == 0) {
    if (frame.host.touch && std::fabs(pointer.y - scrub.start_at.y) > 8 * u) {
      screen.state.lesson.scrub.reset();
      return;
    }
    if (std::fabs(x - scrub.start_at.x) < (frame.host.touch ? 10 : 4) * u) return;
    scrub.gesture = new_gesture(screen);
    scrub.start_at.x = x;
  }
  const bool fine = ImGui::GetIO().KeyShift;
  if (fine != scrub.fine) {
    scrub.fine = fine;
    scrub.start = scrub.sent;
    scrub.start_at.x = x;
  }
  // Each 6 design pixels are one step. The value is a whole number of steps, so that it has few digits.
  const float step = drag_increment(scrub.start, fine);
  const double moved = std::round(static_cast<double>(x - scrub.start_at.x) / (6.0 * static_cast<double>(u)));
  const double steps = std::round(static_cast<double>(scrub.start) / static_cast<double>(step)) + moved;
  const double digits = std::round(1.0 / static_cast<double>(step));
  float value = scrub.start;
  if (moved != 0) value = static_cast<float>(step < 1 ? steps / digits : steps * static_cast<double>(step));
  if (value == scrub.sent) return;
  scrub.sent = value;
  send(screen, SetCell{scrub.node, scrub.cell, value, scrub.gesture});
}

void begin_cell_edit(const Frame& frame, Screen& screen, const CellReference& at, int panel, const std::string& typed) {
  const TraceNode& node = frame.trace->node(at.node);
  const Blank* const blank = blank_at(frame, node, at.cell);
  if (!node.value->contains(at.cell) || (blank ? !blank->veiled() : is_locked(frame, node) || is_veil(node.value->at(at.cell)))) return;
  CellEdit edit;
  edit.node = node.name;
  edit.cell = at.cell;
  edit.panel = panel;
  if (!typed.empty())
    edit.text = typed;
  else
    edit.text = blank ? typed_text(*blank) : plain_text(node.value->at(at.cell));
  edit.select_all = typed.empty();
  screen.state.lesson.scrub.reset();
  screen.state.lesson.edit = edit;
  screen.output.animating = true;
}

void end_undrawn_cell_edit(const Frame& frame, Screen& screen) {
  constexpr int kMostFrames = 30;  // a card may still be on its way into sight
  std::optional<CellEdit>& edit = screen.state.lesson.edit;
  if (!edit || edit->drawn) return;
  if (edit->opened) return finish_cell_edit(frame, screen);
  screen.output.animating = true;
  if (++edit->undrawn >= kMostFrames) edit.reset();
}

void finish_cell_edit(const Frame& frame, Screen& screen) {
  if (!frame.state.lesson.edit) return;
  const CellEdit edit = *frame.state.lesson.edit;
  screen.state.lesson.edit.reset();
  if (!frame.trace) return;
  const int node = frame.trace->find(edit.node);
  if (node < 0) return;
  const TraceNode& target = frame.trace->node(node);
  if (const Blank* blank = blank_at(frame, target, edit.cell)) {
    if (!edit.text.empty() && edit.text != typed_text(*blank))
      send(screen, Fill{edit.node, edit.cell, edit.text, hints_taken(frame, {edit.node, edit.cell})});
    return;
  }
  const bool untouched = edit.select_all && target.value->contains(edit.cell) && edit.text == plain_text(target.value->at(edit.cell));
  if (!untouched) send(screen, TypeCell{edit.node, edit.cell, edit.text});
}

bool enter_cell_edit(const Frame& frame, Screen& screen) {
  CellEdit& edit = *screen.state.lesson.edit;
  const int node = frame.trace ? frame.trace->find(edit.node) : -1;
  const bool blank = node >= 0 && blank_at(frame, frame.trace->node(node), edit.cell);
  try {
    if (!blank)
      parse_number(edit.text, edit.node);
    else if (!edit.text.empty())
      number_for_blank(edit.text, edit.node);
  } catch (const InputError&) {
    edit.wrong = ui_text(frame, "cell.not_a_number");
    edit.opened = false;  // the keyboard comes back to the field
    edit.select_all = true;
    if (!blank) send(screen, TypeCell{edit.node, edit.cell, edit.text});
    return false;
  }
  finish_cell_edit(frame, screen);
  return true;
}

void copy_cell(const Frame& frame, const CellReference& at) {
  ImGui::SetClipboardText(plain_text(frame.trace->node(at.node).value->at(at.cell)).c_str());
}

void copy_matrix(const Frame& frame, const CellReference& at) {
  ImGui::SetClipboardText(tab_separated(*frame.trace->node(at.node).value, at.cell.outer).c_str());
}

void paste_at(const Frame& frame, Screen& screen, const CellReference& at) {
  const char* text = ImGui::GetClipboardText();
  if (text && *text != '\0' && blank_at(frame, frame.trace->node(at.node), at.cell))
    return send(screen,
                Fill{frame.trace->node(at.node).name, at.cell, text, hints_taken(frame, {frame.trace->node(at.node).name, at.cell})});
  if (text && *text != '\0') send(screen, PasteCells{frame.trace->node(at.node).name, at.cell, text});
}

void cell_menu(const Frame& frame, Screen& screen, const CellReference& at, int panel) {
  const TraceNode& node = frame.trace->node(at.node);
  const Theme& theme = screen_theme(frame.theme);
  const float height = (frame.host.touch ? 36.0f : 24.0f) * theme.unit;
  const auto entry = [&](const char* key, bool enabled = true) {
    const ImGuiSelectableFlags flags = enabled ? 0 : ImGuiSelectableFlags_Disabled;
    const std::string label = ui_text(frame, key);
    const bool pressed = ImGui::Selectable(label.c_str(), false, flags, ImVec2(0, height));
    note_control(screen.places, "entry:" + label, {.name = label, .enabled = enabled});
    return pressed;
  };
  ImGui::PushFont(theme.small.font, theme.small.size / theme.unit);
  const Blank* const blank = blank_at(frame, node, at.cell);
  if (blank && blank->veiled()) {
    if (entry("blank.fill")) begin_cell_edit(frame, screen, at, panel);
    if (entry("blank.show")) send(screen, Fill{node.name, at.cell, "", hints_taken(frame, {node.name, at.cell})});
    ImGui::PopFont();
    return;
  }
  const bool editable = is_editable(frame, node), locked = is_locked(frame, node) || is_veil(node.value->at(at.cell));
  if (!locked && entry(editable ? "cell.type" : "cell.type_pin")) begin_cell_edit(frame, screen, at, panel);
  if (!locked && !editable && !pin_at(node, at.cell) && entry("cell.hold", std::isfinite(node.value->at(at.cell)))) {
    send(screen, HoldCell{node.name, at.cell});
  }
  if (!locked && pin_at(node, at.cell) && entry("cell.lift")) send(screen, LiftPin{node.name, at.cell});
  if (entry("cell.copy")) copy_cell(frame, at);
  if (entry("cell.copy_matrix")) copy_matrix(frame, at);
  if (!locked && entry("cell.paste")) paste_at(frame, screen, at);
  ImGui::PopFont();
}

}  // namespace gf::ui
