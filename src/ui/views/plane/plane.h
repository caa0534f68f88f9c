// Points in a plane on the screen: what a panel shows of them, and what is done to them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/views/plane/plane_geometry.h"
#include "ui/views/plane/plane_screen.h"
#include "ui/views/view.h"

namespace gf::ui {

/// The roles that the nodes of a panel have in the plane (Panel::roles); -1 for one that there is not.
struct PlaneParts {
  int points = -1, weights = -1, transformation = -1;
  bool rows_are_images = false;          // of the transformation: its rows, not its columns, are where the unit vectors go
  std::vector<std::vector<int>> trails;  // nodes that say where the points go, step by step
};
PlaneParts plane_parts(const Trace& trace, const PanelView& panel);

/// The state of the planes that the panel is among; what they are fitted around follows what they show.
PlaneScreen& plane_screen(const Frame& frame, Screen& screen, const PanelView& panel);

/// A plane being drawn.
struct PlaneDrawing {
  const PanelView& panel;
  const PlaneParts& parts;
  const PlaneLens& lens;
  Index pulled = -1;  // the row whose pull stands out
};

/// Returns the position of a node's row on the screen; nothing if it is not finite.
std::optional<ImVec2> place_of(const Frame& frame, const PlaneLens& lens, int node, Index row);
/// Returns the position of a unit vector's tip after the transformation.
ImVec2 image_of(const Trace& trace, const PlaneParts& parts, Index vector);

/// The ground of a plane with its grid, the numbers along it, and the names of its axes.
void draw_plane_axes(const Frame& frame, const PlaneLens& lens, const std::string& across, const std::string& up);
void draw_transformation(const Frame& frame, Screen& screen, const PlaneDrawing& plane);
void draw_pull(const Frame& frame, const PlaneDrawing& plane);
void draw_trails(const Frame& frame, const PlaneDrawing& plane);
void draw_points(const Frame& frame, Screen& screen, const PlaneDrawing& plane);
/// The row of the weights that says how a point is pulled: its own, or in weights of fewer rows the one with its label; -1 where there is
/// none.
Index weights_row(const Frame& frame, const PlaneParts& parts, Index point);

/// Pointer and keyboard.
void handle_plane(const Frame& frame, Screen& screen, PlaneScreen& shared, const PlaneDrawing& plane);
/// Whether points, or unit vectors, can be dragged.
bool points_move(const Frame& frame, const PlaneParts& parts);

}  // namespace gf::ui
