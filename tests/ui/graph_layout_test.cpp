#include "ui/views/graph/graph_layout.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

#include "ui/views/graph/graph_order.h"

using namespace gf::ui;

namespace graph_layout_test {
namespace {

const GraphSizes kSizes;

// Every node reads up to three of the twelve before it.
std::vector<GraphNode> random_graph(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<GraphNode> nodes;
  for (int i = 0; i < count; ++i) {
    GraphNode node{i % 4 == 0 ? "n" + std::to_string(i) : "scope" + std::to_string(i * 5 / count) + ".n" + std::to_string(i), {}};
    for (int k = 0; i > 0 && k < 3; ++k)
      if (random() % 4 != 0) node.inputs.push_back(std::max(0, i - 1 - static_cast<int>(random() % 12)));
    nodes.push_back(node);
  }
  return nodes;
}

void check_no_overlap(const GraphLayout& layout) {
  for (std::size_t i = 0; i < layout.cards.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const GraphCard &a = layout.cards[i], &b = layout.cards[k];
      const bool apart = std::abs(a.x - b.x) >= kSizes.card_w || std::abs(a.y - b.y) >= kSizes.card_h;
      CHECK(apart);
    }
}

bool hits(const GraphCard& card, const GraphPoint& p) {
  return p.x > card.x && p.x < card.x + kSizes.card_w && p.y > card.y && p.y < card.y + kSizes.card_h;
}

// From the foot of what is read down to the top of what reads it, past all other cards.
void check_arrows(const GraphLayout& layout) {
  for (const GraphArrow& arrow : layout.arrows) {
    const GraphCard &from = layout.cards[static_cast<std::size_t>(arrow.from)], &to = layout.cards[static_cast<std::size_t>(arrow.to)];
    CHECK(from.layer < to.layer);
    REQUIRE(arrow.way.size() >= 2);
    CHECK(arrow.way.front().y == from.y + kSizes.card_h);
    CHECK(arrow.way.back().y == to.y);
    for (std::size_t i = 1; i < arrow.way.size(); ++i) {
      CHECK(arrow.way[i].y > arrow.way[i - 1].y);
      const GraphPoint middle{(arrow.way[i].x + arrow.way[i - 1].x) / 2, (arrow.way[i].y + arrow.way[i - 1].y) / 2};
      CHECK(std::none_of(layout.cards.begin(), layout.cards.end(), [&](const GraphCard& card) { return hits(card, middle); }));
    }
  }
}

}  // namespace

TEST_SUITE("ui/graph_layout") {
  TEST_CASE("places keep their order and gaps, and are as near as possible to what is wanted") {
    CHECK(nearest_places({5, 5}, {2}) == std::vector<float>{4, 6});
    CHECK(nearest_places({0, 10, 30}, {5, 5}) == std::vector<float>{0, 10, 30});
    CHECK(nearest_places({10, 0, 5}, {4, 4}) == std::vector<float>{1, 5, 9});
    CHECK(nearest_places({}, {}).empty());
  }

  TEST_CASE("a chain goes down, layer by layer, and its leaf stands just above what reads it") {
    const GraphLayout layout = lay_out_graph({{"x", {}}, {"y", {0}}, {"z", {1}}, {"w", {}}, {"out", {2, 3}}}, {}, kSizes);
    REQUIRE(layout.cards.size() == 5);
    CHECK(layout.cards[0].layer == 0);
    CHECK(layout.cards[1].layer == 1);
    CHECK(layout.cards[2].layer == 2);
    CHECK(layout.cards[3].layer == 2);
    CHECK(layout.cards[4].layer == 3);
    CHECK(layout.arrows.size() == 4);
    CHECK(layout.height == 4 * kSizes.card_h + 3 * kSizes.down);
    CHECK(layout.cards[0].x == layout.cards[1].x);  // straight where nothing is in the way
  }

  TEST_CASE("no cards overlap, arrows go down and around cards, in graphs of 60 nodes") {
    for (unsigned seed = 1; seed <= 8; ++seed) {
      CAPTURE(seed);
      const GraphLayout layout = lay_out_graph(random_graph(seed, 60), {}, kSizes);
      CHECK(layout.cards.size() == 60);
      check_no_overlap(layout);
      check_arrows(layout);
      for (const GraphCard& card : layout.cards) {
        CHECK(card.x >= -0.01f);
        CHECK(card.x + kSizes.card_w <= layout.width + 0.01f);
        CHECK(card.y + kSizes.card_h <= layout.height + 0.01f);
      }
    }
  }

  TEST_CASE("an arrow past several layers is straight") {
    const GraphLayout layout =
        lay_out_graph({{"x", {}}, {"a", {0}}, {"w", {}}, {"b", {1, 2}}, {"c", {3}}, {"d", {4}}, {"out", {5, 0}}}, {}, kSizes);
    const GraphArrow* longest = &layout.arrows.front();
    for (const GraphArrow& arrow : layout.arrows)
      if (arrow.way.size() > longest->way.size()) longest = &arrow;
    REQUIRE(longest->way.size() == 10);
    for (std::size_t i = 2; i + 1 < longest->way.size(); ++i) CHECK(longest->way[i].x == doctest::Approx(longest->way[1].x).epsilon(0.02));
  }

  TEST_CASE("the order leaves fewer crossings than the order of computation") {
    // Two ladders whose rungs are given in turn, crosswise.
    GraphLayers graph;
    graph.slots.resize(8);
    graph.layers = {{0, 1, 2, 3}, {4, 5, 6, 7}};
    const int below[4] = {7, 6, 5, 4};
    for (int i = 0; i < 4; ++i) {
      graph.slots[static_cast<std::size_t>(i)].below = {below[i]};
      graph.slots[static_cast<std::size_t>(below[i])].above = {i};
      graph.slots[static_cast<std::size_t>(below[i])].layer = 1;
    }
    CHECK(count_crossings(graph) == 6);
    order_layers(graph);
    CHECK(count_crossings(graph) == 0);
  }

  TEST_CASE("cards of one scope stand together in their layer") {
    const GraphLayout layout = lay_out_graph({{"x", {}}, {"a.p", {0}}, {"b.p", {0}}, {"a.q", {0}}, {"b.q", {0}}, {"a.r", {0}}}, {}, kSizes);
    std::map<float, std::string> across;
    for (std::size_t i = 1; i < layout.cards.size(); ++i) across[layout.cards[i].x] = i % 2 == 1 ? "a" : "b";
    std::string order;
    for (const auto& [x, scope] : across) order += scope;
    const bool together = order == "aaabb" || order == "bbaaa";
    CHECK_MESSAGE(together, order);
    REQUIRE(layout.scopes.size() == 2);
    CHECK(layout.scopes[0].alone);
    CHECK(layout.scopes[1].alone);
  }

  TEST_CASE("a folded scope is one card that reads and is read for all of its nodes") {
    const std::vector<GraphNode> nodes{{"x", {}}, {"e.0.q", {0}}, {"e.0.k", {0}}, {"e.0.s", {1, 2}}, {"e.norm", {3}}, {"loss", {4, 0}}};
    const GraphLayout inner = lay_out_graph(nodes, {"e.0"}, kSizes);
    CHECK(inner.cards.size() == 4);
    CHECK(inner.arrows.size() == 4);
    const GraphLayout outer = lay_out_graph(nodes, {"e.0", "e"}, kSizes);
    REQUIRE(outer.cards.size() == 3);
    CHECK(outer.cards[1].scope == "e");
    CHECK(outer.cards[1].nodes == std::vector<int>{1, 2, 3, 4});
    check_arrows(outer);
  }

  TEST_CASE("folding what lies on both sides of something else makes no circle") {
    const GraphLayout layout = lay_out_graph({{"a.in", {}}, {"between", {0}}, {"a.out", {1}}, {"end", {2}}}, {"a"}, kSizes);
    CHECK(layout.cards.size() == 3);
    check_no_overlap(layout);
    check_arrows(layout);
    CHECK(layout.arrows.size() == 2);
  }

  TEST_CASE("nothing, and one node") {
    CHECK(lay_out_graph({}, {}, kSizes).cards.empty());
    const GraphLayout one = lay_out_graph({{"loss", {}}}, {}, kSizes);
    REQUIRE(one.cards.size() == 1);
    CHECK(one.width == kSizes.card_w);
    CHECK(one.height == kSizes.card_h);
  }
}

}  // namespace graph_layout_test
