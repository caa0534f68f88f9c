// What a graph shows: its nodes with what each reads, and their gradients.
#include "ui/views/graph/graph_screen.h"

#include <algorithm>

#include "ui/sections.h"

namespace gf::ui {

std::string graph_fold(const std::string& scope) { return "graph:" + scope; }

namespace {

// The nearest nodes upstream that have a card: nodes without one are passed through, gradients are not.
void collect_inputs(const Trace& trace, int node, const std::vector<int>& place, std::vector<char>& seen, std::vector<int>& found) {
  for (const int input : trace.node(node).inputs) {
    const auto i = static_cast<std::size_t>(input);
    if (seen[i] != 0 || is_gradient(trace.nodes[i].name)) continue;
    seen[i] = 1;
    if (place[i] >= 0) {
      found.push_back(place[i]);
    } else {
      collect_inputs(trace, input, place, seen, found);
    }
  }
}

std::vector<GraphNode> nodes_of(const Trace& trace, const std::vector<GraphItem>& items) {
  std::vector<int> place(trace.nodes.size(), -1);
  for (std::size_t i = 0; i < items.size(); ++i) place[static_cast<std::size_t>(items[i].node)] = static_cast<int>(i);
  std::vector<GraphNode> nodes;
  for (const GraphItem& item : items) {
    GraphNode node{trace.node(item.node).name, {}};
    std::vector<char> seen(trace.nodes.size(), 0);
    collect_inputs(trace, item.node, place, seen, node.inputs);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::vector<GraphItem> items_of(const Trace& trace, const PanelView& panel) {
  const auto listed = [&](int node) { return std::find(panel.nodes.begin(), panel.nodes.end(), node) != panel.nodes.end(); };
  std::vector<GraphItem> items;
  for (const int index : panel.nodes) {
    const TraceNode& node = trace.node(index);
    const bool known = std::any_of(items.begin(), items.end(), [&](const GraphItem& item) { return item.node == index; });
    if (known || is_gradient(node.name)) continue;
    GraphItem item;
    item.node = index;
    const int gradient = trace.find(gradient_name(node.name));
    item.wants_gradient = gradient >= 0;
    item.gradient = gradient >= 0 && listed(gradient) ? gradient : -1;
    item.parameter = node.facts.kind == NodeKind::parameter || !node.input.empty();
    item.loss = short_name(node.name) == "loss";
    items.push_back(item);
  }
  return items;
}

std::set<std::string> folded_scopes(const std::set<std::string>& folded) {
  const std::string prefix = graph_fold("");
  std::set<std::string> scopes;
  for (const std::string& one : folded) {
    if (one.rfind(prefix, 0) == 0) scopes.insert(one.substr(prefix.size()));
  }
  return scopes;
}

}  // namespace

GraphScreen& graph_screen(const Frame& frame, const PanelView& panel) {
  std::shared_ptr<GraphScreen>& screen = frame.state.lesson.graphs[panel.index];
  if (!screen) screen = std::make_shared<GraphScreen>();
  std::set<std::string> folded = folded_scopes(frame.snapshot.document.look.folded);
  if (screen->trace == frame.snapshot.trace && screen->folded == folded) return *screen;
  screen->trace = frame.snapshot.trace;
  screen->items = items_of(*frame.trace, panel);
  std::vector<GraphNode> nodes = nodes_of(*frame.trace, screen->items);
  // Another value in a cell leaves everything where it is.
  if (nodes == screen->nodes && folded == screen->folded) return *screen;
  screen->nodes = std::move(nodes), screen->folded = std::move(folded);
  screen->hovered = -1;
  screen->layout = lay_out_graph(screen->nodes, screen->folded, kGraphSizes);
  return *screen;
}

}  // namespace gf::ui
