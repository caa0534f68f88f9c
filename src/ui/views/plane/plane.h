// Draws points in a plane, and handles pointer and keyboard on them. A panel finds its parts with `plane_parts`, and its range
// with `plane_screen`. The panel then draws the axes, the transformation, the pull, the trails and the points, in this order.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "core/tensor.h"
#include "protocol/trace.h"
#include "ui/frame.h"
#include "ui/views/plane/plane_geometry.h"
#include "ui/views/plane/plane_screen.h"
#include "ui/views/view.h"

namespace gf::ui {

/// The nodes of a panel by their roles in the plane (Panel::roles); -1: no node has the role.
struct PlaneParts {
  int points = -1, weights = -1, transformation = -1;
  bool rows_are_images = false;          // the rows of the transformation, not its columns, are the images of the unit vectors
  std::vector<std::vector<int>> trails;  // each trail has the nodes with the places to which the points go, step by step
};
/// Returns the parts of a panel. Without roles, the first node has the points.
PlaneParts plane_parts(const Trace& trace, const PanelView& panel);

/// Returns the state that all planes of the panel's outermost section share. Moves their range towards what they show.
PlaneScreen& plane_screen(const Frame& frame, Screen& screen, const PanelView& panel);

/// A plane being drawn.
struct PlaneDrawing {
  const PanelView& panel;
  const PlaneParts& parts;
  const PlaneLens& lens;
  Index pulled = -1;  // the row whose pull stands out
};

/// Returns the position of a node's row on the screen; none if the node lacks the row or the position is not finite.
std::optional<ImVec2> place_of(const Frame& frame, const PlaneLens& lens, int node, Index row);
/// Returns the position of a unit vector's tip after the transformation.
ImVec2 image_of(const Trace& trace, const PlaneParts& parts, Index vector);

/// Draws the ground of a plane with its grid, the numbers along its sides, and the names of its axes.
void draw_plane_axes(const Frame& frame, const PlaneLens& lens, const std::string& across, const std::string& up);
/// Draws the grid that the transformation makes, and the images of the unit vectors.
void draw_transformation(const Frame& frame, Screen& screen, const PlaneDrawing& plane);
/// Draws the weights as arrows from the points that pull to the points that are pulled.
void draw_pull(const Frame& frame, const PlaneDrawing& plane);
/// Draws the ways that the points go.
void draw_trails(const Frame& frame, const PlaneDrawing& plane);
/// Draws the points and their labels.
void draw_points(const Frame& frame, Screen& screen, const PlaneDrawing& plane);
/// Returns the row of the weights that pulls a point: the row of the same index, or, if the weights have fewer rows, the row with the label
/// of the point; -1: none.
Index weights_row(const Frame& frame, const PlaneParts& parts, Index point);

/// Handles pointer and keyboard in a plane.
void handle_plane(const Frame& frame, Screen& screen, PlaneScreen& shared, const PlaneDrawing& plane);
/// Whether points can be dragged: their cells, or the rows of the table that they are looked up in, belong to an input.
bool points_move(const Frame& frame, const PlaneParts& parts);

}  // namespace gf::ui
