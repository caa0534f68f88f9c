// The bars of a softmax: a chart for each node, with its numbers and the sums of its rows.
#include <cmath>
#include <limits>

#include "core/number_text.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace softmax_rows_test {
namespace {

// Returns the snapshot with bars of these nodes as the only panel.
Snapshot bars_of(Snapshot snapshot, std::vector<std::string> nodes) {
  Trace trace = *snapshot.trace;
  trace.panels = {Panel{View::softmax_rows, std::move(nodes), ""}};
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

// Returns how often the words of a text are drawn one after another.
int times_drawn(const std::string& text) {
  std::string all = " ";
  for (const ui::DrawnText& drawn : ui::drawn_texts()) all += drawn.text + " ";
  int times = 0;
  for (std::size_t at = all.find(" " + text + " "); at != std::string::npos; at = all.find(" " + text + " ", at + 1)) ++times;
  return times;
}

}  // namespace

TEST_SUITE("ui/softmax_rows") {
  TEST_CASE("each chart prints its numbers and the sum of its row, and a press on a bar selects it") {
    Driver driver(1280, 1000, false, Driver::Fonts::shipped);
    const Snapshot snapshot = bars_of(snapshot_of("softmax"), {"exponentials", "probabilities"});
    driver.show(snapshot, 4);
    const Trace& trace = *snapshot.trace;
    const Tensor& probabilities = *trace.node(trace.find("probabilities")).value;
    const Tensor& exponentials = *trace.node(trace.find("exponentials")).value;
    double sum = 0;
    for (Index col = 0; col < exponentials.cols(); ++col) sum += static_cast<double>(exponentials.at(0, col));
    CHECK(times_drawn("∑ = " + fixed_text(sum, 4)) == 1);
    CHECK(times_drawn("∑ = 1.0000") == 1);
    for (Index col = 0; col < probabilities.cols(); ++col) {
      const ImVec2 exponential = driver.cell("exponentials", 0, col), probability = driver.cell("probabilities", 0, col);
      CHECK(exponential.x < probability.x);
      CHECK(exponential.y == probability.y);
      const auto selects = only<Select>(driver.click(snapshot, probability));
      REQUIRE(selects.size() == 1);
      CHECK(selects.front().node == "probabilities");
      CHECK(selects.front().cell == Cell{0, 0, col});
    }
  }

  TEST_CASE("in a narrow window the charts of a row stand below each other") {
    Driver driver(390, 1600, false, Driver::Fonts::shipped);
    driver.show(bars_of(snapshot_of("softmax"), {"exponentials", "probabilities"}), 4);
    for (Index col = 0; col < 3; ++col) {
      CHECK(driver.cell("exponentials", 0, col).x == driver.cell("probabilities", 0, col).x);
      CHECK(driver.cell("exponentials", 0, col).y < driver.cell("probabilities", 0, col).y);
    }
    CHECK(times_drawn("∑ = 1.0000") == 1);
  }

  TEST_CASE("a masked score prints minus infinity, and each row of weights its sum") {
    Driver driver(1280, 1600, false, Driver::Fonts::shipped);
    const Snapshot snapshot = bars_of(snapshot_of("self-attention", {{"causal", true}}), {"masked_scores", "weights"});
    driver.show(snapshot, 4);
    const Index rows = snapshot.trace->node(snapshot.trace->find("weights")).value->rows();
    CHECK(times_drawn("−∞") == rows * (rows - 1) / 2);
    CHECK(times_drawn("∑ = 1.0000") == rows);
  }
}

}  // namespace softmax_rows_test
