// Where the cards and arrows of a computational graph stand. Pure: names and inputs in, places out.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace gf::ui {

/// A node to be placed. Its scope is what stands before the last dot of its name.
struct GraphNode {
  std::string name;         // "encoder.0.query"
  std::vector<int> inputs;  // places in the same list
  bool operator==(const GraphNode&) const = default;
};

struct GraphSizes {
  float card_w = 132, card_h = 92;
  float across = 22, down = 40;  // between neighbours
};

struct GraphPoint {
  float x = 0, y = 0;
};

/// A card is one node, or a folded scope with all of its nodes.
struct GraphCard {
  std::vector<int> nodes;
  std::string scope;  // of a folded one; else empty
  int layer = 0;
  float x = 0, y = 0;  // upper left
};

/// From what is read, down to what reads it: an even number of points, between which the way is free of cards.
struct GraphArrow {
  int from = 0, to = 0;  // cards
  std::vector<GraphPoint> way;
};

/// An unfolded scope with the cards in it.
struct GraphScope {
  std::string name;
  float x = 0, y = 0, width = 0, height = 0;
  bool alone = false;  // no card of another scope stands within
};

struct GraphLayout {
  std::vector<GraphCard> cards;
  std::vector<GraphArrow> arrows;
  std::vector<GraphScope> scopes;
  float width = 0, height = 0;
};

/// Layers from the top: below all that it reads (the longest way from a leaf), leaves just above what first reads them. The order within
/// the layers is improved by barycentres, which leaves few crossings; cards of one scope stay together.
GraphLayout lay_out_graph(const std::vector<GraphNode>& nodes, const std::set<std::string>& folded_scopes, const GraphSizes& sizes);

}  // namespace gf::ui
