#include "ui/cells/blank.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "study/exercise.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

const Blank* blank_at(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Veiled& veil = frame.state.veil.kept.value();
  if (veil.blanks.empty() || !veil.given.contains(node.name)) return nullptr;
  const auto found = std::find_if(veil.blanks.begin(), veil.blanks.end(),
                                  [&](const Blank& blank) { return blank.at.cell == cell && blank.at.node == node.name; });
  return found == veil.blanks.end() ? nullptr : &*found;
}

const Blank* next_blank(const Frame& frame, const Selection& after) {
  const std::vector<Blank>& blanks = frame.state.veil.kept.value().blanks;
  const auto present = std::find_if(blanks.begin(), blanks.end(), [&](const Blank& blank) { return blank.at == after; });
  const auto is_open = [&](const Blank& blank) { return blank.veiled() && !(blank.at == after); };
  const auto later = std::find_if(present, blanks.end(), is_open);
  if (later != blanks.end()) return &*later;
  const auto earlier = std::find_if(blanks.begin(), present, is_open);
  return earlier == present ? nullptr : &*earlier;
}

std::string typed_text(const Blank& blank) {
  constexpr int kDigits = 6;
  return blank.state == BlankState::empty || blank.state == BlankState::shown ? "" : format_number(blank.typed, kDigits);
}

std::string veil_words(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Blank* blank = blank_at(frame, node, cell);
  if (!blank) return ui_text(frame, "ask.veiled");
  if (blank->state == BlankState::empty) return ui_text(frame, "blank.empty");
  return frame.texts.format(blank->state == BlankState::rounded ? "ui.blank.rounded" : "ui.blank.wrong", {{"guess", typed_text(*blank)}});
}

void draw_blank(ImDrawList* list, const Theme& theme, const Box& box, const Blank& blank) {
  const float u = theme.unit;
  const bool typed = blank.state != BlankState::empty;
  list->AddRectFilled(box.min, box.max, theme.color.panel, 3 * u);
  list->AddRect(box.min, box.max, typed ? theme.color.mark : theme.color.accent, 3 * u, 0, std::max(1.5f * u, 1.0f));
  if (!typed) {
    const float y = box.max.y - std::min(5 * u, box.height() / 4), inset = std::min(8 * u, box.width() / 4);
    return list->AddLine({box.min.x + inset, y}, {box.max.x - inset, y}, theme.color.accent, u);
  }
  const Type type = never_small(theme, theme.mono_small);
  const std::string text = typed_text(blank);
  const float side = std::min(9 * u, box.height() / 3), wide = measure(type, text).x;
  list->PushClipRect(box.min, box.max, true);
  if (wide <= box.width() - 2 * u)
    put_centred(list, type, box.min, box.max, theme.color.ink, text);
  else
    put(list, type, {box.min.x + 2 * u, box.centre().y - type.size / 2}, theme.color.ink, text);
  list->PopClipRect();
  const bool rounded = blank.state == BlankState::rounded;
  draw_icon(list, rounded ? Icon::more : Icon::close, {box.max.x - side / 2 - u, box.min.y + side / 2 + u}, side, theme.color.mark);
}

void draw_filled_mark(ImDrawList* list, const Theme& theme, const Box& cell, ImU32 ink) {
  const float u = theme.unit, side = std::min(9 * u, cell.height() / 3);
  draw_icon(list, Icon::check, {cell.max.x - side / 2 - u, cell.min.y + side / 2 + u}, side, ink);
}

}  // namespace gf::ui
