// The order and the places of what stands in the layers of a graph.
#pragma once

#include <string>
#include <vector>

namespace gf::ui {

/// A place in a layer: of a card, or of an arrow that passes through on its way to a layer further down.
struct GraphSlot {
  int card = -1;   // -1: an arrow
  int arrow = -1;  // which one that is; -1: a card
  int layer = 0;
  std::string scope;
  float width = 0;
  std::vector<int> above, below;  // slots of the neighbouring layers that it is connected with
  float x = 0;                    // its centre
};

struct GraphLayers {
  std::vector<GraphSlot> slots;
  std::vector<std::vector<int>> layers;  // slots from left to right
};

/// How many pairs of connections between neighbouring layers cross.
int count_crossings(const GraphLayers& graph);

/// Reorders the layers so that few connections cross, with the slots of one scope together.
void order_layers(GraphLayers& graph);

/// Places the slots of all layers, in their order, near to what they are connected with, `across` apart. The leftmost edge is at 0.
void place_slots(GraphLayers& graph, float across);

/// The places nearest to `wanted` (in least squares, with `weights`, by default equal ones) that keep the order, with at least `gaps[i]`
/// from i to i + 1. Example: nearest_places({5, 5}, {2}) == {4, 6}.
std::vector<float> nearest_places(const std::vector<float>& wanted, const std::vector<float>& gaps, const std::vector<float>& weights = {});

}  // namespace gf::ui
