// The special views: what stands where, and what a click on it does.
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace views_test {
namespace {

constexpr float kWhole = 9000;

}  // namespace

TEST_SUITE("ui/views") {
  TEST_CASE("a short sentence is one line with arcs, a long one a list; a click on a word selects its row") {
    Driver driver(1280, kWhole);
    const Snapshot sentence = snapshot_of("self-attention", {{"text", std::string("The cat sat on the mat")}});
    driver.show(sentence, 3);
    CHECK(driver.place("word:0").box.min.y == driver.place("word:5").box.min.y);
    CHECK(driver.place("word:5").box.min.x > driver.place("word:4").box.min.x);
    const auto selects = only<Select>(driver.click(sentence, driver.centre("word:3")));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "weights");
    CHECK(selects[0].cell == Cell{0, 3, 3});
    Driver narrow(390, kWhole);
    narrow.show(sentence, 3);
    CHECK(narrow.place("word:0").box.min.x == narrow.place("word:5").box.min.x);
  }

  TEST_CASE("weights that fit with two decimals are not scrolled sideways on a phone; wider ones are") {
    Driver driver(390, kWhole);
    driver.host.touch = true;
    driver.show(snapshot_of("self-attention", {{"text", std::string("a b c d e f")}}), 3);
    Place weights = driver.place("grid:weights");
    CHECK(weights.seen.width() == doctest::Approx(weights.box.width()));
    driver.show(snapshot_of("self-attention", {{"text", std::string("a b c d e f g h i j k l")}}), 3);
    weights = driver.place("grid:weights");
    CHECK(weights.seen.width() < weights.box.width());
    CHECK(weights.seen.min.x + weights.seen.width() < 390 - 40);  // the sums stay in sight beside them
  }

  TEST_CASE("a matrix that nearly fits has narrower cells, no bar to scroll with; whole numbers need the least room") {
    Driver driver(1220, kWhole);
    driver.show(snapshot_of("multi-head"), 3);
    const Place grid = driver.place("grid:x");
    CHECK(grid.cells->columns == 16);
    CHECK(grid.seen.width() == doctest::Approx(grid.box.width()));
    CHECK(grid.cells->cell_width >= 26);
    driver.show(snapshot_of("multi-head", {{"x", Tensor::filled({{}, 11, 16}, -123456)}}), 3);
    CHECK(driver.place("grid:x").seen.width() < driver.place("grid:x").box.width());
  }

  TEST_CASE("the only row and the only column have no number beside them") {
    Driver driver(1280, kWhole);
    driver.show(snapshot_of("spaces"), 3);
    // Their panels stand beside each other.
    CHECK(driver.place("grid:determinant").box.min.y < driver.place("grid:m").box.min.y);
  }

  TEST_CASE("short texts stand two in a line where there is room") {
    for (const float width : {1280.0f, 390.0f}) {
      Driver driver(width, kWhole);
      driver.show(snapshot_of("words-pulling-words"), 3);
      const bool beside = driver.place("input:text").box.min.y == driver.place("input:other_text").box.min.y;
      CHECK(beside == (width > 1000));
    }
  }

  TEST_CASE("heat maps of up to 128 cells a side stand two in a row; weights stand beside what they make") {
    Driver driver(1280, kWhole);
    driver.show(
        snapshot_of("self-attention", {{"text", words(64)}, {"width", 64.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}}), 3);
    for (const auto& [weights, made] : {std::pair("w_q", "query"), std::pair("w_k", "key"), std::pair("w_v", "value")}) {
      const Place left = driver.place("grid:" + std::string(weights)), right = driver.place("grid:" + std::string(made));
      CHECK(left.box.min.y == doctest::Approx(right.box.min.y));
      CHECK(left.box.min.x < right.box.min.x);
    }
    // However many panels a row has room for, a pair that does not fit goes to the next one whole.
    for (float width = 1300; width < 2600; width += 100) {
      Driver wide(width, kWhole);
      wide.show(snapshot_of("self-attention"), 3);
      for (const auto& [weights, made] :
           {std::pair("grid:w_q", "grid:query"), std::pair("grid:w_k", "grid:key"), std::pair("grid:w_v", "grid:value")}) {
        CAPTURE(width);
        CHECK(wide.place(weights).box.min.y == wide.place(made).box.min.y);
      }
    }
  }

  TEST_CASE("a heat map of one row or one column is a strip") {
    Driver driver(1280, kWhole);
    Snapshot snapshot =
        snapshot_of("self-attention", {{"text", words(64)}, {"width", 64.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}});
    Trace trace = *snapshot.trace;
    const auto reshape = [&](const char* name, Index rows, Index cols) {
      TraceNode& node = trace.node(trace.find(name));
      node.value = std::make_shared<const Tensor>(Tensor::filled(Shape{{}, rows, cols}, 0.5f));
      node.rows.labels.clear(), node.cols.labels.clear();
    };
    reshape("key", 1, 64), reshape("value", 128, 1);
    snapshot.trace = std::make_shared<const Trace>(std::move(trace));
    driver.show(snapshot, 3);
    CHECK(driver.place("grid:key").box.height() <= 32);
    CHECK(driver.place("grid:key").box.width() >= 150);
    CHECK(driver.place("grid:value").box.width() <= 32);
    CHECK(driver.place("grid:value").box.height() >= 96);
  }

  TEST_CASE("of a long row the ten likeliest are shown in their order; a press selects") {
    for (const float width : {390.0f, 1280.0f, 1900.0f}) {
      CAPTURE(width);
      Driver driver(width, kWhole);
      Snapshot snapshot = snapshot_of("softmax");
      Trace trace = *snapshot.trace;
      const int at = trace.find("probabilities");
      REQUIRE(at >= 0);
      TraceNode& node = trace.node(at);
      Tensor value = Tensor::filled(Shape{{}, 2, 200}, 0.001f);
      for (const auto& [col, p] : {std::pair(150, 0.5f), std::pair(3, 0.25f), std::pair(77, 0.125f)}) value.at(0, 1, col) = p;
      node.value = std::make_shared<const Tensor>(std::move(value));
      node.facts.most = 0.5f;
      node.rows.labels.clear(), node.cols.labels.clear();
      trace.panels = {{View::likeliest, {"probabilities"}, ""}};
      trace.explain = nullptr;
      snapshot.trace = std::make_shared<const Trace>(std::move(trace));
      driver.show(snapshot, 3);
      const Place first = driver.place("likeliest:1,150"), second = driver.place("likeliest:1,3"), third = driver.place("likeliest:1,77");
      CHECK(first.box.min.y == second.box.min.y);
      CHECK(first.box.min.x < second.box.min.x);
      CHECK(second.box.min.x < third.box.min.x);
      CHECK(third.box.max.x < width);
      CHECK(driver.shows("likeliest:1,0"));  // of equal cells the first
      CHECK_FALSE(driver.shows("likeliest:1,20"));
      const auto chosen = only<Select>(driver.click(snapshot, driver.centre("likeliest:1,3")));
      REQUIRE(chosen.size() == 1);
      CHECK((chosen[0].node == "probabilities" && chosen[0].cell == Cell{0, 1, 3}));
    }
  }

  TEST_CASE("an input that goes with another one is drawn only while it matters") {
    Driver driver(1280, kWhole);
    driver.show(snapshot_of("training"), 3);
    CHECK_FALSE(driver.shows("input:pairs"));
    CHECK_FALSE(driver.shows("input:dropout_shown"));
    CHECK(driver.shows("input:dropout"));
    Driver own(1280, kWhole);
    own.show(snapshot_of("training", {{"task", std::string("own")}, {"dropout", 0.1}}), 3);
    CHECK(own.shows("input:pairs"));
    CHECK(own.shows("input:dropout_shown"));
  }

  TEST_CASE("a problem's bar has a button that dismisses it") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.problem = Problem{"no_tokens", {{"where", "text"}}};
    driver.show(snapshot, 3);
    CHECK(only<DismissProblem>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.dismiss")))).size() == 1);
  }

  TEST_CASE("the notice of a value that is not finite selects the cell where it began") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("softmax", {{"z", Tensor::from_rows({{1000, 999, 998}})}});
    REQUIRE(snapshot.trace->first_not_finite);
    driver.show(snapshot, 3);
    const auto selects = only<Select>(driver.click(snapshot, driver.centre("notice:not finite")));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].node == snapshot.trace->node(snapshot.trace->first_not_finite->node).name);
  }

  TEST_CASE("a click on a curve selects the nearest point") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = snapshot_of("position-encoding", {{"length", 8.0}, {"width", 2.0}});
    driver.show(snapshot, 3);
    const Place plot = driver.place("curve:position");
    // The upper left corner: the cosine (column 1) of position 0 is 1.
    const auto selects = only<Select>(driver.click(snapshot, {plot.box.min.x + 2, plot.box.min.y + 2}));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].cell == Cell{0, 0, 1});
  }

  TEST_CASE("the inspector holds a computed cell and lets it go") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.document.look.selection = Selection{"weights", {0, 0, 1}};
    driver.show(snapshot, 3);
    const auto held = only<HoldCell>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.cell.hold"))));
    REQUIRE(held.size() == 1);
    CHECK(held[0].node == "weights");
    CHECK(held[0].cell == Cell{0, 0, 1});
    Snapshot pinned = snapshot_of("self-attention", {}, {{"weights", {0, 0, 1}, 0.75f}});
    pinned.document.look.selection = Selection{"weights", {0, 0, 1}};
    driver.show(pinned, 3);
    CHECK(only<LiftPin>(driver.click(pinned, driver.centre("button:" + driver.texts().get("ui.cell.lift")))).size() == 1);
  }

  TEST_CASE("a note about a matrix says its name as its panel does") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("spaces", preset_inputs(lesson_named("spaces").info, "singular"));
    driver.show(snapshot, 3);
    auto words = snapshot.trace->notes.at(0).words;
    for (auto& [word, value] : words)
      if (word == "matrix") value = driver.texts().get("nodes.m.title");
    CHECK(driver.shows("note:" + driver.texts().format("lessons.spaces.notes.singular", words)));
  }

  TEST_CASE("the sheet of a narrow screen opens by its handle and leaves the panels in use") {
    Driver driver(390, 844);
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    const float closed = driver.place("part:inspector").box.height();
    driver.click(snapshot, driver.centre("part:inspector"));
    driver.show(snapshot, 2);
    CHECK(driver.place("part:inspector").box.height() > 3 * closed);
    CHECK(driver.place("part:bench").box.height() > 180);
  }
}

}  // namespace views_test
