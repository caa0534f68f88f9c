// The plane: ranges and labels, pointer and keys, and many points.
#include "ui/views/plane/plane.h"
#include "core/explanation.h"

#include <algorithm>
#include <cmath>

#include "protocol/step.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace plane_test {
namespace {

constexpr float kWhole = 1600;

TraceNode node_of(const std::string& name, Tensor value, const std::string& input = {}) {
  TraceNode node;
  node.name = node.formula = name;
  node.op = input.empty() ? "constant" : "parameter";
  node.input = input;
  node.value = std::make_shared<const Tensor>(std::move(value));
  node.rows = {"tokens", {}};
  node.cols = {"features", {"fruitiness", "techiness"}};
  return node;
}

Snapshot with_trace(Trace trace) {
  Snapshot snapshot = snapshot_of("softmax");  // its input z is a matrix of any shape
  trace.lesson = "softmax";
  if (!trace.explain) trace.explain = [](int, const Cell&) { return Explanation{}; };
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

// Returns a trace of three words that can be dragged and pull each other, with a further step and a transformation.
Snapshot words_plane(float third_x = 2) {
  Trace trace;
  trace.nodes = {node_of("z", Tensor::from_rows({{1, 0}, {0, 1}, {third_x, 2}}), "z"),
                 node_of("weights", Tensor::from_rows({{0.5f, 0.25f, 0.25f}, {0.2f, 0.6f, 0.2f}, {0.1f, 0.1f, 0.8f}})),
                 node_of("moved", Tensor::from_rows({{1, 0.5f}, {0.5f, 1}, {1.5f, 1.5f}}))};
  trace.nodes[0].rows.labels = trace.nodes[1].rows.labels = {"banana", "phone", "apple"};
  trace.panels = {{View::plane, {"z", "weights", "moved"}, "plane", {PanelRole::points, PanelRole::weights, PanelRole::moved}},
                  {View::matrix, {"z"}, "plane"}};
  return with_trace(std::move(trace));
}

Snapshot vectors_plane(PanelRole role) {
  Trace trace;
  trace.nodes = {node_of("x", Tensor::from_rows({{1, 2}, {2, 1}})), node_of("z", Tensor::from_rows({{1, 0.5f}, {0, 2}}), "z")};
  trace.panels = {{View::plane, {"x", "z"}, "plane", {PanelRole::points, role}}};
  return with_trace(std::move(trace));
}

std::vector<Command> drag(Driver& driver, const Snapshot& snapshot, ImVec2 from, ImVec2 to) {
  std::vector<Command> commands = driver.move(snapshot, from);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  append(commands, driver.show(snapshot, 2));
  for (int i = 1; i <= 4; ++i) {
    const float t = static_cast<float>(i) / 4;
    ImGui::GetIO().AddMousePosEvent(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
    append(commands, driver.show(snapshot));
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  append(commands, driver.show(snapshot, 40));
  return commands;
}

const Tensor& value_of(const SetInput& set) { return std::get<Tensor>(set.value); }

float overlap(const Box& a, const Box& b) { return common(a, b).width() * common(a, b).height(); }

}  // namespace

TEST_SUITE("ui/plane") {
  TEST_CASE("ticks are 1, 2 or 5 times a power of ten, far enough apart") {
    for (const float span : {0.003f, 0.7f, 1.0f, 4.0f, 33.0f, 5e5f}) {
      const float step = tick_distance(span, 300, 46);
      CHECK(step * 300 / span >= 46 - 1e-3f);
      CHECK(step * 300 / span <= 46 * 2.5f + 1e-3f);
      const double mantissa = static_cast<double>(step) / std::pow(10.0, std::floor(std::log10(static_cast<double>(step)) + 1e-6));
      CHECK((std::abs(mantissa - 1) < 1e-4 || std::abs(mantissa - 2) < 1e-4 || std::abs(mantissa - 5) < 1e-4));
    }
  }

  TEST_CASE("a range has its content inside with equal scales, and stays as it is while it serves") {
    PlaneRange content;
    content.include(3, 1);
    content.include(-1, 0.5f);
    content.include(NAN, 5);
    CHECK(content.top == 1);
    const PlaneRange range = fitted(content, 0.75f);
    CHECK(range.height() / range.width() == doctest::Approx(0.75));
    CHECK(range.left < -1);
    CHECK(range.right > 3);
    CHECK(serves(range, content));
    PlaneRange more = content;
    more.include(3.2f, 0);
    CHECK(serves(range, more));
    more.include(range.right, 0);
    CHECK_FALSE(serves(range, more));
    CHECK_FALSE(serves(range, PlaneRange{0, 0.5f, 0, 0.5f}));
    const PlaneRange point = fitted(PlaneRange{}, 1);
    CHECK(point.width() > 0);
  }

  TEST_CASE("a plane beside another one in focus is as large as it, and the scene keeps no room for a callout") {
    const LessonInfo& lesson = lesson_named("spaces").info;
    const auto step =
        std::find_if(lesson.steps.begin(), lesson.steps.end(), [](const Step& candidate) { return candidate.id == "space_b"; });
    Driver driver(1000, 700);  // too narrow to give all cards a good size
    driver.show(snapshot_at({"spaces"}, static_cast<int>(step - lesson.steps.begin())), 40);
    const std::optional<PlacedScene>& scene = driver.ui().places().scene;
    REQUIRE(scene);
    const auto box_of = [&](const std::string& node) {
      return std::find_if(scene->cards.begin(), scene->cards.end(), [&](const PlacedScene::Card& card) { return card.node == node; })->box;
    };
    const Box first = box_of("a.points"), second = box_of("b.points");
    constexpr float kAroundFocus = 24;  // a sheet has a wider margin than brackets
    CHECK(std::abs(first.width() - second.width()) < kAroundFocus);
    CHECK(std::abs(first.height() - second.height()) < kAroundFocus);
    CHECK(first.width() > 250);
    CHECK(scene->callout.width() == 0);
  }

  TEST_CASE("a line is cut at the frame, also one that comes from very far") {
    const Box box{{0, 0}, {100, 50}};
    const auto through = clipped({-1e7f, 25}, {1e7f, 25}, box);
    REQUIRE(through);
    CHECK(through->min.x == doctest::Approx(0).epsilon(0.01));
    CHECK(through->max.x == doctest::Approx(100));
    CHECK_FALSE(clipped({-10, 60}, {200, 60}, box));
    CHECK_FALSE(clipped({-50, 0}, {0, 90}, box));
  }

  TEST_CASE("labels of crowded points stand in the frame and not on each other; what finds no room is left out unless it must stand") {
    const Box frame{{0, 0}, {340, 340}};
    std::vector<LabelWish> wishes;
    std::vector<ImVec2> dots;
    for (int i = 0; i < 9; ++i) {
      const ImVec2 at(160 + 14 * static_cast<float>(i % 3), 160 + 14 * static_cast<float>(i / 3));
      wishes.push_back({at, {40, 14}, 4.5f, true});
      dots.push_back(at);
    }
    const auto places = place_labels(wishes, dots, frame, 70);
    float covered = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      REQUIRE(places[i]);
      const Box a{*places[i], {places[i]->x + 40, places[i]->y + 14}};
      CHECK(overlap(a, frame) == doctest::Approx(40 * 14));
      for (std::size_t j = 0; j < i; ++j) covered += overlap(a, {*places[j], {places[j]->x + 40, places[j]->y + 14}});
    }
    CHECK(covered < 9 * 40 * 14 * 0.12f);
    for (LabelWish& wish : wishes) wish.must = false;
    const std::vector<LabelWish> same(60, LabelWish{{170, 170}, {40, 14}, 4.5f, false});
    const auto few = place_labels(same, {}, frame, 70);
    const auto placed = std::count_if(few.begin(), few.end(), [](const auto& place) { return place.has_value(); });
    CHECK(placed >= 4);
    CHECK(placed <= 16);
    CHECK(place_labels(wishes, dots, frame, 3).back() == std::nullopt);
  }

  TEST_CASE("a drag moves both coordinates of a word in one gesture, and the plane stays where it is") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = words_plane();
    driver.show(snapshot, 3);
    const ImVec2 from = driver.centre("point:z:1"), other = driver.centre("point:z:0");
    const auto commands = drag(driver, snapshot, from, {from.x + 60, from.y - 45});
    const auto sets = only<SetInput>(commands);
    REQUIRE(sets.size() >= 3);
    for (const SetInput& set : sets) CHECK(set.gesture == sets[0].gesture);
    CHECK(sets[0].gesture != 0);
    const Tensor& last = value_of(sets.back());
    CHECK(last.at(0, 1, 0) > 0.1f);
    CHECK(last.at(0, 1, 1) > 1.1f);
    CHECK(std::abs(last.at(0, 1, 0) * 100 - std::round(last.at(0, 1, 0) * 100)) < 1e-3f);  // no odd digits
    CHECK(last.at(0, 0, 0) == 1);
    CHECK(last.at(0, 2, 1) == 2);
    CHECK(driver.centre("point:z:0").x == doctest::Approx(static_cast<double>(other.x)));
    const auto selects = only<Select>(commands);
    REQUIRE_FALSE(selects.empty());
    CHECK(selects[0].cell == Cell{0, 1, 0});
    const auto again = only<SetInput>(drag(driver, snapshot, from, {from.x - 40, from.y}));
    REQUIRE_FALSE(again.empty());
    CHECK(again[0].gesture != sets[0].gesture);
  }

  TEST_CASE("a click on a word selects it and moves nothing; so does a press beside all words") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = words_plane();
    driver.show(snapshot, 3);
    const auto commands = driver.click(snapshot, driver.centre("point:z:2"));
    CHECK(only<SetInput>(commands).empty());
    REQUIRE_FALSE(only<Select>(commands).empty());
    const Box box = driver.place("plane:z").box;
    const auto beside = driver.click(snapshot, {box.min.x + 3, box.min.y + 3});
    CHECK(only<Select>(beside).empty());
    CHECK(only<SetInput>(beside).empty());
  }

  TEST_CASE("a dragged point stays in the frame; the range follows when it is let go, and not before") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = words_plane();
    driver.show(snapshot, 3);
    const Box box = driver.place("plane:z").box;
    const float right = box.max.x;
    const ImVec2 from = driver.centre("point:z:2"), other = driver.centre("point:z:0");
    driver.move(snapshot, from);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.show(snapshot, 2);
    ImGui::GetIO().AddMousePosEvent(right + 200, from.y);
    const auto sets = only<SetInput>(driver.show(snapshot, 2));
    REQUIRE_FALSE(sets.empty());
    const float x = value_of(sets.back()).at(0, 2, 0);
    snapshot = words_plane(x);
    snapshot.revision = 2;
    driver.show(snapshot, 4);
    CHECK(driver.centre("point:z:2").x == doctest::Approx(static_cast<double>(right)).epsilon(0.005));
    CHECK(driver.centre("point:z:0").x == doctest::Approx(static_cast<double>(other.x)));
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.show(snapshot, 90);
    CHECK(driver.centre("point:z:2").x < right - 8);
    CHECK(driver.centre("point:z:0").x < other.x - 8);
  }

  TEST_CASE("arrow keys move the selected word, with Shift finely; Page Down goes to the next word") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = words_plane();
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("point:z:0"));
    snapshot.document.look.selection = Selection{"z", {0, 0, 0}};
    ++snapshot.revision;
    driver.show(snapshot, 2);
    auto sets = only<SetInput>(driver.press(snapshot, ImGuiKey_RightArrow));
    REQUIRE(sets.size() == 1);
    CHECK(value_of(sets[0]).at(0, 0, 0) == doctest::Approx(1.1));
    CHECK(sets[0].gesture != 0);
    sets = only<SetInput>(driver.press(snapshot, ImGuiKey_DownArrow, ImGuiMod_Shift));
    REQUIRE(sets.size() == 1);
    CHECK(value_of(sets[0]).at(0, 0, 1) == doctest::Approx(-0.01));
    const auto selects = only<Select>(driver.press(snapshot, ImGuiKey_PageDown));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].cell == Cell{0, 1, 0});
    CHECK(only<SetInput>(driver.press(snapshot, ImGuiKey_PageUp)).empty());
  }

  TEST_CASE("the tip of a unit vector edits a column of M, or a row of W") {
    for (const bool rows : {false, true}) {
      Driver driver(1280, kWhole);
      const Snapshot snapshot = vectors_plane(rows ? PanelRole::projection : PanelRole::transformation);
      driver.show(snapshot, 3);
      const ImVec2 tip = driver.centre("unit:z:1"), origin_way = driver.centre("unit:z:0");
      CHECK(tip.x != origin_way.x);
      const auto sets = only<SetInput>(drag(driver, snapshot, tip, {tip.x + 30, tip.y}));
      REQUIRE_FALSE(sets.empty());
      const Tensor& last = value_of(sets.back());
      CHECK((rows ? last.at(0, 1, 0) : last.at(0, 0, 1)) > (rows ? 0.1f : 0.6f));
      CHECK(last.at(0, 1, 1) == 2);
      CHECK(last.at(0, 0, 0) == 1);
      CHECK((rows ? last.at(0, 0, 1) : last.at(0, 1, 0)) == (rows ? 0.5f : 0.0f));
    }
  }

  TEST_CASE("a point of an embedding is moved in the table that it was looked up in; computed points do not move") {
    Trace trace;
    trace.nodes = {node_of("z", Tensor::from_rows({{3, 3}, {1, 0}, {0, 1}}), "z"), node_of("x", Tensor::from_rows({{0, 1}, {1, 0}}))};
    trace.nodes[1].facts.kind = NodeKind::looked_up;
    trace.nodes[1].inputs = {0};
    trace.panels = {{View::plane, {"x"}, "plane", {PanelRole::points}}};
    trace.explain = [](int node, const Cell& cell) {
      Explanation explanation;
      if (node == 1) explanation.operands = {{0, {0, cell.row == 0 ? 2 : 1, cell.col}}};
      return explanation;
    };
    Trace fixed = trace;
    fixed.nodes[1].facts.kind = NodeKind::other;
    Driver driver(1280, kWhole);
    const Snapshot snapshot = with_trace(std::move(trace));
    driver.show(snapshot, 3);
    const ImVec2 at = driver.centre("point:x:0");
    const auto sets = only<SetInput>(drag(driver, snapshot, at, {at.x + 50, at.y}));
    REQUIRE_FALSE(sets.empty());
    CHECK(value_of(sets.back()).at(0, 2, 0) > 0.05f);
    CHECK(value_of(sets.back()).at(0, 1, 0) == 1);
    Driver other(1280, kWhole);
    const Snapshot still = with_trace(std::move(fixed));
    other.show(still, 3);
    CHECK(only<SetInput>(drag(other, still, at, {at.x + 50, at.y})).empty());
  }

  TEST_CASE("each finite point is drawn in its frame: of several hundred, a lone one, far ones, and on narrow screens") {
    Tensor many(Shape{{}, 600, 3});
    for (Index i = 0; i < many.size(); ++i) many.data()[i] = std::sin(static_cast<float>(i * i));
    many.at(0, 3, 1) = NAN;
    for (const float width : {1280.0f, 390.0f}) {
      Driver driver(width, kWhole, width < 500);
      for (const auto& [points, drawn] :
           {std::pair(many, 599), std::pair(Tensor::from_rows({{0, 0}}), 1), std::pair(Tensor::filled(Shape{{}, 4, 2}, INFINITY), 0),
            std::pair(Tensor::filled(Shape{{}, 3, 2}, 1e30f), 3), std::pair(Tensor::from_rows({{1e30f, 0}, {0, 1e30f}, {-1e30f, 5}}), 3)}) {
        CAPTURE(width);
        CAPTURE(points.rows());
        Trace trace;
        trace.nodes = {node_of("points", points)};
        for (Index i = 0; i < points.rows(); ++i) trace.nodes[0].rows.labels.push_back("word" + std::to_string(i));
        trace.panels = {{View::plane, {"points"}, "plane"}};
        Snapshot snapshot = with_trace(std::move(trace));
        driver.show(snapshot, 60);  // the range of the points before moves to that of these
        const Box plane = driver.place("plane:points").box;
        CHECK(plane.max.x < width);
        int inside = 0;
        for (const Place& place : driver.places())
          if (place.id.starts_with("point:points:")) inside += plane.contains(place.box.centre()) ? 1 : 0;
        CHECK(inside == drawn);  // each point with two finite coordinates
      }
    }
  }

  TEST_CASE("a column alone is no plane: it is shown as a matrix") {
    Trace trace;
    trace.nodes = {node_of("points", Tensor::from_rows({{1}, {2}}))};
    trace.panels = {{View::plane, {"points"}, "plane"}};
    Driver driver(1280, kWhole);
    driver.show(with_trace(std::move(trace)), 3);
    CHECK(driver.shows("grid:points"));
  }
}

}  // namespace plane_test
