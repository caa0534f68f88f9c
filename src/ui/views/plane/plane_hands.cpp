// Handles pointer and keyboard in a plane: pointing at words, dragging words and unit vectors, and moving them with the arrow keys.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/explanation.h"
#include "core/number_text.h"
#include "ui/cells/editing.h"
#include "ui/cells/keys.h"
#include "ui/places.h"
#include "ui/views/plane/plane.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kReach = 12, kReachOfFinger = 24, kSlop = 2;
constexpr int kMostHolds = 64;  // the most places that a finger can take hold of at once

// A row of an input whose cells are the place of a point; node -1: the point can't be moved.
struct Target {
  int node = -1;
  Index row = 0;
};

// Returns the row that is changed to move a point: its own, or the row of the table in which the point is looked up.
Target target_of(const Frame& frame, const PlaneParts& parts, Index row) {
  const TraceNode& points = frame.trace->node(parts.points);
  if (is_editable(frame, points)) return {parts.points, row};
  if (points.facts.kind != NodeKind::looked_up || !frame.trace->explain) return {};
  if (!is_editable(frame, frame.trace->node(points.inputs.front()))) return {};
  const Explanation explanation = frame.trace->explain(parts.points, {0, row, 0});
  if (explanation.pinned || explanation.operands.size() != 1) return {};
  return {explanation.operands.front().node, explanation.operands.front().cell.row};
}

struct Hit {
  int node = -1;
  Index index = 0;
  bool vector = false;
  ImVec2 at;
};

// Returns the hit under the pointer: a point, a unit vector, or the end of a way.
Hit hit_at(const Frame& frame, const PlaneDrawing& plane, ImVec2 mouse) {
  Hit best;
  float reach = (frame.host.touch ? kReachOfFinger : kReach) * frame.theme.unit;
  const auto consider = [&](int node, Index index, bool vector, ImVec2 at) {
    const float away = std::hypot(at.x - mouse.x, at.y - mouse.y);
    if (away < reach) {
      reach = away;
      best = {node, index, vector, at};
    }
  };
  const auto consider_rows = [&](int node) {
    for (Index row = 0; row < frame.trace->node(node).value->rows(); ++row) {
      if (const auto at = place_of(frame, plane.lens, node, row)) consider(node, row, false, *at);
    }
  };
  consider_rows(plane.parts.points);
  if (plane.parts.transformation >= 0) {
    for (Index i = 0; i < 2; ++i) {
      const ImVec2 image = image_of(*frame.trace, plane.parts, i);
      consider(plane.parts.transformation, i, true, plane.lens.at(image.x, image.y));
    }
  }
  if (best.node >= 0) return best;
  for (const std::vector<int>& trail : plane.parts.trails) std::for_each(trail.begin(), trail.end(), consider_rows);
  return best;
}

Cell cell_of(const PlaneParts& parts, bool vector, Index index) {
  if (!vector) return {0, index, 0};
  return parts.rows_are_images ? Cell{0, index, 0} : Cell{0, 0, index};
}

bool movable(const Frame& frame, const PlaneParts& parts, bool vector, Index index) {
  return vector ? is_editable(frame, frame.trace->node(parts.transformation)) : target_of(frame, parts, index).node >= 0;
}

double rounded(double value, double step) {
  const double steps = std::round(value / step);
  return step < 1 ? steps / std::round(1 / step) : steps * step;
}

// Puts a point, or the tip of a unit vector, at a place. One command changes both cells.
void put_at(const Frame& frame, Screen& screen, const PlaneParts& parts, bool vector, Index index, ImVec2 place, double step, int gesture) {
  const Target target = vector ? Target{parts.transformation, index} : target_of(frame, parts, index);
  if (target.node < 0) return;
  const TraceNode& node = frame.trace->node(target.node);
  Tensor value = *node.value;
  const bool column = vector && !parts.rows_are_images;
  float& x = column ? value.at(0, 0, target.row) : value.at(0, target.row, 0);
  float& y = column ? value.at(0, 1, target.row) : value.at(0, target.row, 1);
  const auto to_x = static_cast<float>(rounded(static_cast<double>(place.x), step));
  const auto to_y = static_cast<float>(rounded(static_cast<double>(place.y), step));
  if (x == to_x && y == to_y) return;
  x = to_x;
  y = to_y;
  send(screen, SetInput{node.input, std::move(value), gesture});
}

void press(const Frame& frame, Screen& screen, PlaneScreen& shared, const PlaneDrawing& plane, const Hit& hit, ImVec2 mouse) {
  finish_cell_edit(frame, screen);
  if (hit.node < 0) return;
  select_cell(frame, screen, hit.node, cell_of(plane.parts, hit.vector, hit.index));
  const bool of_points = hit.vector || hit.node == plane.parts.points;
  if (!of_points || !movable(frame, plane.parts, hit.vector, hit.index)) return;
  PlaneHold hold;
  hold.panel = plane.panel.index;
  hold.node = hit.node;
  hold.index = hit.index;
  hold.vector = hit.vector;
  hold.grip = {hit.at.x - mouse.x, hit.at.y - mouse.y};
  hold.start = mouse;
  shared.hold = hold;
}

void drag(const Frame& frame, Screen& screen, PlaneHold& hold, const PlaneDrawing& plane, ImVec2 mouse) {
  const bool far = std::hypot(mouse.x - hold.start.x, mouse.y - hold.start.y) > kSlop * frame.theme.unit;
  if (hold.gesture == 0 && !far) return;
  if (hold.gesture == 0) hold.gesture = new_gesture(screen);
  // A dragged point stays in the frame, and the range of the frame does not change during a drag.
  const Box& box = plane.lens.box;
  const float inset = static_cast<float>(plane.lens.grain()) * plane.lens.scale() / 2;  // rounding does not move the point out of the frame
  const auto inside = [&](float at, float least, float most) { return std::clamp(at, least + inset, most - inset); };
  const ImVec2 to(inside(mouse.x + hold.grip.x, box.min.x, box.max.x), inside(mouse.y + hold.grip.y, box.min.y, box.max.y));
  put_at(frame, screen, plane.parts, hold.vector, hold.index, plane.lens.back(to), plane.lens.grain(), hold.gesture);
}

void point_at(const Frame& frame, Screen& screen, const PlaneDrawing& plane, const Hit& hit) {
  if (hit.node < 0) return;
  screen.state.lesson.next_hover = {hit.node, cell_of(plane.parts, hit.vector, hit.index)};
  if (frame.host.touch) return;
  if (movable(frame, plane.parts, hit.vector, hit.index) && (hit.vector || hit.node == plane.parts.points))
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  const auto number = [](float value) { return format_number(static_cast<double>(value), 3); };
  const ImVec2 place = plane.lens.back(hit.at);
  const char* const unit_vector = hit.index == 0 ? "(1, 0)" : "(0, 1)";
  const std::string name = hit.vector ? unit_vector : place_label(frame.trace->node(plane.parts.points).rows, hit.index);
  tip_now(frame.theme, name + (hit.vector ? " → (" : " (") + number(place.x) + ", " + number(place.y) + ")");
}

// Handles the keys in a plane: arrow keys move the selected word or unit vector; Page Up and Page Down choose another word.
void handle_keys_of(const Frame& frame, Screen& screen, PlaneScreen& shared, const PlaneDrawing& plane) {
  if (!ImGui::IsItemFocused()) return;
  const ImGuiID id = ImGui::GetItemID();
  const CellReference at = selected(frame);
  const bool vector = at.node >= 0 && at.node == plane.parts.transformation, point = at.node == plane.parts.points;
  enter_cells(frame, screen, vector ? plane.parts.transformation : plane.parts.points, {});
  if ((!vector && !point) || (ImGui::GetIO().NavVisible && !frame.state.keyboard.in_cells)) return;
  for (const ImGuiKey key : {ImGuiKey_PageUp, ImGuiKey_PageDown}) ImGui::SetKeyOwner(key, id);
  const int by = (ImGui::IsKeyPressed(ImGuiKey_PageDown) ? 1 : 0) - (ImGui::IsKeyPressed(ImGuiKey_PageUp) ? 1 : 0);
  if (by != 0) select_cell(frame, screen, plane.parts.points, {0, point ? at.cell.row + by : 0, 0});
  const Index index = point || plane.parts.rows_are_images ? at.cell.row : at.cell.col;
  if (!movable(frame, plane.parts, vector, index)) return;
  screen.state.arrows_taken = true;
  const auto way = [&](ImGuiKey more, ImGuiKey less) {
    if (ImGui::IsKeyPressed(more, false) || ImGui::IsKeyPressed(less, false)) shared.key_gesture = new_gesture(screen);
    return static_cast<double>(ImGui::IsKeyPressed(more) ? 1 : 0) - static_cast<double>(ImGui::IsKeyPressed(less) ? 1 : 0);
  };
  const double step = plane.lens.grain(), times = ImGui::GetIO().KeyShift ? 1 : 10;
  const double dx = way(ImGuiKey_RightArrow, ImGuiKey_LeftArrow) * times * step;
  const double dy = way(ImGuiKey_UpArrow, ImGuiKey_DownArrow) * times * step;
  if (dx == 0 && dy == 0) return;
  screen.state.pointer_leads = false;
  const Tensor& value = *frame.trace->node(at.node).value;
  const ImVec2 from = vector ? image_of(*frame.trace, plane.parts, index) : ImVec2(value.at(0, index, 0), value.at(0, index, 1));
  put_at(frame, screen, plane.parts, vector, index, {from.x + static_cast<float>(dx), from.y + static_cast<float>(dy)}, step,
         shared.key_gesture);
}

// Notes the places that a finger takes hold of at once; elsewhere a finger scrolls. touch_web.cpp reads them from the storage of the
// window: the number of places under "holds", and x, y and reach of each place under the keys after it.
void note_holds(const Frame& frame, const PlaneDrawing& plane) {
  ImGuiStorage& storage = ImGui::GetCurrentWindow()->StateStorage;
  const ImGuiID first = ImHashStr("holds");
  int count = 0;
  const ImVec2 corner = ImGui::GetWindowPos();
  const auto add = [&](ImVec2 at) {
    if (count >= kMostHolds || !plane.lens.box.contains(at)) return;
    const auto key = first + 1 + 3 * static_cast<ImGuiID>(count++);
    storage.SetFloat(key, at.x - corner.x);
    storage.SetFloat(key + 1, at.y - corner.y);
    storage.SetFloat(key + 2, kReachOfFinger * frame.theme.unit);
  };
  for (Index row = 0; points_move(frame, plane.parts) && row < frame.trace->node(plane.parts.points).value->rows(); ++row) {
    if (const auto at = place_of(frame, plane.lens, plane.parts.points, row)) add(*at);
  }
  for (Index i = 0; plane.parts.transformation >= 0 && movable(frame, plane.parts, true, 0) && i < 2; ++i) {
    const ImVec2 image = image_of(*frame.trace, plane.parts, i);
    add(plane.lens.at(image.x, image.y));
  }
  storage.SetInt(first, count);
}

}  // namespace

bool points_move(const Frame& frame, const PlaneParts& parts) { return target_of(frame, parts, 0).node >= 0; }

void handle_plane(const Frame& frame, Screen& screen, PlaneScreen& shared, const PlaneDrawing& plane) {
  const Box& box = plane.lens.box;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::InvisibleButton("points", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav);
  note_control(screen.places, "plane:" + frame.trace->node(plane.parts.points).name,
               {.role = Role::figure,
                .name = node_title(frame, frame.trace->node(plane.parts.points)),
                .value = ui_text(frame, "accessible.plane")});
  focus_frame(frame.theme, 4 * frame.theme.unit);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool holding = shared.hold && shared.hold->panel == plane.panel.index;
  if (holding && !ImGui::IsItemActive()) shared.hold.reset();
  const Hit hit = ImGui::IsItemHovered() || ImGui::IsItemActivated() ? hit_at(frame, plane, mouse) : Hit{};
  if (ImGui::IsItemActivated() && ImGui::IsMouseClicked(0)) press(frame, screen, shared, plane, hit, mouse);
  if (shared.hold && shared.hold->panel == plane.panel.index && ImGui::IsItemActive()) {
    drag(frame, screen, *shared.hold, plane, mouse);
    screen.state.lesson.next_hover = {shared.hold->node, cell_of(plane.parts, shared.hold->vector, shared.hold->index)};
  } else if (ImGui::IsItemHovered()) {
    point_at(frame, screen, plane, hit);
  }
  handle_keys_of(frame, screen, shared, plane);
  note_holds(frame, plane);
}

}  // namespace gf::ui
