// The computational graph and the heads of a stack on the screen, and what the inspector asks of gradients.
#include <set>

#include "ui/driver.h"
#include "ui/gradient_check.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace graph_test {
namespace {

constexpr float kWhole = 9000;

// A trace of hand-made nodes in the dress of a lesson.
TraceNode hand_made(const std::string& name, const std::string& op, std::vector<int> inputs, Shape shape) {
  TraceNode node;
  node.name = name, node.op = op, node.inputs = std::move(inputs);
  node.formula = node.inputs.empty() ? name : "of its inputs";
  Tensor value(std::move(shape));
  for (Index i = 0; i < value.size(); ++i) value.data()[i] = std::sin(static_cast<float>(i + 1));
  node.value = std::make_shared<const Tensor>(std::move(value));
  node.facts.least = -1, node.facts.most = 1;
  node.facts.kind = op == "parameter" ? NodeKind::parameter : NodeKind::other;
  return node;
}

Snapshot with_trace(Trace trace) {
  Snapshot snapshot = snapshot_of("softmax");
  trace.lesson = "softmax";
  trace.explain = [](int, const Cell&) { return Explanation{}; };
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

// x and w make y, y and x make the loss; the gradients of y and w are known, that of x (a constant) will never be, that of the loss not
// yet.
Snapshot small_graph() {
  Trace trace;
  const Shape shape{{}, 3, 4};
  trace.nodes = {hand_made("x", "constant", {}, shape),         hand_made("a.w", "parameter", {}, shape),
                 hand_made("a.y", "matmul", {0, 1}, shape),     hand_made("a.hidden", "scale", {2}, shape),
                 hand_made("loss", "mean", {3, 0}, {{}, 1, 1}), hand_made("a.d_y", "scale", {4}, shape),
                 hand_made("a.d_w", "matmul", {5, 0}, shape)};
  trace.panels = {{View::graph, {"x", "a.w", "a.y", "loss", "a.d_y", "a.d_w"}, "graph"},
                  {View::matrix, {"a.y"}, "values"},
                  {View::matrix, {"a.d_w"}, "values"}};
  return with_trace(std::move(trace));
}

// A chain of blocks with 60 nodes.
Snapshot large_graph() {
  Trace trace;
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) {
    const std::string name = i == 59 ? "loss" : "encoder." + std::to_string(i / 12) + ".n" + std::to_string(i);
    std::vector<int> inputs;
    if (i % 6 != 0) inputs.push_back(i - 1);
    if (i > 5) inputs.push_back(i - 6);
    trace.nodes.push_back(hand_made(name, inputs.empty() ? "parameter" : "matmul", inputs, {{}, 8, 8}));
    names.push_back(name);
  }
  trace.panels = {{View::graph, names, "graph"}};
  return with_trace(std::move(trace));
}

Snapshot heads_snapshot(std::vector<Index> outer) {
  Trace trace;
  trace.nodes = {hand_made("encoder.0.scores", "matmul", {}, {outer, 3, 3}), hand_made("encoder.0.weights", "softmax", {0}, {outer, 3, 3}),
                 hand_made("encoder.1.weights", "softmax", {0}, {outer, 3, 3})};
  for (TraceNode& node : trace.nodes) node.outer = {"head", {}}, node.rows = node.cols = {"tokens", {"You", "are", "welcome"}};
  trace.panels = {{View::matrix, {"encoder.0.scores"}, "scores"},
                  {View::heads, {"encoder.0.weights"}, "weights"},
                  {View::matrix, {"encoder.1.weights"}, "others"}};
  return with_trace(std::move(trace));
}

ImVec2 head_cell(Driver& driver, int head, Index row, Index col) {
  const Place place = driver.place("head:" + std::to_string(head));
  return {place.box.min.x + (static_cast<float>(col) + 0.5f) * place.box.width() / 3,
          place.box.min.y + (static_cast<float>(row) + 0.5f) * place.box.height() / 3};
}

Snapshot gradient_snapshot() {
  Snapshot snapshot = small_graph();
  snapshot.document.look.selection = Selection{"a.d_w", {0, 1, 2}};
  return snapshot;
}

}  // namespace

TEST_SUITE("ui/graph") {
  TEST_CASE("a card for every node but the gradients, each below what it reads, through nodes that have none") {
    Driver driver(1280, kWhole);
    driver.show(small_graph(), 3);
    for (const char* name : {"x", "a.w", "a.y", "loss"}) CHECK_MESSAGE(driver.shows("graph:" + std::string(name)), name);
    CHECK_FALSE(driver.shows("graph:a.d_y"));
    CHECK_FALSE(driver.shows("graph:a.hidden"));
    const auto foot = [&](const char* name) { return driver.place(name).box.max.y; };
    CHECK(foot("graph:x") < driver.place("graph:a.y").box.min.y);
    CHECK(foot("graph:a.w") < driver.place("graph:a.y").box.min.y);
    CHECK(foot("graph:a.y") < driver.place("graph:loss").box.min.y);
  }

  TEST_CASE("a press on a card selects its node and brings its panel into view; a press on its second picture its gradient's") {
    Driver driver(1280, 900);
    const Snapshot snapshot = small_graph();
    driver.show(snapshot, 3);
    const auto selects = only<Select>(driver.click(snapshot, driver.centre("graph:a.y")));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].node == "a.y");
    CHECK(selects[0].cell == Cell{0, 0, 0});
    driver.show(snapshot, 4);
    CHECK(driver.place("grid:a.y").seen.height() > 0);
    Driver other(1280, kWhole);
    other.show(snapshot, 3);
    const Place card = other.place("graph:a.w");
    const float scale = card.box.width() / 132;
    const auto gradients = only<Select>(other.click(snapshot, {card.box.min.x + 65 * scale, card.box.max.y - 26 * scale}));
    REQUIRE(gradients.size() == 1);
    CHECK(gradients[0].node == "a.d_w");
  }

  TEST_CASE("a gradient that is not known yet is an empty place in dashes; what has none has no place") {
    const Snapshot known = small_graph();
    Snapshot unknown = small_graph();
    Trace trace = *unknown.trace;
    trace.panels[0].nodes.pop_back();  // the lesson has not come to it yet
    unknown.trace = std::make_shared<const Trace>(std::move(trace));
    Driver driver(1280, kWhole);
    driver.show(known, 3);
    CHECK_FALSE(driver.shows("gradient wanted:a.w"));
    ++unknown.revision;
    driver.show(unknown, 3);
    const Place wanted = driver.place("gradient wanted:a.w"), card = driver.place("graph:a.w");
    CHECK(wanted.box.min.x > card.box.min.x);
    CHECK(wanted.box.max.x < card.box.max.x);
    CHECK_FALSE(driver.shows("gradient wanted:x"));  // a constant
  }

  TEST_CASE("dragging the background moves the graph, the buttons and Ctrl with the wheel zoom it, and one shows all of it") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = large_graph();
    driver.show(snapshot, 3);
    const std::string card = "graph:encoder.0.n3";
    const Place view = driver.place("graph view"), before = driver.place(card);
    driver.move(snapshot, {view.box.min.x + 6, view.box.max.y - 6});
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.show(snapshot, 2);
    driver.move(snapshot, {view.box.min.x + 46, view.box.max.y - 36});
    driver.show(snapshot, 2);
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.show(snapshot, 2);
    CHECK(driver.place(card).box.min.x == doctest::Approx(before.box.min.x + 40));
    CHECK(driver.place(card).box.min.y == doctest::Approx(before.box.min.y - 30));
    const auto press = [&](const char* key) { driver.click(snapshot, driver.centre("button:" + driver.texts().get(key))); };
    const float width = driver.place(card).box.width();
    press("ui.graph.zoom_in");
    CHECK(driver.place(card).box.width() == doctest::Approx(1.25f * width));
    press("ui.graph.zoom_out");
    CHECK(driver.place(card).box.width() == doctest::Approx(width));
    driver.move(snapshot, driver.centre("graph view"));
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    ImGui::GetIO().AddMouseWheelEvent(0, 1);
    driver.show(snapshot, 3);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    driver.show(snapshot, 2);
    CHECK(driver.place(card).box.width() > 1.1f * width);
    press("ui.graph.fit");
    driver.show(snapshot, 2);
    for (const char* name : {"graph:encoder.0.n0", "graph:loss", "graph:encoder.4.n58"}) {
      const Place place = driver.place(name);
      CHECK(place.seen.height() == doctest::Approx(place.box.height()));
    }
  }

  TEST_CASE("a scope is folded into one card by a press on its label, and unfolded by one on the card") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = small_graph();
    driver.show(snapshot, 3);
    const auto folds = only<Fold>(driver.click(snapshot, driver.centre("graph scope:a")));
    REQUIRE(folds.size() == 1);
    CHECK(folds[0].section == "graph:a");
    CHECK(folds[0].folded);
    snapshot.document.look.folded = {"graph:a"};
    ++snapshot.revision;
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows("graph:a.y"));
    CHECK(driver.shows("grid:a.y"));  // the panels are not folded
    const auto unfolds = only<Fold>(driver.click(snapshot, driver.centre("graph:a")));
    REQUIRE(unfolds.size() == 1);
    CHECK_FALSE(unfolds[0].folded);
  }

  TEST_CASE("a graph of 60 nodes is laid out once, and drawn without a complaint wide and narrow, light and dark") {
    const Snapshot snapshot = large_graph();
    for (const float width : {390.0f, 1280.0f})
      for (const bool dark : {false, true}) {
        Driver driver(width, 800, dark);
        CHECK(driver.show(snapshot, 4).empty());
        CHECK_FALSE(driver.animating);
      }
  }
}

TEST_SUITE("ui/heads") {
  TEST_CASE("every head has its picture; a press focuses its cell and makes it the head that the matrices of its scope show") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = heads_snapshot({4});
    driver.show(snapshot, 3);
    for (int head = 0; head < 4; ++head) CHECK(driver.shows("head:" + std::to_string(head)));
    CHECK_FALSE(driver.shows("head:4"));
    const auto selects = only<Select>(driver.click(snapshot, head_cell(driver, 2, 1, 0)));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "encoder.0.weights");
    CHECK(selects[0].cell == Cell{2, 1, 0});
    driver.show(snapshot, 2);
    CHECK(driver.place("grid:encoder.0.scores").cells->outer == 2);
    CHECK(driver.place("grid:encoder.1.weights").cells->outer == 0);  // another scope
  }

  TEST_CASE("heads stand in rows that wrap to the width") {
    const Snapshot snapshot = heads_snapshot({8});
    for (const auto& [width, least_rows] : {std::pair(1280.0f, 1), std::pair(390.0f, 3)}) {
      Driver driver(width, kWhole);
      driver.show(snapshot, 3);
      std::set<float> rows;
      for (int head = 0; head < 8; ++head) {
        const Place place = driver.place("head:" + std::to_string(head));
        rows.insert(place.box.min.y);
        CHECK(place.box.max.x <= driver.place("part:bench").box.max.x);
      }
      CHECK(static_cast<int>(rows.size()) >= least_rows);
      CHECK(rows.size() < 8);
    }
  }

  TEST_CASE("of a batch the heads of one example are shown, which is chosen above them") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = heads_snapshot({3, 2});
    driver.show(snapshot, 3);
    CHECK(driver.shows("head:1"));
    CHECK_FALSE(driver.shows("head:2"));
    const Place place = driver.place("stack:encoder.0.weights next");
    driver.click(snapshot, driver.centre("stack:encoder.0.weights next"));
    const auto selects = only<Select>(driver.click(snapshot, head_cell(driver, 1, 0, 2)));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].cell == Cell{3, 0, 2});
  }
}

TEST_SUITE("ui/estimate") {
  TEST_CASE("relative differences") {
    CHECK(ui::relative_difference(0, 0) == 0);
    CHECK(ui::relative_difference(1, -1) == 2);
    CHECK(ui::relative_difference(2, 1.9) == doctest::Approx(0.05));
  }

  TEST_CASE("a gradient's cell can be checked by finite differences, any other can't") {
    Driver driver(1280, 1200);
    Snapshot snapshot = gradient_snapshot();
    driver.show(snapshot, 3);
    const std::string button = "button:" + driver.texts().get("ui.estimate.ask");
    const auto asked = only<EstimateGradient>(driver.click(snapshot, driver.centre(button)));
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].node == "a.d_w");
    CHECK(asked[0].cell == Cell{0, 1, 2});
    snapshot.estimating = true;
    ++snapshot.revision;
    driver.show(snapshot, 2);
    CHECK(only<EstimateGradient>(driver.click(snapshot, driver.centre(button))).empty());
    snapshot.document.look.selection = Selection{"a.y", {0, 1, 2}};
    snapshot.estimating = false;
    ++snapshot.revision;
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows(button));
  }

  TEST_CASE("the result stands below, for the cell that it belongs to alone") {
    Driver driver(1280, 1200);
    Snapshot snapshot = gradient_snapshot();
    snapshot.estimate = GradientEstimate{"a.d_w", {0, 1, 2}, 0.5f, 0.5001, 0.001, 1.2005, 1.1995};
    driver.show(snapshot, 3);
    const Place result = driver.place("estimate");
    CHECK(result.box.height() > 60);
    for (const GradientVerdict verdict : {GradientVerdict::differ, GradientVerdict::too_small}) {  // Each has its words.
      snapshot.estimate->verdict = verdict;
      ++snapshot.revision;
      driver.show(snapshot, 2);
    }
    snapshot.document.look.selection = Selection{"a.d_w", {0, 0, 2}};
    ++snapshot.revision;
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("estimate"));
  }
}

}  // namespace graph_test
