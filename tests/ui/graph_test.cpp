// The computational graph and the heads of a stack on the screen, and what the inspector asks of gradients.
#include <set>

#include "ui/driver.h"
#include "ui/estimate.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace {

constexpr float kWhole = 9000;

float part(const nlohmann::json& place, const char* name) { return place[name].get<float>(); }

// A trace of hand-made nodes in the dress of a lesson.
TraceNode hand_made(const std::string& name, const std::string& op, std::vector<int> inputs, Shape shape) {
  TraceNode node;
  node.name = name, node.op = op, node.inputs = std::move(inputs);
  node.formula = node.inputs.empty() ? name : "of its inputs";
  Tensor value(std::move(shape));
  for (Index i = 0; i < value.size(); ++i) value.data()[i] = std::sin(static_cast<float>(i + 1));
  node.value = std::make_shared<const Tensor>(std::move(value));
  node.facts.least = -1, node.facts.most = 1;
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
  const nlohmann::json place = driver.place("head:" + std::to_string(head));
  REQUIRE(!place.is_null());
  return {part(place, "x") + (static_cast<float>(col) + 0.5F) * part(place, "width") / 3,
          part(place, "y") + (static_cast<float>(row) + 0.5F) * part(place, "height") / 3};
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
    for (const char* name : {"x", "a.w", "a.y", "loss"}) CHECK_MESSAGE(!driver.place("graph:" + std::string(name)).is_null(), name);
    CHECK(driver.place("graph:a.d_y").is_null());
    CHECK(driver.place("graph:a.hidden").is_null());
    const auto foot = [&](const char* name) { return part(driver.place(name), "y") + part(driver.place(name), "height"); };
    CHECK(foot("graph:x") < part(driver.place("graph:a.y"), "y"));
    CHECK(foot("graph:a.w") < part(driver.place("graph:a.y"), "y"));
    CHECK(foot("graph:a.y") < part(driver.place("graph:loss"), "y"));
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
    CHECK(part(driver.place("grid:a.y"), "seen_height") > 0);
    Driver other(1280, kWhole);
    other.show(snapshot, 3);
    const nlohmann::json card = other.place("graph:a.w");
    const float scale = part(card, "width") / 132;
    const auto gradients =
        only<Select>(other.click(snapshot, {part(card, "x") + 65 * scale, part(card, "y") + part(card, "height") - 26 * scale}));
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
    CHECK(driver.place("gradient wanted:a.w").is_null());
    ++unknown.revision;
    driver.show(unknown, 3);
    const nlohmann::json wanted = driver.place("gradient wanted:a.w"), card = driver.place("graph:a.w");
    REQUIRE(!wanted.is_null());
    CHECK(part(wanted, "x") > part(card, "x"));
    CHECK(part(wanted, "x") + part(wanted, "width") < part(card, "x") + part(card, "width"));
    CHECK(driver.place("gradient wanted:x").is_null());  // a constant
  }

  TEST_CASE("dragging the background moves the graph, the buttons and Ctrl with the wheel zoom it, and one shows all of it") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = large_graph();
    driver.show(snapshot, 3);
    const std::string card = "graph:encoder.0.n3";
    const nlohmann::json view = driver.place("graph view"), before = driver.place(card);
    driver.move(snapshot, {part(view, "x") + 6, part(view, "y") + part(view, "height") - 6});
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.show(snapshot, 2);
    driver.move(snapshot, {part(view, "x") + 46, part(view, "y") + part(view, "height") - 36});
    driver.show(snapshot, 2);
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.show(snapshot, 2);
    CHECK(part(driver.place(card), "x") == doctest::Approx(part(before, "x") + 40));
    CHECK(part(driver.place(card), "y") == doctest::Approx(part(before, "y") - 30));
    const auto press = [&](const char* key) { driver.click(snapshot, driver.centre("button:" + driver.texts().get(key))); };
    const float width = part(driver.place(card), "width");
    press("ui.graph.zoom_in");
    CHECK(part(driver.place(card), "width") == doctest::Approx(1.25F * width));
    press("ui.graph.zoom_out");
    CHECK(part(driver.place(card), "width") == doctest::Approx(width));
    driver.move(snapshot, driver.centre("graph view"));
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    ImGui::GetIO().AddMouseWheelEvent(0, 1);
    driver.show(snapshot, 3);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    driver.show(snapshot, 2);
    CHECK(part(driver.place(card), "width") > 1.1F * width);
    press("ui.graph.fit");
    driver.show(snapshot, 2);
    for (const char* name : {"graph:encoder.0.n0", "graph:loss", "graph:encoder.4.n58"}) {
      const nlohmann::json place = driver.place(name);
      REQUIRE_MESSAGE(!place.is_null(), name);
      CHECK(part(place, "seen_height") == doctest::Approx(part(place, "height")));
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
    CHECK(driver.place("graph:a.y").is_null());
    CHECK_FALSE(driver.place("grid:a.y").is_null());  // the bench is not folded
    const auto unfolds = only<Fold>(driver.click(snapshot, driver.centre("graph:a")));
    REQUIRE(unfolds.size() == 1);
    CHECK_FALSE(unfolds[0].folded);
  }

  TEST_CASE("a graph of 60 nodes is laid out once, and drawn without a complaint wide and narrow, light and dark") {
    const Snapshot snapshot = large_graph();
    for (const float width : {390.0F, 1280.0F})
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
    for (int head = 0; head < 4; ++head) CHECK_FALSE(driver.place("head:" + std::to_string(head)).is_null());
    CHECK(driver.place("head:4").is_null());
    const auto selects = only<Select>(driver.click(snapshot, head_cell(driver, 2, 1, 0)));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "encoder.0.weights");
    CHECK(selects[0].cell == Cell{2, 1, 0});
    driver.show(snapshot, 2);
    CHECK(driver.place("grid:encoder.0.scores")["outer"] == 2);
    CHECK(driver.place("grid:encoder.1.weights")["outer"] == 0);  // another scope
  }

  TEST_CASE("heads stand in rows that wrap to the width") {
    const Snapshot snapshot = heads_snapshot({8});
    for (const auto& [width, least_rows] : {std::pair(1280.0F, 1), std::pair(390.0F, 3)}) {
      Driver driver(width, kWhole);
      driver.show(snapshot, 3);
      std::set<float> rows;
      for (int head = 0; head < 8; ++head) {
        const nlohmann::json place = driver.place("head:" + std::to_string(head));
        REQUIRE(!place.is_null());
        rows.insert(part(place, "y"));
        CHECK(part(place, "x") + part(place, "width") <= part(driver.place("part:bench"), "x") + part(driver.place("part:bench"), "width"));
      }
      CHECK(static_cast<int>(rows.size()) >= least_rows);
      CHECK(rows.size() < 8);
    }
  }

  TEST_CASE("of a batch the heads of one example are shown, which is chosen above them") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = heads_snapshot({3, 2});
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.place("head:1").is_null());
    CHECK(driver.place("head:2").is_null());
    const nlohmann::json place = driver.place("stack:encoder.0.weights next");
    REQUIRE(!place.is_null());
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
    CHECK(driver.place(button).is_null());
  }

  TEST_CASE("the result stands below, for the cell that it belongs to alone") {
    Driver driver(1280, 1200);
    Snapshot snapshot = gradient_snapshot();
    snapshot.estimate = GradientEstimate{"a.d_w", {0, 1, 2}, 0.5F, 0.5001, 0.001, 1.2005, 1.1995};
    driver.show(snapshot, 3);
    const nlohmann::json result = driver.place("estimate");
    REQUIRE(!result.is_null());
    CHECK(part(result, "height") > 60);
    snapshot.document.look.selection = Selection{"a.d_w", {0, 0, 2}};
    ++snapshot.revision;
    driver.show(snapshot, 2);
    CHECK(driver.place("estimate").is_null());
  }
}
