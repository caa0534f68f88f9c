// Areas in proportion to numbers: the division of a box, and presses on an area.
#include "ui/views/treemap_areas.h"

#include <cmath>
#include <limits>
#include <random>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using gf::ui::Box;
using gf::ui::squarified;

namespace treemap_test {
namespace {

constexpr float kWhole = 1600;

double area_of(const Box& box) { return static_cast<double>(box.width()) * static_cast<double>(box.height()); }

bool overlap(const Box& a, const Box& b) { return area_of(ui::common(a, b)) > 1e-2; }

}  // namespace

TEST_SUITE("ui/treemap") {
  TEST_CASE("areas are to each other as the numbers, lie within the box, and do not overlap") {
    std::mt19937 random(7);
    for (const Index count : {1, 2, 5, 12, 40}) {
      CAPTURE(count);
      const Box box{{10, 20}, {310, 220}};
      std::vector<float> values;
      double total = 0;
      for (Index i = 0; i < count; ++i) values.push_back(std::pow(10.0f, static_cast<float>(random() % 300) / 100));
      for (const float value : values) total += static_cast<double>(value);
      const std::vector<Box> boxes = squarified(values, box);
      REQUIRE(boxes.size() == values.size());
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        CHECK(area_of(boxes[i]) == doctest::Approx(static_cast<double>(values[i]) / total * area_of(box)).epsilon(0.01));
        CHECK((boxes[i].min.x >= 10 && boxes[i].min.y >= 20 && boxes[i].max.x <= 310.1f && boxes[i].max.y <= 220.1f));
        for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(boxes[i], boxes[j]));
      }
    }
  }

  TEST_CASE("the published example comes out: areas nearly square") {
    // Bruls, Huizing, van Wijk 2000, figure 4: 6, 6, 4, 3, 2, 2, 1 in a box of 6 by 4.
    const std::vector<Box> boxes = squarified({6, 6, 4, 3, 2, 2, 1}, {{0, 0}, {6, 4}});
    CHECK(boxes[0].width() == doctest::Approx(3));
    CHECK(boxes[0].height() == doctest::Approx(2));
    CHECK(boxes[1].min.y == doctest::Approx(2));
    CHECK(boxes[2].min.x == doctest::Approx(3));
    CHECK(boxes[2].height() == doctest::Approx(7.0 / 3));
    CHECK(boxes[2].width() == doctest::Approx(12.0 / 7));
  }

  TEST_CASE("a value that is no number above zero has no area, and takes nothing from the others") {
    const std::vector<Box> boxes = squarified({1, 0, NAN, -2, std::numeric_limits<float>::infinity(), 3}, {{0, 0}, {20, 10}});
    for (const std::size_t none : {1, 2, 3, 4}) CHECK(area_of(boxes[none]) == 0);
    CHECK(area_of(boxes[0]) == doctest::Approx(50));
    CHECK(area_of(boxes[5]) == doctest::Approx(150));
    CHECK(squarified({}, {{0, 0}, {20, 10}}).empty());
    CHECK(area_of(squarified({0, 0}, {{0, 0}, {20, 10}})[1]) == 0);
  }

  TEST_CASE("a press on an area selects its cell, on a narrow screen and on a wide one") {
    for (const float width : {390.0f, 1280.0f}) {
      CAPTURE(width);
      Driver driver(width, kWhole);
      Snapshot snapshot = snapshot_of("softmax");
      Trace trace = *snapshot.trace;
      TraceNode& node = trace.node(trace.find("probabilities"));
      node.value = std::make_shared<const Tensor>(Tensor::from_rows({{1}, {6}, {3}}));
      node.rows.labels = {"a", "b", "c"};
      node.cols.labels = {};
      node.facts.sums.clear();
      trace.panels = {{View::treemap, {"probabilities"}, ""}};
      trace.explain = nullptr;
      snapshot.trace = std::make_shared<const Trace>(std::move(trace));
      driver.show(snapshot, 3);
      const Box areas = driver.place("treemap:probabilities").box;
      CHECK(areas.max.x < width);
      const auto chosen = only<Select>(driver.click(snapshot, {areas.min.x + 8, areas.min.y + 8}));
      REQUIRE(chosen.size() == 1);
      CHECK((chosen[0].node == "probabilities" && chosen[0].cell == Cell{0, 1, 0}));  // the largest comes first
    }
  }

  TEST_CASE("in a scene the areas fill their card, and more of a larger window") {
    const auto areas = [](float width, float height) {
      Driver driver(width, height, false, Driver::Fonts::shipped);
      driver.host.still = true;
      driver.show(snapshot_at({"scaling"}, 0), 5);
      return driver.place("treemap:parameters").box;
    };
    const Box usual = areas(1280, 800), high = areas(1280, 1200);
    CHECK(usual.width() * usual.height() > 0.35f * 1280 * 800);
    CHECK(high.height() > usual.height() + 200);
  }
}

}  // namespace treemap_test
