// Draws a row of tokens as a text. If the tokens mark the beginnings of words, they stand as words in lines that wrap. Otherwise tokens are
// chips with their numbers below, and equal tokens have equal colours. A second node has a row for each message, with 1 for each token of
// the message. Each message then begins a line, and has its name before it and a colour. If the rows have no names, the text runs on.
// Tokens of all messages but the first then have a colour and a line below them.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/nth.h"
#include "core/number_text.h"
#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/editing.h"
#include "ui/cells/keys.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kMostChips = 600;    // the most tokens that are drawn; the trace has the cells of all
constexpr float kHue = 0.61803399f;  // a step of the golden ratio gives successive numbers hues that are far apart
constexpr float kFirstMerged = 256;  // tokens from this number on have several bytes, and stronger colours

// The name of a message before its first line.
struct Speaker {
  ImVec2 at;
  std::string name;
};

struct Chips {
  bool as_text = false;
  Type type, small;        // the types of the tokens and of their numbers
  std::vector<Box> boxes;  // relative to the upper left corner of the panel
  std::vector<Speaker> speakers;
  float chip_h = 0;
  Index left_out = 0;
  ImVec2 rest;  // the place of the count of tokens that are left out
  ImVec2 size;
};

std::string rest_text(const Frame& frame, Index left_out) {
  return frame.texts.format("ui.pieces.more", {{"count", std::to_string(left_out)}});
}

// Gives each item of a width its place in lines that wrap.
struct Wrap {
  float room, gap, line_h, left = 0;
  float x = left, y = 0, widest = 0;

  void next_line() {
    x = left;
    y += line_h + gap;
  }
  ImVec2 place(float width, float before) {
    if (x > left && x + before + width > room) next_line();
    const ImVec2 at(x > left ? x + before : x, y);
    x = at.x + width;
    widest = std::max(widest, x);
    return at;
  }
};

// Returns the node of the messages; null if the panel has none, or while a question veils it.
const TraceNode* messages_of(const Frame& frame, const PanelView& panel) {
  return panel.nodes.size() > 1 && !has_veil(frame, panel.nodes[1]) ? &frame.trace->node(panel.nodes[1]) : nullptr;
}
bool runs_on(const TraceNode& messages) { return messages.rows.labels.empty(); }
// Returns the row of the message that a token belongs to; -1: none.
Index message_of(const TraceNode& messages, Index token) {
  for (Index row = 0; token < messages.value->cols() && row < messages.value->rows(); ++row)
    if (messages.value->at(row, token) != 0) return row;
  return -1;
}

// The width of a token, and the room before it.
struct Measured {
  float width = 0, before = 0;
};

std::string token_text(const Chips& chips, const Axis& axis, Index token) {
  return chips.as_text ? word_label(axis, token) : place_label(axis, token);
}

Measured measure_token(const Theme& theme, const Chips& chips, const Axis& axis, Index token) {
  const float u = theme.unit, text = measure(chips.type, token_text(chips, axis, token)).x;
  if (!chips.as_text) return {std::max(text, measure(chips.small, "000").x) + 12 * u, 4 * u};
  return {text + 4 * u,
          begins_word(axis, token) && std::isalnum(static_cast<unsigned char>(token_text(chips, axis, token).front())) != 0 ? 5 * u : u};
}

// Returns the layout of the tokens with letters of the size `em` in lines of the width `room`.
Chips lay_out_tokens(const Frame& frame, const PanelView& panel, float em, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Index count = std::min(node.value->cols(), kMostChips);
  Chips chips;
  chips.as_text = marks_words(node.cols);
  chips.type = {theme.body.font, line_of(em) * u};
  chips.small = {theme.tiny.font, line_of(std::max(em * 0.8f, 12.0f)) * u};
  chips.chip_h = chips.as_text ? chips.type.size + 8 * u : chips.type.size + chips.small.size + 5 * u;
  chips.left_out = node.value->cols() - count;
  const TraceNode* messages = messages_of(frame, panel);
  if (messages && runs_on(*messages)) messages = nullptr;
  float left = 0;
  for (Index row = 0; messages && row < messages->value->rows(); ++row)
    left = std::max(left, measure(theme.small, place_label(messages->rows, row)).x + 12 * u);
  Wrap wrap{.room = room, .gap = 4 * u, .line_h = chips.chip_h, .left = std::min(left, room / 2)};
  Index message = -1;
  for (Index t = 0; t < count; ++t) {
    const Measured token = measure_token(theme, chips, node.cols, t);
    if (const Index now = messages ? message_of(*messages, t) : -1; now != message) {
      if (t > 0) wrap.next_line();
      message = now;
      if (now >= 0) chips.speakers.push_back({{0, wrap.y + (chips.chip_h - theme.small.size) / 2}, place_label(messages->rows, now)});
    }
    const float width = std::min(token.width, room - wrap.left);
    const ImVec2 at = wrap.place(width, token.before);
    chips.boxes.push_back({at, {at.x + width, at.y + chips.chip_h}});
  }
  if (chips.left_out > 0) chips.rest = wrap.place(measure(theme.small, rest_text(frame, chips.left_out)).x, 4 * u);
  chips.size = {wrap.widest, wrap.y + chips.chip_h};
  return chips;
}

constexpr float kLeastLetters = 14, kGoodLetters = 17, kMostLetters = 44;  // em

// Returns the layout with the largest letters with which the whole text fits in a scene.
Chips lay_out_pieces(const Frame& frame, const PanelView& panel) {
  if (panel.fill.x <= 0) return lay_out_tokens(frame, panel, 15, panel.room);
  for (float em = kMostLetters; em > kLeastLetters; em -= 1)
    if (Chips chips = lay_out_tokens(frame, panel, em, panel.fill.x); chips.size.y <= panel.fill.y + 1) return chips;
  return lay_out_tokens(frame, panel, kLeastLetters, panel.fill.x);
}

// Whether any token is veiled. All of the text is veiled then, since the words and their widths would tell the token.
bool is_veiled(const Frame& frame, const PanelView& panel) { return has_veil(frame, panel.nodes.front()); }

// Returns sizes at least as wide as some six words, or as a shorter text.
Elastic elastic_pieces(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  const auto size = [&](float em, float width) { return lay_out_tokens(frame, panel, em, width * u).size; };
  constexpr float kLeast = 250, kGood = 420, kMost = 1000, kVeiled = 80;
  if (is_veiled(frame, panel)) return {{kLeast * u, kVeiled * u}, {kGood * u, kVeiled * u}, {kMost * u, kVeiled * u}};
  Elastic out{size(kLeastLetters, kLeast), size(kGoodLetters, kGood), size(kMostLetters, kMost)};
  // A long text is no higher than it is in a wide card; a shorter one has the height of its narrow card.
  constexpr float kLongText = 300;
  if (out.least.y > kLongText * u) out.least.y = std::min(out.least.y, size(kLeastLetters, kMost).y);
  out.least.x = std::min(out.least.x, out.good.x);
  out.good.y = std::max(out.good.y, out.least.y);
  out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  return out;
}

// Returns the colour of the token or message with this number.
ImU32 fill_of(const Theme& theme, float number, float strength) {
  if (!std::isfinite(number)) return theme.color.warn_soft;
  const float hue = std::fmod(std::fabs(number) * kHue, 1.0f);
  ImVec4 color(0, 0, 0, 1);
  ImGui::ColorConvertHSVtoRGB(hue, (theme.dark ? 0.40f : 0.20f) * strength, theme.dark ? 0.42f : 0.97f, color.x, color.y, color.z);
  return ImGui::ColorConvertFloat4ToU32(color);
}

// Returns a grid whose last cell is the chip, so that the chip can have the text field of a cell.
Grid grid_of(int node, Index token, const Box& box) {
  const float x = box.min.x - static_cast<float>(token) * box.width();
  return {node, 0, 0, 1, token + 1, {x, box.min.y}, box.width(), box.height(), visible_box()};
}

// Returns the ground of a word of a text: a pale colour of its message.
ImU32 ground_of(const Frame& frame, const PanelView& panel, Index token) {
  const Theme& theme = frame.theme;
  const TraceNode* const messages = messages_of(frame, panel);
  if (!messages) return theme.color.sunken;
  const Index message = message_of(*messages, token);
  if (!runs_on(*messages)) return fill_of(theme, static_cast<float>(message), 0.7f);
  return message > 0 ? blend(theme.color.panel, theme.color.accent, 0.14f) : theme.color.sunken;
}

void draw_chip(const Frame& frame, const PanelView& panel, const Chips& chips, Index token, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, round = 4 * u;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Cell cell{0, 0, token};
  const float value = node.value->at(cell);
  const std::string text = token_text(chips, node.cols, token);
  if (chips.as_text) {
    list->AddRectFilled(box.min, box.max, ground_of(frame, panel, token), round);
    const TraceNode* const messages = messages_of(frame, panel);
    if (messages && runs_on(*messages) && message_of(*messages, token) > 0)
      list->AddLine({box.min.x, box.max.y - u}, {box.max.x, box.max.y - u}, theme.color.accent, 2 * u);
    put_centred(list, chips.type, box.min, box.max, theme.color.ink, text);
  } else {
    const TraceNode* messages = messages_of(frame, panel);
    const ImU32 fill = messages ? fill_of(theme, static_cast<float>(message_of(*messages, token)), 1.7f)
                                : fill_of(theme, value, value < kFirstMerged ? 1.0f : 1.7f);
    const ImU32 ink = ink_on(fill);
    list->AddRectFilled(box.min, box.max, fill, round);
    const float middle = box.min.y + chips.type.size + 2 * u;
    put_centred(list, chips.type, ImVec2(box.min.x, box.min.y + 2 * u), ImVec2(box.max.x, middle), ink,
                elide(chips.type, text, box.width() - 4 * u));
    put_centred(list, chips.small, ImVec2(box.min.x, middle), ImVec2(box.max.x, box.max.y - u), ink,
                format_number(static_cast<double>(value), 1));
  }
  if (mark_at(node, cell))
    list->AddTriangleFilled(box.min, ImVec2(box.min.x + 10 * u, box.min.y), ImVec2(box.min.x, box.min.y + 10 * u), theme.color.mark);
  if (pin_at(node, cell)) list->AddRect(box.min, box.max, theme.color.pin, round, 0, 2 * u);
}

void outline(const Frame& frame, const Box& box, ImU32 color, float width) {
  const float u = frame.theme.unit;
  ImGui::GetWindowDrawList()->AddRect(ImVec2(box.min.x - u, box.min.y - u), ImVec2(box.max.x + u, box.max.y + u), color, 6 * u, 0,
                                      width * u);
}

// Draws frames around the operands of the focused cell, the focused cell and the selected cell.
void draw_frames(const Frame& frame, const PanelView& panel, const Chips& chips, ImVec2 origin) {
  const Theme& theme = frame.theme;
  const auto around = [&](const Cell& cell, ImU32 color, float width) {
    const auto t = static_cast<std::size_t>(cell.col);
    if (t < chips.boxes.size()) outline(frame, moved(chips.boxes[t], origin), color, width);
  };
  if (const std::vector<Cell>* lit = lit_cells(frame, panel.nodes.front()))
    for (const Cell& cell : *lit) around(cell, theme.color.accent, 2);
  const CellReference focus = focused(frame), chosen = selected(frame);
  if (focus.node == panel.nodes.front()) around(focus.cell, theme.color.ink, 1.5f);
  if (chosen.node == panel.nodes.front()) around(chosen.cell, theme.color.accent, 2.5f);
}

void hover_chip(const Frame& frame, Screen& screen, const PanelView& panel, Index token) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Cell cell{0, 0, token};
  screen.state.lesson.next_hover = {panel.nodes.front(), cell};
  if (frame.host.touch) return;
  const Mark* mark = mark_at(node, cell);
  const std::string value = place_label(node.cols, token) + " = " + format_number(static_cast<double>(node.value->at(cell)));
  tip_now(frame.theme, mark ? mark_text(frame, *mark) : value);
}

// Handles pointer and keyboard on all chips, which are one ImGui item.
void interact_with(const Frame& frame, Screen& screen, const PanelView& panel, const Chips& chips, ImVec2 origin) {
  const int node = panel.nodes.front();
  const Box area = common({origin, {origin.x + chips.size.x, origin.y + chips.size.y}}, visible_box());
  if (area.width() < 1 || area.height() < 1) return;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("pieces", ImVec2(area.width(), area.height()), ImGuiButtonFlags_EnableNav);
  note_control(screen.places, "pieces:" + frame.trace->node(node).name,
               {.role = Role::figure, .name = node_title(frame, frame.trace->node(node))});
  focus_frame(frame.theme, 4 * frame.theme.unit);
  const ImVec2 mouse = ImGui::GetIO().MousePos, local(mouse.x - origin.x, mouse.y - origin.y);
  const auto under = std::find_if(chips.boxes.begin(), chips.boxes.end(), [&](const Box& box) { return box.contains(local); });
  const bool on_chip = under != chips.boxes.end() && area.contains(mouse);
  const Cell cell{0, 0, static_cast<Index>(under - chips.boxes.begin())};
  if (ImGui::IsItemHovered() && on_chip) {
    hover_chip(frame, screen, panel, cell.col);
    if (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1)) {
      finish_cell_edit(frame, screen);
      select_cell(frame, screen, node, cell);
    }
    if (ImGui::IsMouseClicked(1)) ImGui::OpenPopup("cell");
    if (ImGui::IsMouseDoubleClicked(0)) begin_cell_edit(frame, screen, {node, cell}, panel.index);
  }
  if (ImGui::IsItemFocused()) enter_cells(frame, screen, node, {});
  if (ImGui::BeginPopup("cell")) {
    if (selected(frame).node == node) cell_menu(frame, screen, selected(frame), panel.index);
    ImGui::EndPopup();
  }
}

ImVec2 measure_pieces(const Frame& frame, const PanelView& panel) { return lay_out_pieces(frame, panel).size; }

void draw_pieces(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  if (is_veiled(frame, panel)) return draw_veil(ImGui::GetWindowDrawList(), frame.theme, area, false);
  const Chips chips = lay_out_pieces(frame, panel);
  const Box seen = visible_box();
  const CellReference chosen = selected(frame);
  for (std::size_t t = 0; t < chips.boxes.size(); ++t) {
    const Box box = moved(chips.boxes[t], area.min);
    if (box.max.y < seen.min.y || box.min.y > seen.max.y) continue;
    draw_chip(frame, panel, chips, static_cast<Index>(t), box);
    note_box(screen.places, "piece:" + frame.trace->node(panel.nodes.front()).name + ":" + std::to_string(t), box);
  }
  for (const Speaker& speaker : chips.speakers)
    put(ImGui::GetWindowDrawList(), frame.theme.small, {area.min.x + speaker.at.x, area.min.y + speaker.at.y}, frame.theme.color.muted,
        speaker.name);
  if (chips.left_out > 0) {
    const ImVec2 at(area.min.x + chips.rest.x, area.min.y + chips.rest.y + (chips.chip_h - frame.theme.small.size) / 2);
    put(ImGui::GetWindowDrawList(), frame.theme.small, at, frame.theme.color.muted, rest_text(frame, chips.left_out));
  }
  interact_with(frame, screen, panel, chips, area.min);
  draw_frames(frame, panel, chips, area.min);
  if (chosen.node == panel.nodes.front() && static_cast<std::size_t>(chosen.cell.col) < chips.boxes.size()) {
    const Box box = moved(nth(chips.boxes, chosen.cell.col), area.min);
    draw_cell_edit(frame, screen, panel.index, grid_of(chosen.node, chosen.cell.col, box));
  }
}

int subject_of_pieces(const Frame&, const PanelView& panel) { return panel.nodes.front(); }

}  // namespace

const ViewRow kPiecesView{
    .view = View::pieces, .measure = measure_pieces, .draw = draw_pieces, .elastic = elastic_pieces, .subject = subject_of_pieces};

}  // namespace gf::ui
