// A row of tokens as pieces of a text: chips that wrap, equal tokens in equal colours, each with its number below. A second node, with a
// row for each message and 1 where a piece belongs to it, gives each message a line and a colour of its own, and its name before it.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

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

constexpr Index kMostChips = 600;    // of a long text the first ones tell enough; the cells behind them all stay in the trace
constexpr float kHue = 0.61803399f;  // steps of the golden ratio: tokens that follow each other get hues far apart
constexpr float kFirstMerged = 256;  // tokens of several bytes are coloured more strongly than single ones

// The name of a message before its first line.
struct Speaker {
  ImVec2 at;
  std::string name;
};

struct Chips {
  std::vector<Box> boxes;  // from the upper left of the panel
  std::vector<Speaker> speakers;
  float chip_h = 0;
  Index left_out = 0;
  ImVec2 rest;  // where the count of those left out stands
  ImVec2 size;
};

std::string rest_text(const Frame& frame, Index left_out) {
  return frame.texts.format("ui.pieces.more", {{"count", std::to_string(left_out)}});
}

// Gives each item of a width its place in lines that wrap.
struct Wrap {
  float room, gap, line_h, left = 0;
  float x = left, y = 0, widest = 0;

  void next_line() { x = left, y += line_h + gap; }
  ImVec2 place(float width) {
    if (x > left && x + width > room) next_line();
    const ImVec2 at(x, y);
    x += width + gap;
    widest = std::max(widest, x - gap);
    return at;
  }
};

const TraceNode* messages_of(const Frame& frame, const PanelView& panel) {
  return panel.nodes.size() > 1 ? &frame.trace->node(panel.nodes[1]) : nullptr;
}
// The row of the message that a piece belongs to; -1: of none.
Index message_of(const TraceNode& messages, Index token) {
  for (Index row = 0; token < messages.value->cols() && row < messages.value->rows(); ++row)
    if (messages.value->at(row, token) != 0) return row;
  return -1;
}

Chips lay_out_pieces(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Index count = std::min(node.value->cols(), kMostChips);
  Chips chips;
  chips.chip_h = 38 * u;
  chips.left_out = node.value->cols() - count;
  const TraceNode* messages = messages_of(frame, panel);
  float left = 0;
  for (Index row = 0; messages && row < messages->value->rows(); ++row)
    left = std::max(left, measure(theme.small, place_label(messages->rows, row)).x + 10 * u);
  Wrap wrap{.room = panel.room, .gap = 4 * u, .line_h = chips.chip_h, .left = std::min(left, panel.room / 2)};
  Index message = -1;
  const float id_w = measure(theme.tiny, "000").x;
  std::unordered_map<std::string, float> widths;
  for (Index t = 0; t < count; ++t) {
    const std::string label = place_label(node.cols, t);
    const auto [known, fresh] = widths.try_emplace(label, 0);
    if (fresh) known->second = std::min(std::max(measure(theme.body, label).x, id_w) + 12 * u, panel.room - wrap.left);
    if (const Index now = messages ? message_of(*messages, t) : -1; now != message) {
      if (t > 0) wrap.next_line();
      message = now;
      if (now >= 0) chips.speakers.push_back({{0, wrap.y + (chips.chip_h - theme.small.size) / 2}, place_label(messages->rows, now)});
    }
    const ImVec2 at = wrap.place(known->second);
    chips.boxes.push_back({at, {at.x + known->second, at.y + chips.chip_h}});
  }
  if (chips.left_out > 0) chips.rest = wrap.place(measure(theme.small, rest_text(frame, chips.left_out)).x);
  chips.size = {wrap.widest, wrap.y + chips.chip_h};
  return chips;
}

// Of what is counted by this number: a token, or a message.
ImU32 fill_of(const Theme& theme, float number, float strength) {
  if (!std::isfinite(number)) return theme.color.warn_soft;
  const float hue = std::fmod(std::fabs(number) * kHue, 1.0f);
  ImVec4 color(0, 0, 0, 1);
  ImGui::ColorConvertHSVtoRGB(hue, (theme.dark ? 0.40f : 0.20f) * strength, theme.dark ? 0.42f : 0.97f, color.x, color.y, color.z);
  return ImGui::ColorConvertFloat4ToU32(color);
}

// One chip as a grid of one cell, for what cells share.
Grid grid_of(int node, Index token, const Box& box) {
  const float x = box.min.x - static_cast<float>(token) * box.width();
  return {node, 0, 0, 1, token + 1, {x, box.min.y}, box.width(), box.height(), visible_box()};
}

void draw_chip(const Frame& frame, const PanelView& panel, Index token, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, round = 5 * u;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Cell cell{0, 0, token};
  const float value = node.value->at(cell);
  const TraceNode* messages = messages_of(frame, panel);
  const ImU32 fill = messages ? fill_of(theme, static_cast<float>(message_of(*messages, token)), 1.7f)
                              : fill_of(theme, value, value < kFirstMerged ? 1.0f : 1.7f);
  const ImU32 ink = ink_on(fill);
  list->AddRectFilled(box.min, box.max, fill, round);
  const ImVec2 middle(box.max.x, box.min.y + 23 * u);
  put_centred(list, theme.body, ImVec2(box.min.x, box.min.y + 2 * u), middle, ink,
              elide(theme.body, place_label(node.cols, token), box.width() - 4 * u));
  put_centred(list, theme.tiny, ImVec2(box.min.x, middle.y - 2 * u), ImVec2(box.max.x, box.max.y - u), ink,
              format_number(static_cast<double>(value), 1));
  if (mark_at(node, cell))
    list->AddTriangleFilled(box.min, ImVec2(box.min.x + 10 * u, box.min.y), ImVec2(box.min.x, box.min.y + 10 * u), theme.color.mark);
  if (pin_at(node, cell)) list->AddRect(box.min, box.max, theme.color.pin, round, 0, 2 * u);
}

void outline(const Frame& frame, const Box& box, ImU32 color, float width) {
  const float u = frame.theme.unit;
  ImGui::GetWindowDrawList()->AddRect(ImVec2(box.min.x - u, box.min.y - u), ImVec2(box.max.x + u, box.max.y + u), color, 6 * u, 0,
                                      width * u);
}

// Frames around what the focused cell was made from, the cell under the pointer and the selected one.
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

// Pointer and keyboard on all chips, as one ImGui item.
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
  // What the pieces are, and how wide they stand, would tell them.
  if (std::any_of(panel.nodes.begin(), panel.nodes.end(), [&](int node) { return has_veil(frame, node); }))
    return draw_veil(ImGui::GetWindowDrawList(), frame.theme, area, false);
  const Chips chips = lay_out_pieces(frame, panel);
  const Box seen = visible_box();
  const CellReference chosen = selected(frame);
  for (std::size_t t = 0; t < chips.boxes.size(); ++t) {
    const Box box = moved(chips.boxes[t], area.min);
    if (box.max.y < seen.min.y || box.min.y > seen.max.y) continue;
    draw_chip(frame, panel, static_cast<Index>(t), box);
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
    const Box box = moved(chips.boxes[static_cast<std::size_t>(chosen.cell.col)], area.min);
    draw_cell_edit(frame, screen, panel.index, grid_of(chosen.node, chosen.cell.col, box));
  }
}

int subject_of_pieces(const Frame&, const PanelView& panel) { return panel.nodes.front(); }

}  // namespace

const ViewRow kPiecesView{.view = View::pieces, .measure = measure_pieces, .draw = draw_pieces, .subject = subject_of_pieces};

}  // namespace gf::ui
