#include "ui/ask/exercise.h"

#include <imgui.h>

#include <algorithm>

#include "core/join.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/exercise.h"
#include "ui/ask/ask_parts.h"
#include "ui/cells/blank.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr int kHintSizes = 3;

const std::vector<Blank>& blanks_in(const Frame& frame) { return frame.state.veil.kept.value().blanks; }

// Returns the blank that the words and buttons are about: the selected blank, otherwise the first one to be filled in. Returns null if all
// blanks are filled in.
const Blank* present_blank(const Frame& frame) {
  const std::optional<Selection>& selection = frame.snapshot.document.look.selection;
  const std::vector<Blank>& blanks = blanks_in(frame);
  auto found = std::find_if(blanks.begin(), blanks.end(), [&](const Blank& blank) { return blank.veiled() && selection == blank.at; });
  if (found == blanks.end()) found = std::find_if(blanks.begin(), blanks.end(), [](const Blank& blank) { return blank.veiled(); });
  return found == blanks.end() ? nullptr : &*found;
}

const Hints& hints_of(const Frame& frame, Screen& screen, const Blank& blank) {
  return screen.state.lesson.hints.get({frame.state.veil.kept.value().truth, shared_trace(frame), blank.at},
                                       [](const HintsKey& key) { return hints_for(*key.trace, *key.veiled, *key.at); });
}

// Returns the size of the largest hint that the reader asked for. Forgets the hints of another blank.
int hint_size(const Frame& frame, Screen& screen, const Blank& blank) {
  Hinting& hinting = screen.state.hinting;
  const std::string name = frame.snapshot.document.lesson + "/" + name_of_blank(*frame.trace, blank.at);
  if (hinting.blank != name) hinting = {.blank = name};
  return hinting.size;
}

// Names the part of a node that cells make up: "row “You” of Queries", "column 2 of W_K", "Sum".
std::string part_words(const Frame& frame, const TraceNode& node, const std::vector<Cell>& cells) {
  const auto same = [&](auto field) {
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) { return field(cell) == field(cells.front()); });
  };
  const bool row = same([](const Cell& cell) { return cell.row; });
  const bool column = same([](const Cell& cell) { return cell.col; });
  const std::string title = node_title(frame, node);
  if (row && column && node.value->shape().size() == 1) return title;
  const char* key = column ? "ui.blank.part.column" : "ui.blank.part.cells";
  std::string place = row ? row_words(frame, node, cells.front()) : column_words(frame, node, cells.front());
  if (row && column) {
    key = "ui.blank.part.cell";
    place = place_words(frame, node, cells.front());
  } else if (row) {
    key = "ui.blank.part.row";
  }
  return frame.texts.format(key, {{"place", place}, {"title", title}, {"count", std::to_string(cells.size())}});
}

std::string operand_words(const Frame& frame, const std::vector<CellReference>& operands) {
  std::vector<std::pair<int, std::vector<Cell>>> by_node;
  for (const CellReference& operand : operands) {
    const auto found = std::find_if(by_node.begin(), by_node.end(), [&](const auto& entry) { return entry.first == operand.node; });
    (found == by_node.end() ? by_node.emplace_back(operand.node, std::vector<Cell>()) : *found).second.push_back(operand.cell);
  }
  std::vector<std::string> parts;
  for (const auto& [node, cells] : by_node) parts.push_back(part_words(frame, frame.trace->node(node), cells));
  return joined(parts, ui_text(frame, "blank.and"));
}

// Returns the hints up to the size that the reader asked for.
std::vector<std::string> hint_lines(const Frame& frame, Screen& screen, const Blank& blank) {
  const int size = hint_size(frame, screen, blank);
  const Hints& hints = hints_of(frame, screen, blank);
  std::vector<std::string> lines;
  if (size >= 1)
    lines.push_back(hints.operands.empty() ? hints.symbols
                                           : frame.texts.format("ui.blank.made_from", {{"parts", operand_words(frame, hints.operands)}}) +
                                                 "  " + hints.symbols);
  if (!hints.before.empty()) {
    const CellReference& first = hints.before.front();
    if (size >= 2) lines.push_back(frame.texts.format("ui.blank.before", {{"cell", cell_name(frame.trace->node(first.node), first.cell)}}));
    return lines;
  }
  if (size >= 2) lines.push_back(frame.texts.format("ui.blank.terms", {{"terms", hints.terms}}));
  if (size >= kHintSizes) lines.push_back(frame.texts.format("ui.blank.last", {{"last", hints.last}}));
  return lines;
}

std::string state_words(const Frame& frame) {
  const std::vector<Blank>& blanks = blanks_in(frame);
  const Blank* present = present_blank(frame);
  const auto filled = std::count_if(blanks.begin(), blanks.end(), [](const Blank& blank) { return !blank.veiled(); });
  const auto again =
      std::count_if(blanks.begin(), blanks.end(), [](const Blank& blank) { return blank.veiled() && blank.state != BlankState::empty; });
  const std::string count = std::to_string(blanks.size());
  if (!present) return frame.texts.format("ui.blank.done", {{"count", count}});
  if (present->state != BlankState::empty) return veil_words(frame, frame.trace->at(present->at.node), present->at.cell);
  if (filled + again == 0) return frame.texts.format("ui.blank.start", {{"count", count}});
  return frame.texts.format(again == 0 ? "ui.blank.count" : "ui.blank.count_again",
                            {{"filled", std::to_string(filled)}, {"count", count}, {"again", std::to_string(again)}});
}

void take_hint(const Frame& frame, Screen& screen, const Blank& blank) {
  ++screen.state.hinting.size;
  select_cell(frame, screen, frame.trace->find(blank.at.node), blank.at.cell);
  screen.state.lesson.reveal = blank.at.node;
}

void take_all_back(const Frame& frame, Screen& screen) {
  screen.state.hinting = {};
  for (const Blank& blank : blanks_in(frame))
    if (blank.state != BlankState::empty) send(screen, Fill{blank.at.node, blank.at.cell, std::nullopt});
}

void draw_hint_buttons(const Frame& frame, Screen& screen, Flow& flow) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch) - 2 * theme.unit;
  const auto button = [&](const char* key, ButtonKind kind) {
    const std::string label = ui_text(frame, key);
    flow.next(text_button_width(theme, label));
    return text_button(theme, screen.places, label, height, kind);
  };
  if (const Blank* blank = present_blank(frame)) {
    const Selection at = blank->at;
    const int size = hint_size(frame, screen, *blank), sizes = hints_of(frame, screen, *blank).before.empty() ? kHintSizes : 2;
    if (size < sizes && button(size == 0 ? "blank.hint" : "blank.larger_hint", ButtonKind::outlined)) take_hint(frame, screen, *blank);
    if (button("blank.show", ButtonKind::plain)) send(screen, Fill{at.node, at.cell, "", size});
  }
  const auto touched = [](const Blank& blank) { return blank.state != BlankState::empty; };
  if (std::any_of(blanks_in(frame).begin(), blanks_in(frame).end(), touched) && button("blank.again", ButtonKind::plain))
    take_all_back(frame, screen);
  if (!frame.snapshot.document.look.blanks.empty() && button("blank.end", ButtonKind::plain)) send(screen, SetBlanks{});
}

}  // namespace

bool has_blanks(const Frame& frame) { return frame.trace && !blanks_in(frame).empty(); }
bool has_open_blanks(const Frame& frame) { return frame.trace && present_blank(frame); }

bool is_exercise_done(const Frame& frame) {
  const Step* step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  if (!step || !step->exercise || !frame.trace) return false;
  const Few<Cell, 6>& cells = step->exercise->cells;
  const auto done = [&](const Blank& blank) {
    return !blank.veiled() || blank.at.node != step->focus || std::find(cells.begin(), cells.end(), blank.at.cell) == cells.end();
  };
  return !blanks_in(frame).empty() && std::all_of(blanks_in(frame).begin(), blanks_in(frame).end(), done);
}

std::string exercise_words(const Frame& frame, Screen& screen) {
  if (!has_blanks(frame)) return {};
  std::string words = state_words(frame);
  if (const Blank* blank = present_blank(frame))
    for (const std::string& hint : hint_lines(frame, screen, *blank)) words += " " + hint;
  return words;
}

void draw_exercise(const Frame& frame, Screen& screen, float width) {
  if (!has_blanks(frame)) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch) - 2 * u;
  ImGui::PushID("exercise");
  gap(2 * u);
  Flow flow(width, 8 * u);
  const std::string words = state_words(frame);
  const ImVec2 size = measure(theme.small, words, width);
  flow.next(size.x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.small, {at.x, at.y + std::max((height - size.y) / 2, 0.0f)}, theme.color.muted, words, width);
  ImGui::Dummy({size.x, std::max(size.y, height)});
  note_words(screen.places, "words:exercise", words, {at, ImGui::GetItemRectMax()});
  draw_hint_buttons(frame, screen, flow);
  if (const Blank* blank = present_blank(frame))
    for (const std::string& hint : hint_lines(frame, screen, *blank)) {
      paragraph(theme.small, theme.color.ink, hint, width);
      note_words(screen.places, "words:hint", hint, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    }
  ImGui::PopID();
}

void draw_give_blanks(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell) {
  const Selection at{node.name, cell};
  const Blanks& given = frame.snapshot.document.look.blanks;
  const std::shared_ptr<const Trace>& truth = frame.state.veil.kept.value().truth;
  const std::shared_ptr<const Trace>& trace = truth ? truth : frame.snapshot.trace;
  if (!can_be_blank(*trace, at) || is_locked(frame, node)) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch);
  gap(12 * u);
  line(theme.tiny, theme.color.faint, ui_text(frame, "blank.give"));
  Flow flow(ImGui::GetContentRegionAvail().x, 6 * u);
  const Shape& shape = node.value->shape();
  const std::pair<BlankExtent, const char*> extents[] = {{BlankExtent::cell, "blank.extent.cell"},
                                                         {BlankExtent::row, "blank.extent.row"},
                                                         {BlankExtent::column, "blank.extent.column"},
                                                         {BlankExtent::matrix, "blank.extent.matrix"}};
  for (const auto& [extent, key] : extents) {
    const bool more = extent == BlankExtent::cell || (extent == BlankExtent::row ? shape.cols > 1 : shape.rows > 1);
    if (!more || (extent == BlankExtent::matrix && shape.cols == 1)) continue;
    const std::string label = ui_text(frame, key);
    flow.next(text_button_width(theme, label));
    if (text_button(theme, screen.places, label, height)) send(screen, SetBlanks{with_blank(given, *trace, at, extent)});
    tip(theme, ui_text(frame, "blank.give_help"));
  }
  if (given.empty()) return;
  const std::string end = ui_text(frame, "blank.end");
  flow.next(text_button_width(theme, end));
  if (text_button(theme, screen.places, end, height, ButtonKind::plain)) send(screen, SetBlanks{});
}

}  // namespace gf::ui
