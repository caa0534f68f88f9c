// One card of a graph on the screen.
#pragma once

#include "ui/views/graph/graph_screen.h"

namespace gf::ui {

/// From the layout to the screen.
struct GraphLens {
  ImVec2 origin;    // where the layout's (0, 0) is
  float scale = 1;  // points for one design pixel of the layout
  float zoom = 1;   // the same without Theme::unit
  ImVec2 at(float x, float y) const { return {origin.x + x * scale, origin.y + y * scale}; }
  ImVec2 at(const GraphPoint& p) const { return at(p.x, p.y); }
};

/// A type at the size that it has under the lens, never too small to read.
Type seen_type(const Theme& theme, const Type& type, const GraphLens& lens);

/// Draws a card and does what a press on it asks for. Returns whether the pointer is on it.
bool draw_graph_card(Frame& frame, GraphScreen& screen, int card, const Box& box, const GraphLens& lens);

}  // namespace gf::ui
