// What the graph of a panel shows, and which part of it is in sight.
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

inline constexpr GraphSizes kGraphSizes;

}  // namespace gf::ui
