// Draws possible continuations as a tree. The thickness of a branch shows how often the branch was drawn. Each row of the node is a branch:
// the row that it grows from, how many branches lie before it, and how often it was drawn.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/nth.h"
#include "ui/cells/asked.h"
#include "ui/cells/editing.h"
#include "ui/cells/keys.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kParent = 0, kDepth = 1, kDraws = 2;
// Widths of a column and heights of a line, design pixels. A line of kHighTreeLine or more has large letters.
constexpr float kLine = 24, kMostColumn = 150;
constexpr float kLeastTreeColumn = 84, kWidestTreeColumn = 260, kLeastTreeLine = 20, kHighTreeLine = 32, kHighestTreeLine = 48;
constexpr float kTouchedTreeLine = 34, kHighestBranch = 34;

struct Branch {
  Index parent = -1, depth = 0;
  float draws = 0, y = 0;  // how often it was drawn; the middle of the branch in lines
};

struct TreeLayout {
  std::vector<Branch> branches;
  Index depths = 1, leaves = 0;
  float column_w = 0, line_h = 0, most = 1;
  Type words, numbers;

  ImVec2 size(float column, float line) const {
    return {column * static_cast<float>(depths), line * static_cast<float>(std::max<Index>(leaves, 1))};
  }
  ImVec2 size() const { return size(column_w, line_h); }
  Box box(std::size_t i, ImVec2 origin) const {
    const float x = origin.x + column_w * static_cast<float>(branches[i].depth), y = origin.y + branches[i].y * line_h;
    return {{x, y}, {x + column_w, y + line_h}};
  }
};

Index whole(float value) { return std::isfinite(value) ? static_cast<Index>(value) : -1; }

// Sets the middle of a branch and of all that grows from it, and returns the middle of the branch. A branch without further branches has a
// line of its own; another branch lies in the middle of its own branches.
float set_lines(TreeLayout& m, const std::vector<std::vector<std::size_t>>& children, std::size_t branch) {
  const std::vector<std::size_t>& further = children[branch];
  if (further.empty()) {
    m.branches[branch].y = static_cast<float>(m.leaves++);
    return m.branches[branch].y;
  }
  float first = 0, last = 0;
  for (const std::size_t child : further) {
    last = set_lines(m, children, child);
    if (child == further.front()) first = last;
  }
  m.branches[branch].y = (first + last) / 2;
  return m.branches[branch].y;
}

TreeLayout lay_out_tree(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  const Tensor& value = *frame.trace->node(panel.nodes.front()).value;
  TreeLayout m;
  const auto count = static_cast<std::size_t>(value.rows());
  std::vector<std::vector<std::size_t>> children(count);
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = static_cast<Index>(i);
    const Index parent = whole(value.at(row, kParent));
    // A branch grows from an earlier branch, or from the text. A pinned cell may name another row, which counts as the text.
    const bool grows = parent >= 0 && parent < row;
    const Branch branch{grows ? parent : -1, grows ? nth(m.branches, parent).depth + 1 : 0, value.at(row, kDraws), 0};
    m.depths = std::max(m.depths, branch.depth + 1);
    if (std::isfinite(branch.draws)) m.most = std::max(m.most, branch.draws);
    (grows ? nth(children, parent) : roots).push_back(i);
    m.branches.push_back(branch);
  }
  for (const std::size_t root : roots) set_lines(m, children, root);
  m.words = frame.theme.small;
  m.numbers = frame.theme.tiny;
  m.line_h = (frame.host.touch ? kTouchedTreeLine : kLine) * u;
  m.column_w = std::min(panel.room / static_cast<float>(m.depths), kMostColumn * u);
  if (panel.fill.x <= 0) return m;
  m.column_w = panel.fill.x / static_cast<float>(m.depths);
  m.line_h = panel.fill.y / static_cast<float>(std::max<Index>(m.leaves, 1));
  if (m.line_h < kHighTreeLine * u) return m;
  m.words = frame.theme.body;
  m.numbers = frame.theme.small;
  return m;
}

Elastic elastic_tree(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit, touch = frame.host.touch ? kTouchedTreeLine : 0;
  const TreeLayout m = lay_out_tree(frame, panel);
  return {m.size(std::min(kLeastTreeColumn * u, m.column_w), std::max(kLeastTreeLine, touch) * u), m.size(),
          m.size(kWidestTreeColumn * u, kHighestTreeLine * u)};
}

void draw_branch(const Frame& frame, const PanelView& panel, const TreeLayout& m, std::size_t i, ImVec2 origin) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Branch& branch = m.branches[i];
  const Box box = m.box(i, origin);
  const float gap = 22 * u, middle = box.centre().y, share = std::isfinite(branch.draws) ? branch.draws / m.most : 0;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (branch.parent >= 0) {
    const Box from = m.box(static_cast<std::size_t>(branch.parent), origin);
    const ImVec2 begin(from.max.x, from.centre().y), end(box.min.x + gap, middle);
    const float bend = gap * 0.6f;
    list->AddBezierCubic(begin, ImVec2(begin.x + bend, begin.y), ImVec2(end.x - bend, end.y), end, faded(theme.color.accent, 0.55f),
                         std::max(1.0f, (1 + 7 * share) * u));
  }
  const CellReference at = focused(frame);
  const bool lit = at.node == panel.nodes.front() && at.cell.row == static_cast<Index>(i);
  const float half = std::min(box.height() / 2 - u, kHighestBranch / 2 * u);
  const Box tile{{box.min.x + (branch.parent >= 0 ? gap : 0), middle - half}, {box.max.x, middle + half}};
  const ImU32 fill = blend(theme.color.panel, theme.color.accent, 0.08f + 0.32f * share);
  list->AddRectFilled(tile.min, tile.max, fill, 4 * u);
  if (lit) list->AddRect(tile.min, tile.max, theme.color.ink, 4 * u, 0, 1.5f * u);
  if (selected(frame).node == panel.nodes.front() && selected(frame).cell.row == static_cast<Index>(i))
    list->AddRect(tile.min, tile.max, theme.color.accent, 4 * u, 0, 2.5f * u);
  const std::string draws = cell_text(branch.draws, {0, 3});
  const float draws_w = measure(m.numbers, draws).x;
  put_elided(list, m.words, ImVec2(tile.min.x + 5 * u, middle - line_height(m.words) / 2), theme.color.ink,
             place_label(node.rows, static_cast<Index>(i)), tile.width() - draws_w - 14 * u);
  put(list, m.numbers, ImVec2(tile.max.x - draws_w - 5 * u, middle - line_height(m.numbers) / 2), theme.color.muted, draws);
}

// Handles pointer and keyboard on the tree, which is one stop of the keyboard. From there, arrow keys go through the cells, as in a table.
void interact_with_tree(const Frame& frame, Screen& screen, const PanelView& panel, const TreeLayout& m, ImVec2 origin) {
  const int node = panel.nodes.front();
  ImGui::SetCursorScreenPos(origin);
  ImGui::InvisibleButton("tree", m.size(), ImGuiButtonFlags_EnableNav);
  note_control(screen.places, "tree:" + frame.trace->node(node).name,
               {.role = Role::figure, .name = node_title(frame, frame.trace->node(node))});
  focus_frame(frame.theme, 4 * frame.theme.unit);
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  if (ImGui::IsItemFocused()) enter_cells(frame, screen, node, {0, 0, kDraws});
  for (std::size_t i = 0; hovered && i < m.branches.size(); ++i) {
    if (!m.box(i, origin).contains(ImGui::GetIO().MousePos)) continue;
    const Cell cell{0, static_cast<Index>(i), kDraws};
    screen.state.lesson.next_hover = {node, cell};
    if (!clicked) continue;
    finish_cell_edit(frame, screen);
    select_cell(frame, screen, node, cell);
  }
}

ImVec2 measure_tree(const Frame& frame, const PanelView& panel) { return lay_out_tree(frame, panel).size(); }

void draw_tree(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const TreeLayout m = lay_out_tree(frame, panel);
  // A veil covers all of the tree, since its shape tells what was drawn.
  if (has_veil(frame, panel.nodes.front())) return draw_veil(ImGui::GetWindowDrawList(), frame.theme, area, false);
  const Box seen = visible_box();
  for (std::size_t i = 0; i < m.branches.size(); ++i) {
    const Box box = m.box(i, area.min);
    if (box.max.y >= seen.min.y - box.height() * 20 && box.min.y <= seen.max.y + box.height() * 20)
      draw_branch(frame, panel, m, i, area.min);
  }
  interact_with_tree(frame, screen, panel, m, area.min);
}

bool is_tree(const TraceNode& node) { return node.value->cols() == 3 && node.value->rows() > 0; }

}  // namespace

const ViewRow kTreeView{
    .view = View::tree, .measure = measure_tree, .draw = draw_tree, .elastic = elastic_tree, .can_show = is_tree, .rank = 2};

}  // namespace gf::ui
