#include "ui/stage/control.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "ui/inputs/inputs.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/stage/floating_bar.h"
#include "ui/stage/picture.h"

namespace gf::ui {

namespace {

// Design pixels: beside the group of controls, above and below it, inside its frame, between its columns and its rows.
constexpr float kControlsSide = 12, kControlsAbove = 8, kControlsBelow = 4, kControlsInside = 10, kControlsApart = 28,
                kControlRowsApart = 8;
constexpr float kLeastStage = 40;  // the height that is left for the cards in any window, design pixels

// Controls in rows of `columns` each.
struct ControlGrid {
  std::vector<const InputSpec*> inputs;
  std::size_t columns = 1;
  float room = 0;  // the width for each control
  float width = 0, height = 0;
  bool comfortable = true;
};

ControlGrid grid_of(const Frame& frame, const std::vector<const InputSpec*>& inputs, std::size_t columns, float width) {
  const float u = frame.theme.unit, apart = kControlsApart * u;
  ControlGrid grid{inputs, columns, (width - apart * static_cast<float>(columns - 1)) / static_cast<float>(columns)};
  for (std::size_t i = 0; i < inputs.size(); i += columns) {
    float row = 0, high = 0;
    for (std::size_t j = i; j < std::min(i + columns, inputs.size()); ++j) {
      const StageInputSize size = size_on_stage(frame, *inputs[j], grid.room);
      row += (j > i ? apart : 0) + size.width;
      high = std::max(high, size.height);
      grid.comfortable = grid.comfortable && size.comfortable;
    }
    grid.width = std::max(grid.width, row);
    grid.height += high + (i > 0 ? kControlRowsApart * u : 0);
  }
  return grid;
}

// Returns the lowest grid that leaves each editor wide enough. If two grids are equally high, returns that with fewer, wider columns.
ControlGrid best_grid(const Frame& frame, const std::vector<const InputSpec*>& inputs, float width) {
  ControlGrid best = grid_of(frame, inputs, 1, width);
  for (std::size_t columns = 2; columns <= inputs.size(); ++columns) {
    ControlGrid grid = grid_of(frame, inputs, columns, width);
    if (grid.comfortable && grid.height < best.height) best = std::move(grid);
  }
  return best;
}

void draw_grid(const Frame& frame, Screen& screen, const ControlGrid& grid, ImVec2 corner) {
  const float u = frame.theme.unit;
  float x = corner.x, y = corner.y, high = 0;
  for (std::size_t i = 0; i < grid.inputs.size(); ++i) {
    if (i > 0 && i % grid.columns == 0) {
      x = corner.x;
      y += high + kControlRowsApart * u;
      high = 0;
    }
    const StageInputSize size = size_on_stage(frame, *grid.inputs[i], grid.room);
    draw_on_stage(frame, screen, *grid.inputs[i], {x, y}, grid.room);
    x += size.width + kControlsApart * u;
    high = std::max(high, size.height);
  }
}

}  // namespace

Box draw_controls(const Frame& frame, Screen& screen, const Box& area) {
  LessonScreen& lesson = screen.state.lesson;
  const std::vector<const InputSpec*> inputs = inputs_on_stage(frame);
  if (inputs.empty()) {
    lesson.controls_held = false;
    return area;
  }
  const float u = frame.theme.unit, side = kControlsSide * u, inside = kControlsInside * u;
  const bool narrow = is_narrow(frame, {area.width(), area.height()});
  const float most = std::max(area.width() - 2 * side - 2 * inside, 60 * u);
  const ControlGrid grid = best_grid(frame, inputs, most);
  const float above = (is_low(frame) ? kControlsBelow : kControlsAbove) * u;
  const float width = narrow ? most : std::min(grid.width, most), height = grid.height + 2 * above;
  const float middle = narrow || lesson.controls_at < 0 ? area.centre().x : lesson.controls_at;
  const float left = std::round(
      std::clamp(middle - width / 2 - inside, area.min.x + side, std::max(area.max.x - side - width - 2 * inside, area.min.x + side)));
  const Box box{{left, area.min.y + above}, {left + width + 2 * inside, area.min.y + above + height}};
  if (begin_floating_bar(frame.theme, "controls", box)) {
    draw_grid(frame, screen, grid, {box.min.x + inside, box.min.y + above});
    lesson.controls_held = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) ||
                           (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && ImGui::IsAnyItemActive());
  }
  ImGui::EndChild();
  note_box(screen.places, "part:controls", box);
  return {{area.min.x, std::min(box.max.y + kControlsBelow * u, std::max(area.max.y - kLeastStage * u, area.min.y))}, area.max};
}

void follow_focus_with_controls(Screen& screen) {
  LessonScreen& lesson = screen.state.lesson;
  const std::optional<PlacedScene>& scene = screen.places.scene;
  if (!scene || lesson.controls_held) return;
  for (const PlacedScene::Card& card : scene->cards) {
    if (card.node != scene->focus) continue;
    const float middle = card.box.centre().x;
    if (std::fabs(middle - lesson.controls_at) > 0.5f) screen.output.animating = true;
    lesson.controls_at = middle;
    return;
  }
}

}  // namespace gf::ui
