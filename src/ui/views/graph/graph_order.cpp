#include "ui/views/graph/graph_order.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace gf::ui {

namespace {

constexpr int kSweeps = 12;

const GraphSlot& slot(const GraphLayers& graph, int index) { return graph.slots[static_cast<std::size_t>(index)]; }

std::vector<int> positions(const GraphLayers& graph) {
  std::vector<int> at(graph.slots.size());
  for (const std::vector<int>& layer : graph.layers) {
    for (std::size_t i = 0; i < layer.size(); ++i) at[static_cast<std::size_t>(layer[i])] = static_cast<int>(i);
  }
  return at;
}

// The mean of `values` over `slots`; `otherwise` where there are none.
template <typename Value>
float mean_of(const std::vector<int>& slots, float otherwise, Value value) {
  if (slots.empty()) return otherwise;
  float sum = 0;
  for (const int one : slots) sum += value(one);
  return sum / static_cast<float>(slots.size());
}

// What a slot is sorted by: the barycentre of all that is in its scope, then its own.
struct SortKey {
  float scope_centre;
  std::string scope;
  float centre;
  int slot;
};

void sort_layer(const GraphLayers& graph, std::vector<int>& layer, const std::vector<int>& at, bool by_above) {
  std::vector<SortKey> keys;
  std::map<std::string, std::pair<float, int>> scopes;
  for (const int one : layer) {
    const GraphSlot& s = slot(graph, one);
    const float own = static_cast<float>(at[static_cast<std::size_t>(one)]);
    const float centre =
        mean_of(by_above ? s.above : s.below, own, [&](int other) { return static_cast<float>(at[static_cast<std::size_t>(other)]); });
    keys.push_back({centre, s.scope, centre, one});
    scopes[s.scope].first += centre, ++scopes[s.scope].second;
  }
  for (SortKey& key : keys) {
    if (!key.scope.empty()) key.scope_centre = scopes[key.scope].first / static_cast<float>(scopes[key.scope].second);
  }
  std::stable_sort(keys.begin(), keys.end(), [](const SortKey& a, const SortKey& b) {
    return std::tie(a.scope_centre, a.scope, a.centre) < std::tie(b.scope_centre, b.scope, b.centre);
  });
  for (std::size_t i = 0; i < keys.size(); ++i) layer[i] = keys[i].slot;
}

}  // namespace

int count_crossings(const GraphLayers& graph) {
  const std::vector<int> at = positions(graph);
  int count = 0;
  for (const std::vector<int>& layer : graph.layers) {
    std::vector<int> ends;  // below, from left to right above
    for (const int one : layer) {
      std::vector<int> own;
      for (const int other : slot(graph, one).below) own.push_back(at[static_cast<std::size_t>(other)]);
      for (const int a : ends) count += static_cast<int>(std::count_if(own.begin(), own.end(), [&](int b) { return a > b; }));
      ends.insert(ends.end(), own.begin(), own.end());
    }
  }
  return count;
}

void order_layers(GraphLayers& graph) {
  std::vector<std::vector<int>> best;
  int fewest = std::numeric_limits<int>::max();
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
      const std::vector<int> at = positions(graph);
      sort_layer(graph, graph.layers[down ? i : graph.layers.size() - 1 - i], at, down);
    }
    const int crossings = count_crossings(graph);
    if (crossings < fewest) fewest = crossings, best = graph.layers;
  }
  if (!best.empty()) graph.layers = best;
}

namespace {

void settle(GraphLayers& graph, const std::vector<int>& layer, const std::vector<float>& wanted, float across,
            const std::vector<float>& weights = {}) {
  std::vector<float> gaps;
  for (std::size_t i = 1; i < layer.size(); ++i)
    gaps.push_back((slot(graph, layer[i - 1]).width + slot(graph, layer[i]).width) / 2 + across);
  const std::vector<float> places = nearest_places(wanted, gaps, weights);
  for (std::size_t i = 0; i < layer.size(); ++i) graph.slots[static_cast<std::size_t>(layer[i])].x = places[i];
}

// Towards the mean of what is above, then of what is below, and so on.
void sweep_places(GraphLayers& graph, float across) {
  const auto x_of = [&](int one) { return slot(graph, one).x; };
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const bool down = sweep % 2 == 0, last = sweep + 2 >= kSweeps;
    for (std::size_t i = 0; i < graph.layers.size(); ++i) {
      const std::vector<int>& layer = graph.layers[down ? i : graph.layers.size() - 1 - i];
      std::vector<float> wanted;
      for (const int one : layer) {
        const GraphSlot& s = slot(graph, one);
        const float above = mean_of(s.above, s.x, x_of), below = mean_of(s.below, s.x, x_of);
        wanted.push_back(s.above.empty() ? below : s.below.empty() ? above : last ? (above + below) / 2 : down ? above : below);
      }
      settle(graph, layer, wanted, across);
    }
  }
}

// Long arrows become straight, as far as their neighbours let them: each of their slots wants the mean of all, with more weight than
// cards.
void straighten(GraphLayers& graph, float across) {
  constexpr float kArrowWeight = 4;
  for (int round = 0; round < kSweeps; ++round) {
    std::map<int, std::pair<float, int>> arrows;
    for (const GraphSlot& s : graph.slots) arrows[s.arrow].first += s.x, ++arrows[s.arrow].second;
    for (const std::vector<int>& layer : graph.layers) {
      std::vector<float> wanted, weights;
      for (const int one : layer) {
        const GraphSlot& s = slot(graph, one);
        const auto& [sum, count] = arrows[s.arrow];
        wanted.push_back(s.arrow < 0 ? s.x : sum / static_cast<float>(count));
        weights.push_back(s.arrow < 0 ? 1 : kArrowWeight);
      }
      settle(graph, layer, wanted, across, weights);
    }
  }
}

}  // namespace

void place_slots(GraphLayers& graph, float across) {
  for (const std::vector<int>& layer : graph.layers) settle(graph, layer, std::vector<float>(layer.size(), 0), across);
  sweep_places(graph, across);
  straighten(graph, across);
  float left = std::numeric_limits<float>::max();
  for (const GraphSlot& s : graph.slots) left = std::min(left, s.x - s.width / 2);
  for (GraphSlot& s : graph.slots) s.x -= left;
}

std::vector<float> nearest_places(const std::vector<float>& wanted, const std::vector<float>& gaps, const std::vector<float>& weights) {
  // With the gaps taken off, the places must not fall: neighbours that would are pooled at their mean.
  struct Pool {
    double sum, weight;
    std::size_t count;
  };
  const auto mean = [](const Pool& pool) { return pool.sum / pool.weight; };
  std::vector<Pool> pools;
  std::vector<double> offsets;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    offsets.push_back(i == 0 ? 0 : offsets.back() + static_cast<double>(gaps[i - 1]));
    const double weight = weights.empty() ? 1 : static_cast<double>(weights[i]);
    pools.push_back({(static_cast<double>(wanted[i]) - offsets.back()) * weight, weight, 1});
    while (pools.size() > 1 && mean(pools[pools.size() - 2]) > mean(pools.back())) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum, pools.back().weight += last.weight, pools.back().count += last.count;
    }
  }
  std::vector<float> places;
  for (const Pool& pool : pools) {
    for (std::size_t k = 0; k < pool.count; ++k) places.push_back(static_cast<float>(mean(pool) + offsets[places.size()]));
  }
  return places;
}

}  // namespace gf::ui
