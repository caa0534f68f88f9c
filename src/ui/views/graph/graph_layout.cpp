// Layered drawing after Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981.
#include "ui/views/graph/graph_layout.h"

#include <algorithm>
#include <map>

#include "core/node_name.h"
#include "ui/sections.h"
#include "ui/views/graph/graph_order.h"

namespace gf::ui {

namespace {

// "encoder.0" of "encoder.0.query", as sections are called; empty without a dot.
std::string section_of_node(std::string_view name) {
  std::string_view scope = scope_of(name);
  if (!scope.empty()) scope.remove_suffix(1);
  return std::string(scope);
}

struct Edge {
  int from, to;  // cards
};

using Neighbours = std::vector<std::vector<int>>;

std::vector<int>& at(Neighbours& lists, int index) { return lists[static_cast<std::size_t>(index)]; }

// One card a node, or one a folded scope. `card_of` gets the card of each node.
std::vector<GraphCard> make_cards(const std::vector<GraphNode>& nodes, const std::set<std::string>& folded, std::vector<int>& card_of) {
  std::vector<GraphCard> cards;
  std::map<std::string, int> of_scope;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string scope = folded_around(folded, section_of_node(nodes[i].name));
    const auto known = of_scope.find(scope);
    const bool joins = !scope.empty() && known != of_scope.end();
    const int card = joins ? known->second : static_cast<int>(cards.size());
    if (!joins) cards.push_back({{}, scope, 0, 0, 0});
    if (!scope.empty()) of_scope.emplace(scope, card);
    cards[static_cast<std::size_t>(card)].nodes.push_back(static_cast<int>(i));
    card_of.push_back(card);
  }
  return cards;
}

// Leaves out the edges that close a circle: folding joins what lies on both sides of something else.
void visit(int card, Neighbours& reads, std::vector<char>& seen) {
  seen[static_cast<std::size_t>(card)] = 1;  // on the way
  std::erase_if(at(reads, card), [&](int from) {
    char& mark = seen[static_cast<std::size_t>(from)];
    if (mark == 0) visit(from, reads, seen);
    return mark == 1;
  });
  seen[static_cast<std::size_t>(card)] = 2;
}

// For each card those that it reads, without circles.
Neighbours make_reads(const std::vector<GraphNode>& nodes, std::size_t cards, const std::vector<int>& card_of) {
  Neighbours reads(cards);
  for (std::size_t to = 0; to < nodes.size(); ++to) {
    std::vector<int>& list = at(reads, card_of[to]);
    for (const int input : nodes[to].inputs) {
      const int from = card_of[static_cast<std::size_t>(input)];
      if (from != card_of[to] && std::find(list.begin(), list.end(), from) == list.end()) list.push_back(from);
    }
  }
  std::vector<char> seen(cards, 0);
  for (std::size_t card = 0; card < cards; ++card) {
    if (seen[card] == 0) visit(static_cast<int>(card), reads, seen);
  }
  return reads;
}

int depth_of(int card, Neighbours& reads, std::vector<int>& depths) {
  int& depth = depths[static_cast<std::size_t>(card)];
  if (depth >= 0) return depth;
  int most = -1;
  for (const int from : at(reads, card)) most = std::max(most, depth_of(from, reads, depths));
  return depths[static_cast<std::size_t>(card)] = most + 1;
}

void choose_layers(std::vector<GraphCard>& cards, Neighbours& reads) {
  std::vector<int> depths(cards.size(), -1), first_reader(cards.size(), -1);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const int depth = depth_of(static_cast<int>(i), reads, depths);
    for (const int from : reads[i]) {
      int& first = first_reader[static_cast<std::size_t>(from)];
      first = first < 0 ? depth : std::min(first, depth);
    }
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const bool leaf = reads[i].empty() && first_reader[i] > 0;
    cards[i].layer = leaf ? first_reader[i] - 1 : depths[i];
  }
}

std::string scope_around(const std::vector<GraphNode>& nodes, const GraphCard& card) {
  return section_of_node(card.scope.empty() ? nodes[static_cast<std::size_t>(card.nodes.front())].name : card.scope);
}

int add_slot(GraphLayers& graph, GraphSlot slot) {
  const auto layer = static_cast<std::size_t>(slot.layer);
  if (graph.layers.size() <= layer) graph.layers.resize(layer + 1);
  const int index = static_cast<int>(graph.slots.size());
  graph.layers[layer].push_back(index);
  graph.slots.push_back(std::move(slot));
  return index;
}

void connect(GraphLayers& graph, int above, int below) {
  graph.slots[static_cast<std::size_t>(above)].below.push_back(below);
  graph.slots[static_cast<std::size_t>(below)].above.push_back(above);
}

// Slots of the cards (the first ones, in the cards' order) and of the arrows that pass through layers. `chains` gets the slots of each
// arrow.
GraphLayers make_layers(const std::vector<GraphNode>& nodes, const std::vector<GraphCard>& cards, const std::vector<Edge>& edges,
                        float width, Neighbours& chains) {
  GraphLayers graph;
  for (std::size_t i = 0; i < cards.size(); ++i)
    add_slot(graph, {static_cast<int>(i), -1, cards[i].layer, scope_around(nodes, cards[i]), width, {}, {}, 0});
  for (const Edge& edge : edges) {
    const GraphCard &from = cards[static_cast<std::size_t>(edge.from)], &to = cards[static_cast<std::size_t>(edge.to)];
    const std::string scope = scope_around(nodes, from) == scope_around(nodes, to) ? scope_around(nodes, to) : std::string();
    std::vector<int> chain{edge.from};
    for (int layer = from.layer + 1; layer < to.layer; ++layer)
      chain.push_back(add_slot(graph, {-1, static_cast<int>(chains.size()), layer, scope, 0, {}, {}, 0}));
    chain.push_back(edge.to);
    for (std::size_t i = 1; i < chain.size(); ++i) connect(graph, chain[i - 1], chain[i]);
    chains.push_back(std::move(chain));
  }
  return graph;
}

// Where an arrow touches a card: spread over its middle in the order of where the arrows come from.
float port(const GraphLayers& graph, int card, int other, bool incoming, float card_w) {
  const GraphSlot& slot = graph.slots[static_cast<std::size_t>(card)];
  std::vector<int> others = incoming ? slot.above : slot.below;
  std::sort(others.begin(), others.end(),
            [&](int a, int b) { return graph.slots[static_cast<std::size_t>(a)].x < graph.slots[static_cast<std::size_t>(b)].x; });
  const auto place = static_cast<float>(std::find(others.begin(), others.end(), other) - others.begin());
  return slot.x + (place - static_cast<float>(others.size() - 1) / 2) * std::min(card_w * 0.5f / static_cast<float>(others.size()), 18.0f);
}

std::vector<GraphPoint> way_of(const GraphLayers& graph, const std::vector<int>& chain, const GraphSizes& sizes) {
  std::vector<GraphPoint> way;
  const auto top = [&](int slot) {
    return static_cast<float>(graph.slots[static_cast<std::size_t>(slot)].layer) * (sizes.card_h + sizes.down);
  };
  way.push_back({port(graph, chain.front(), chain[1], false, sizes.card_w), top(chain.front()) + sizes.card_h});
  for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
    const float x = graph.slots[static_cast<std::size_t>(chain[i])].x;
    way.push_back({x, top(chain[i])});
    way.push_back({x, top(chain[i]) + sizes.card_h});
  }
  way.push_back({port(graph, chain.back(), chain[chain.size() - 2], true, sizes.card_w), top(chain.back())});
  return way;
}

bool within(const GraphCard& card, const GraphScope& scope, const GraphSizes& sizes) {
  return card.x < scope.x + scope.width && card.x + sizes.card_w > scope.x && card.y < scope.y + scope.height &&
         card.y + sizes.card_h > scope.y;
}

void add_scopes(const std::vector<GraphNode>& nodes, GraphLayout& layout, const GraphSizes& sizes) {
  std::map<std::string, std::vector<const GraphCard*>> members;
  for (const GraphCard& card : layout.cards) {
    if (const std::string scope = scope_around(nodes, card); !scope.empty()) members[scope].push_back(&card);
  }
  for (const auto& [name, cards] : members) {
    GraphScope scope{name, cards.front()->x, cards.front()->y, 0, 0, true};
    float right = 0, bottom = 0;
    for (const GraphCard* card : cards) {
      scope.x = std::min(scope.x, card->x), scope.y = std::min(scope.y, card->y);
      right = std::max(right, card->x + sizes.card_w), bottom = std::max(bottom, card->y + sizes.card_h);
    }
    scope.width = right - scope.x, scope.height = bottom - scope.y;
    for (const GraphCard& card : layout.cards) {
      if (!stands_in(scope_around(nodes, card), name) && within(card, scope, sizes)) scope.alone = false;
    }
    layout.scopes.push_back(std::move(scope));
  }
}

}  // namespace

GraphLayout lay_out_graph(const std::vector<GraphNode>& nodes, const std::set<std::string>& folded_scopes, const GraphSizes& sizes) {
  GraphLayout layout;
  if (nodes.empty()) return layout;
  std::vector<int> card_of;
  layout.cards = make_cards(nodes, folded_scopes, card_of);
  Neighbours reads = make_reads(nodes, layout.cards.size(), card_of);
  choose_layers(layout.cards, reads);
  std::vector<Edge> edges;
  for (std::size_t to = 0; to < reads.size(); ++to) {
    for (const int from : reads[to]) edges.push_back({from, static_cast<int>(to)});
  }
  Neighbours chains;
  GraphLayers graph = make_layers(nodes, layout.cards, edges, sizes.card_w, chains);
  order_layers(graph);
  place_slots(graph, sizes.across);
  for (std::size_t i = 0; i < layout.cards.size(); ++i) {
    GraphCard& card = layout.cards[i];
    card.x = graph.slots[i].x - sizes.card_w / 2;
    card.y = static_cast<float>(card.layer) * (sizes.card_h + sizes.down);
  }
  for (std::size_t i = 0; i < edges.size(); ++i) layout.arrows.push_back({edges[i].from, edges[i].to, way_of(graph, chains[i], sizes)});
  for (const GraphSlot& slot : graph.slots) layout.width = std::max(layout.width, slot.x + slot.width / 2);
  layout.height = static_cast<float>(graph.layers.size()) * (sizes.card_h + sizes.down) - sizes.down;
  add_scopes(nodes, layout, sizes);
  return layout;
}

}  // namespace gf::ui
