// The computational graph of a panel on the screen: what its cards show, and which part of it is in sight.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/views/graph/graph_layout.h"
#include "ui/views/view.h"

namespace gf::ui {

/// What a card of one node shows.
struct GraphItem {
  int node = -1;                // in the trace
  int gradient = -1;            // the node of its gradient, where the panel lists it
  bool wants_gradient = false;  // the trace has it, though the panel may not list it yet
  bool parameter = false, loss = false;
};

struct GraphScreen {
  std::shared_ptr<const Trace> trace;  // of the items
  std::set<std::string> folded;        // scopes
  std::vector<GraphNode> nodes;
  std::vector<GraphItem> items;  // of the nodes
  GraphLayout layout;

  enum class Framing { start, whole, own };  // readable from the top on; all of it; as the user moved it
  Framing framing = Framing::start;
  float zoom = 1;                       // points on the screen for a design pixel of the layout, over Theme::unit
  GraphPoint corner;                    // of the layout, at the upper left of the view
  int hovered = -1, next_hovered = -1;  // cards: of the last frame, of this one
};

/// How Document::folded names a folded scope of a graph.
std::string graph_fold(const std::string& scope);

/// The screen of a panel, brought up to date with the trace and with what is folded.
GraphScreen& graph_screen(const Frame& frame, const PanelView& panel);

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

inline constexpr GraphSizes kGraphSizes;

}  // namespace gf::ui
