#include "ui/cells/grid_input.h"

#include <algorithm>
#include <optional>
#include <string>

#include "core/number_text.h"
#include "core/veil.h"
#include "study/exercise.h"
#include "ui/cells/asked.h"
#include "ui/cells/blank.h"
#include "ui/cells/editing.h"
#include "ui/cells/grid.h"
#include "ui/cells/guess.h"
#include "ui/cells/keys.h"
#include "ui/cells/moments.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

void hover_cell(const Frame& frame, Screen& screen, const Grid& grid, const Cell& cell) {
  screen.state.lesson.next_hover = {grid.node, cell};
  const TraceNode& node = frame.trace->node(grid.node);
  if (is_editable(frame, node) && !frame.host.touch) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (frame.host.touch || frame.state.lesson.scrub) return;
  const Mark* mark = node.marks.empty() ? nullptr : mark_at(node, cell);
  if (is_veil(node.value->at(cell)))
    tip_now(frame.theme, veil_words(frame, node, cell));
  else if (const std::optional<float> before = value_before(frame, node, cell))
    tip_now(frame.theme, frame.texts.format("ui.film.was", {{"value", format_number(static_cast<double>(*before), 4)}}));
  else if (const std::optional<float> guess = guessed(frame, node, cell))
    tip_now(frame.theme, frame.texts.format("ui.ask.you", {{"guess", format_number(static_cast<double>(*guess), 4)}}));
  else if (mark)
    tip_now(frame.theme, mark_text(frame, *mark));
}

void press_cell(const Frame& frame, Screen& screen, const Grid& grid, const Cell& cell) {
  const TraceNode& node = frame.trace->node(grid.node);
  if (answer_with(frame, screen, grid.node, cell)) return;
  finish_cell_edit(frame, screen);
  select_cell(frame, screen, grid.node, cell);
  if (is_editable(frame, node)) begin_scrub(screen, node, cell, ImGui::GetIO().MousePos);
}

// Returns the name of a grid for assistive technology: "Weights, 4 heads × 3 tokens × 3 tokens, head 2".
std::string grid_name(const Frame& frame, const TraceNode& node, Index outer) {
  std::string name = frame.texts.format("ui.accessible.caption", {{"title", node_title(frame, node)}, {"shape", shape_text(frame, node)}});
  if (node.value->shape().matrices() < 2) return name;
  const std::string axis = node.outer.name.empty() ? "matrices" : node.outer.name;
  return name + ", " + text_or(frame, "ui.axes." + axis + ".one", axis) + " " + matrix_label(node.outer, outer);
}

void note_grid(const Frame& frame, Screen& screen, int panel, const Grid& grid) {
  const TraceNode& node = frame.trace->node(grid.node);
  const CellReference at = selected(frame);
  note_control(
      screen.places, "grid:" + node.name,
      {.role = Role::table, .name = grid_name(frame, node, grid.outer), .first = at.node == grid.node && at.cell.outer == grid.outer},
      PlacedCells{panel, grid.outer, grid.first_row, grid.rows, grid.cols, grid.cell_w, grid.cell_h, grid.first_col});
  widen_noted(screen.places, grid.whole());
}

void context_menu(const Frame& frame, Screen& screen, const Grid& grid, int panel) {
  if (!ImGui::BeginPopup("cell")) return;
  const CellReference at = selected(frame);
  if (at.node == grid.node) cell_menu(frame, screen, at, panel);
  ImGui::EndPopup();
}

}  // namespace

void interact(const Frame& frame, Screen& screen, int panel, const Grid& grid) {
  const Box area = common(grid.whole(), grid.visible);
  if (area.width() < 1 || area.height() < 1) return;
  ImGui::PushID(grid.node);
  ImGui::PushID(static_cast<int>(grid.first_row));
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("grid", ImVec2(area.width(), area.height()), ImGuiButtonFlags_EnableNav);
  note_grid(frame, screen, panel, grid);
  focus_frame(frame.theme, 4 * frame.theme.unit);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::optional<Cell> asked = asked_under(frame, grid, mouse), cell = asked ? asked : grid.at(mouse);
  const std::optional<Cell> under = area.contains(mouse) ? cell : std::nullopt;
  if (ImGui::IsItemHovered() && under) {
    hover_cell(frame, screen, grid, *under);
    if (ImGui::IsMouseClicked(1)) {
      press_cell(frame, screen, grid, *under);
      screen.state.lesson.scrub.reset();
      ImGui::OpenPopup("cell");
    }
  }
  if (ImGui::IsItemActivated() && under && ImGui::IsMouseClicked(0)) {
    press_cell(frame, screen, grid, *under);
    const Blank* blank = blank_at(frame, frame.trace->node(grid.node), *under);
    if (ImGui::GetMouseClickedCount(0) > 1 || (blank && blank->veiled())) begin_cell_edit(frame, screen, {grid.node, *under}, panel);
  }
  if (ImGui::IsItemActive() && frame.state.lesson.scrub) continue_scrub(frame, screen, mouse);
  if (ImGui::IsItemDeactivated()) screen.state.lesson.scrub.reset();
  if (ImGui::IsItemFocused()) enter_cells(frame, screen, grid.node, {grid.outer, grid.first_row, grid.first_col});
  context_menu(frame, screen, grid, panel);
  ImGui::PopID();
  ImGui::PopID();
}

}  // namespace gf::ui
