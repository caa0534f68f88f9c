// Draws a link from each row's label to the label of the column in which the row is largest: "sous" to "under". The pairs follow one
// another like words.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/editing.h"
#include "ui/cells/guess.h"
#include "ui/cells/keys.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// A row with the column that it leads to, and its place in the panel.
struct Link {
  Index row = 0;
  std::optional<Index> col;  // none if no value of the row is above 0, or a value is not a number
  Box box;                   // relative to the panel's content
};

struct LinksLayout {
  std::vector<Link> links;
  bool lines = false;  // each link has a line of its own, from left to right: labels are sentences
  float from_w = 0;    // the width of the labels on the left, if links are lines
  float word_h = 0, arrow_h = 0;
  Digits digits;
  ImVec2 size;
};

constexpr float kSentence = 130, kAcross = 76;  // the width from which a label is a sentence; the room for its arrow; design pixels

std::optional<Index> leads_to(const Tensor& value, Index outer, Index row) {
  const float* cells = value.row(outer, row);
  if (std::any_of(cells, cells + value.cols(), [](float v) { return std::isnan(v); })) return std::nullopt;
  const float* most = std::max_element(cells, cells + value.cols());
  return *most > 0 ? std::optional<Index>(most - cells) : std::nullopt;
}

LinksLayout lay_out_links(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  const Index outer = shown_outer(frame, node);
  LinksLayout m;
  m.word_h = (frame.host.touch ? 32.0f : 28.0f) * u;
  m.arrow_h = 34 * u;
  float longest = 0, longest_to = 0;
  for (Index row = 0; row < node.value->rows(); ++row) {
    longest = std::max(longest, measure(theme.body, place_label(node.rows, row)).x);
    if (const auto col = leads_to(*node.value, outer, row))
      longest_to = std::max(longest_to, measure(theme.body, place_label(node.cols, *col)).x);
  }
  m.lines = longest > kSentence * u;
  if (m.lines) {
    const float to = longest_to + 22 * u;
    m.from_w = std::min(longest + 22 * u, std::max(panel.room - kAcross * u - to, 100 * u));
    for (Index row = 0; row < node.value->rows(); ++row) {
      const float y = static_cast<float>(row) * (m.word_h + 8 * u);
      m.links.push_back({row, leads_to(*node.value, outer, row), {{0, y}, {m.from_w + kAcross * u + to, y + m.word_h}}});
      m.size = m.links.back().box.max;
    }
    return m;
  }
  const float height = 2 * m.word_h + m.arrow_h, across = 10 * u, down = 18 * u;
  float x = 0, y = 0;
  for (Index row = 0; row < node.value->rows(); ++row) {
    Link link{row, leads_to(*node.value, outer, row), {}};
    const float from = measure(theme.body, place_label(node.rows, row)).x;
    const float to = link.col ? measure(theme.body, place_label(node.cols, *link.col)).x : 0;
    const float width = std::clamp(std::max(from, to) + 22 * u, 54 * u, std::min(200 * u, panel.room));
    if (x > 0 && x + width > panel.room) {
      x = 0;
      y += height + down;
    }
    link.box = {{x, y}, {x + width, y + height}};
    m.size = ImVec2(std::max(m.size.x, x + width), y + height);
    x += width + across;
    m.links.push_back(link);
  }
  return m;
}

void draw_arrow(const Frame& frame, ImVec2 from, ImVec2 to, float share, bool strong, bool across) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = (1 + 2.5f * share) * u, head = (3 + 2.5f * share) * u;
  const ImU32 color = strong ? theme.color.accent : faded(theme.color.accent, 0.35f + 0.4f * share);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 back = across ? ImVec2(1.4f * head, 0) : ImVec2(0, 1.4f * head), side = across ? ImVec2(0, head) : ImVec2(head, 0);
  list->AddLine(from, ImVec2(to.x - back.x, to.y - back.y), color, width);
  list->AddTriangleFilled(ImVec2(to.x - back.x - side.x, to.y - back.y - side.y), ImVec2(to.x - back.x + side.x, to.y - back.y + side.y),
                          to, color);
}

void draw_word(const Frame& frame, const Box& box, const std::string& word, ImU32 fill, ImU32 ink) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, fill, 6 * u);
  const std::string shown = elide(theme.body, word, box.width() - 12 * u);
  put_centred(list, theme.body, box.min, box.max, ink, shown);
  if (shown != word && pointer_here() && box.contains(ImGui::GetIO().MousePos)) tip_now(theme, word);
}

// Draws the ring of the guess, and the frame of the chosen link.
void draw_link_marks(const Frame& frame, Screen& screen, const PanelView& panel, const Link& link, const Box& box, const Box& below,
                     Index outer, bool chosen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.back()); guess && guess->outer == outer && guess->row == link.row)
    draw_guess(frame, screen, ImGui::GetWindowDrawList(), {panel.nodes.back(), *guess}, guess->col == link.col ? below : box);
  if (chosen)
    ImGui::GetWindowDrawList()->AddRect(ImVec2(box.min.x - u, box.min.y - u), ImVec2(box.max.x + u, box.max.y + u), theme.color.accent,
                                        7 * u, 0, 2 * u);
}

void draw_link(const Frame& frame, Screen& screen, const PanelView& panel, const LinksLayout& m, const Link& link, const Box& box,
               Index outer) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  const CellReference at = focused(frame);
  const bool chosen = at.node == panel.nodes.back() && at.cell.outer == outer && at.cell.row == link.row;
  const ImU32 plain = faded(theme.color.ink, 0.06f);
  const Box above = m.lines ? Box{box.min, {box.min.x + m.from_w, box.max.y}} : Box{box.min, {box.max.x, box.min.y + m.word_h}};
  const Box below = m.lines ? Box{{above.max.x + kAcross * u, box.min.y}, box.max} : Box{{box.min.x, box.max.y - m.word_h}, box.max};
  draw_word(frame, above, place_label(node.rows, link.row), plain, theme.color.ink);
  const float* const cells = node.value->row(outer, link.row);
  if (std::any_of(cells, cells + node.value->cols(), is_veil)) {
    // The veil stands in place of the label, which would tell the largest value of the row.
    const std::vector<Cell> asked = asked_in_row(frame, panel.nodes.back(), outer, link.row);
    const Cell veiled = asked.empty() ? Cell{outer, link.row, 0} : asked.front();
    draw_veiled(frame, screen, ImGui::GetWindowDrawList(), {panel.nodes.back(), veiled}, below);
  } else if (!link.col) {
    put_centred(ImGui::GetWindowDrawList(), theme.body, below.min, below.max, theme.color.muted, "—");
  } else {
    const float value = node.value->at(outer, link.row, *link.col), most = std::max(node.facts.most, 1e-30f);
    const float share = std::isfinite(value) ? std::clamp(value / most, 0.0f, 1.0f) : 1;
    const ImU32 fill = shade_of(frame, node).of(value);
    draw_word(frame, below, place_label(node.cols, *link.col), fill, ink_on(fill));
    const std::string number = cell_text(value, m.digits);
    const float width = measure(theme.mono_small, number).x, x = box.centre().x - (width + 6 * u) / 2;
    if (m.lines) {
      const float middle = box.centre().y + 7 * u;
      draw_arrow(frame, ImVec2(above.max.x + 4 * u, middle), ImVec2(below.min.x - 3 * u, middle), share, chosen, true);
      put_centred(ImGui::GetWindowDrawList(), theme.mono_small, {above.max.x, box.min.y - 6 * u}, {below.min.x, middle}, theme.color.muted,
                  number);
      return draw_link_marks(frame, screen, panel, link, box, below, outer, chosen);
    }
    draw_arrow(frame, ImVec2(x, above.max.y + 4 * u), ImVec2(x, below.min.y - 3 * u), share, chosen, false);
    put(ImGui::GetWindowDrawList(), theme.mono_small, ImVec2(x + 8 * u, (above.max.y + below.min.y - theme.mono_small.size) / 2),
        theme.color.muted, number);
  }
  draw_link_marks(frame, screen, panel, link, box, below, outer, chosen);
}

// Handles pointer and keyboard on the links, which are one stop of the keyboard. From there, arrow keys go through the cells, as in a
// table.
void interact_with(const Frame& frame, Screen& screen, const PanelView& panel, const LinksLayout& m, ImVec2 origin, Index outer) {
  const int node = panel.nodes.back();
  ImGui::SetCursorScreenPos(origin);
  ImGui::InvisibleButton("links", m.size, ImGuiButtonFlags_EnableNav);
  note_control(screen.places, "links:" + frame.trace->node(node).name,
               {.role = Role::figure, .name = node_title(frame, frame.trace->node(node))});
  focus_frame(frame.theme, 4 * frame.theme.unit);
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  if (ImGui::IsItemFocused()) enter_cells(frame, screen, node, {outer, 0, m.links.front().col.value_or(0)});
  for (const Link& link : m.links) {
    const Box box = moved(link.box, origin);
    note_box(screen.places, "link:" + frame.trace->node(node).name + ":" + std::to_string(link.row), box);
    if (!hovered || !box.contains(ImGui::GetIO().MousePos)) continue;
    const Cell cell{outer, link.row, link.col.value_or(0)};
    screen.state.lesson.next_hover = {node, cell};
    if (!clicked) continue;
    finish_cell_edit(frame, screen);
    select_cell(frame, screen, node, cell);
  }
}

ImVec2 measure_links(const Frame& frame, const PanelView& panel) { return lay_out_links(frame, panel).size; }

void draw_links(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  LinksLayout m = lay_out_links(frame, panel);
  const Index outer = shown_outer(frame, frame.trace->node(panel.nodes.back()));
  m.digits = digits_of(frame, screen, panel.nodes.back(), outer, 5);
  const Box seen = visible_box();
  for (const Link& link : m.links) {
    const Box box = moved(link.box, area.min);
    if (box.max.y >= seen.min.y && box.min.y <= seen.max.y) draw_link(frame, screen, panel, m, link, box, outer);
  }
  interact_with(frame, screen, panel, m, area.min, outer);
}

}  // namespace

const ViewRow kLinksView{.view = View::links, .measure = measure_links, .draw = draw_links};

}  // namespace gf::ui
