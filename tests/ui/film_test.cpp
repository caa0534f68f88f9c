// The film that plays the computation, and the glow of cells that an edit changed.
#include "ui/stage/film.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include "study/ask.h"
#include "ui/cells/moments.h"
#include "ui/scenery.h"
#include "ui/stage/changes.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace film_test {
namespace {

double length_of(const std::vector<Take>& reel) { return reel.back().begin_s + reel.back().length_s; }

std::string button(const Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.film.") + name); }

Take take_of(Scenery& scenery, int node) {
  const std::vector<Take> reel = make_reel(scenery.frame, scenery.picture, node, false);
  return *std::find_if(reel.begin(), reel.end(), [&](const Take& take) { return take.node == node; });
}

void check_order(const std::string& lesson) {
  CAPTURE(lesson);
  Scenery scenery(lesson);
  const std::vector<Take> reel = make_reel(scenery.frame, scenery.picture, -1, false);
  REQUIRE_FALSE(reel.empty());
  int before = -1;
  double at = 0;
  for (std::size_t i = 0; i < reel.size(); ++i) {
    CHECK(reel[i].node > before);
    CHECK(scenery.snapshot.trace->node(reel[i].node).input.empty());
    CHECK(reel[i].begin_s == doctest::Approx(at));
    const Shot last = shot_at(scenery.frame, reel, at + reel[i].length_s - 1e-6);
    CHECK(last.take == static_cast<int>(i));
    CHECK(last.cells == scenery.snapshot.trace->node(reel[i].node).value->shape().matrix_size());
    before = reel[i].node;
    at += reel[i].length_s;
  }
}

}  // namespace

TEST_SUITE("ui/film") {
  TEST_CASE("the film has all that was computed, in the order of computation, and ends with all cells") { check_order("multi-head"); }

  TEST_CASE("and it does in every other lesson" * doctest::test_suite("sweep")) {
    for (const Lesson& lesson : lessons())
      if (lesson.info.id != "multi-head") check_order(lesson.info.id);
  }

  TEST_CASE("cells that are made from a cell are not lit while the film makes it, and are lit when the film is closed at that cell") {
    Scenery scenery("self-attention");
    Film& film = scenery.state.lesson.film;
    const int query = scenery.node("query"), products = scenery.node("dot_products");
    scenery.snapshot.document.look.selection = Selection{"query", {}};
    film.on = true;
    film.cell = {query, {}};
    refresh_explanation(scenery.frame, scenery.screen);
    CHECK(reach_of(scenery.frame, products) == Explained::Reach::none);
    CHECK(cells_after(scenery.frame, products) == nullptr);
    film.on = false;
    for (int frame = 0; frame < 3; ++frame) refresh_explanation(scenery.frame, scenery.screen);
    CHECK(reach_of(scenery.frame, products) == Explained::Reach::after);
    REQUIRE(cells_after(scenery.frame, products) != nullptr);
    CHECK(*cells_after(scenery.frame, products) == std::vector<Cell>{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}});
  }

  TEST_CASE("the node in focus is made cell by cell, and its first cells term by term, with the operands of each term lit") {
    Scenery scenery("self-attention");
    Film& film = scenery.state.lesson.film;
    film.on = true;
    const int query = scenery.node("query");
    const std::vector<Take> reel = make_reel(scenery.frame, scenery.picture, query, false);
    const Take& take = *std::find_if(reel.begin(), reel.end(), [&](const Take& candidate) { return candidate.node == query; });
    CHECK(take.close);
    CHECK(take.terms == 4);
    for (int term = 0; term < 4; ++term) {
      film.at_s = take.begin_s + 0.32 * term + 0.01;
      run_film(scenery.frame, scenery.screen, scenery.picture, query);
      CHECK(film.cell == CellReference{query, {0, 0, 0}});
      CHECK(film.term == term);
      CHECK(focused(scenery.frame) == film.cell);
      refresh_explanation(scenery.frame, scenery.screen);
      const std::vector<Cell>* row = lit_cells(scenery.frame, scenery.node("input"));
      const std::vector<Cell>* column = lit_cells(scenery.frame, scenery.node("w_q"));
      REQUIRE((row && column));
      CHECK(*row == std::vector<Cell>{{0, 0, term}});
      CHECK(*column == std::vector<Cell>{{0, term, 0}});
    }
    film.at_s = take.begin_s + 0.32 * 4 + 0.01;
    run_film(scenery.frame, scenery.screen, scenery.picture, query);
    refresh_explanation(scenery.frame, scenery.screen);
    CHECK(lit_cells(scenery.frame, scenery.node("input"))->size() == 4);
    const TraceNode& query_node = scenery.snapshot.trace->node(query);
    CHECK_FALSE(is_yet_to_come(scenery.frame, query_node, {0, 0, 0}));
    CHECK(is_yet_to_come(scenery.frame, query_node, {0, 0, 1}));
    CHECK(is_yet_to_come(scenery.frame, scenery.snapshot.trace->at("weights"), {0, 0, 0}));
    CHECK_FALSE(is_yet_to_come(scenery.frame, scenery.snapshot.trace->at("w_v"), {0, 0, 0}));
    CHECK(share_to_come(scenery.frame, scenery.snapshot.trace->at("weights")) == 1);
  }

  TEST_CASE("a cell that is no sum is made in one go: a share of a softmax") {
    Scenery scenery("softmax");
    Film& film = scenery.state.lesson.film;
    film.on = true;
    const int shares = scenery.node("probabilities");
    const Take take = take_of(scenery, shares);
    CHECK(take.terms == 1);
    film.at_s = take.begin_s + 0.01;
    run_film(scenery.frame, scenery.screen, scenery.picture, shares);
    REQUIRE(film.term == 0);
    refresh_explanation(scenery.frame, scenery.screen);
    CHECK(lit_cells(scenery.frame, scenery.node("z"))->size() == 3);
    const std::vector<Term>& terms = scenery.state.lesson.explained.value().terms;
    REQUIRE(terms.size() == 1);
    CHECK(scenery.state.lesson.explained.value().explanation.numbers.starts_with(terms.front().text + " = "));
  }

  TEST_CASE("beside a share of a softmax stands its whole fraction, and then what it comes to") {
    Driver driver(1280, 800);
    const Snapshot first = snapshot_of("softmax");
    const ArrayView<Step> steps = first.lesson().steps;
    const auto shares = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.focus == "probabilities"; });
    REQUIRE(shares != steps.end());
    Snapshot snapshot = at_step_of(first, static_cast<int>(shares - steps.begin()));
    snapshot.answers.guesses[shares->id] = truth_of(*shares, *snapshot.trace).value();  // a guess lifts the veil
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre(button(driver, "play")));
    std::vector<std::string> sums;
    for (int i = 0; i < 600 && sums.size() < 2; ++i) {
      driver.show(snapshot);
      if (!driver.shows("film:sum")) continue;
      const std::string sum = driver.place("film:sum").control->name;
      if (sums.empty() || sums.back() != sum) sums.push_back(sum);
    }
    REQUIRE(sums.size() == 2);
    CHECK(sums[1] == snapshot.trace->explain(snapshot.trace->find("probabilities"), {}).numbers);
    CHECK(sums[1].starts_with(sums[0] + " = "));
  }

  TEST_CASE("each term of a wide product lights its two operands, and the whole sum all of them") {
    Scenery scenery(snapshot_of("self-attention", {{"width", 24.0}, {"head_width", 4.0}, {"weights", std::string("xavier")}}));
    Film& film = scenery.state.lesson.film;
    film.on = true;
    const int query = scenery.node("query");
    const Take take = take_of(scenery, query);
    CHECK(take.terms == 8);
    const auto lit_at = [&](int term) {
      film.at_s = take.begin_s + 0.32 * term + 0.01;
      run_film(scenery.frame, scenery.screen, scenery.picture, query);
      refresh_explanation(scenery.frame, scenery.screen);
      return *lit_cells(scenery.frame, scenery.node("w_q"));
    };
    for (int term = 0; term < 8; ++term) CHECK(lit_at(term) == std::vector<Cell>{{0, term, 0}});
    CHECK(lit_at(8).size() == 24);
  }

  TEST_CASE("gradients come after the loss, each after what it is made from") {
    Scenery scenery("backpropagation");
    const std::vector<Take> reel = make_reel(scenery.frame, scenery.picture, -1, false);
    const auto place = [&](const char* name) {
      return std::find_if(reel.begin(), reel.end(), [&](const Take& take) { return take.node == scenery.node(name); }) - reel.begin();
    };
    CHECK(place("loss") < place("d_logits"));
    CHECK(place("d_logits") < place("d_query"));
    CHECK(place("d_query") < place("d_w_q"));
  }

  TEST_CASE("one node is played by itself") {
    Scenery scenery("self-attention");
    const std::vector<Take> reel = make_reel(scenery.frame, scenery.picture, scenery.node("weights"), true);
    REQUIRE(reel.size() == 1);
    CHECK(reel[0].node == scenery.node("weights"));
    CHECK(length_of(reel) > 3);
  }

  TEST_CASE("play, pause, slider and close; at its end the film gives back the picture as it was; while it pauses nothing is drawn") {
    Driver driver(1280, 800);
    const Snapshot snapshot = snapshot_of("softmax");
    driver.show(snapshot, 30);
    const double whole = Driver::picture();
    CHECK_FALSE(driver.shows("film:time"));
    driver.click(snapshot, driver.centre(button(driver, "play")));
    driver.show(snapshot, 20);
    CHECK(driver.shows("film:time"));
    CHECK(driver.animating);
    CHECK(driver.shows("film:sum"));
    driver.click(snapshot, driver.centre(button(driver, "pause")));
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.animating);
    CHECK(driver.shows(button(driver, "go_on")));
    driver.click(snapshot, driver.centre(button(driver, "go_on")));
    for (int i = 0; i < 5000 && driver.shows("film:time"); ++i) driver.show(snapshot);
    CHECK_FALSE(driver.shows("film:time"));
    driver.move(snapshot, {5, 5});
    driver.show(snapshot, 30);
    CHECK(Driver::picture() == doctest::Approx(whole));
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("the film is closed in its middle, and survives an edit, another lesson and a trace without its cell") {
    Driver driver(1280, 800);
    const Snapshot snapshot = snapshot_of("softmax");
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre(button(driver, "play")));
    driver.show(snapshot, 30);
    Snapshot smaller = snapshot_of("softmax", {{"z", Tensor::from_rows({{1}})}});
    smaller.revision = 2;
    driver.show(smaller, 30);
    CHECK(driver.shows("film:time"));
    driver.click(smaller, driver.centre(button(driver, "close")));
    driver.show(smaller, 2);
    CHECK_FALSE(driver.shows("film:time"));
    driver.click(smaller, driver.centre(button(driver, "play")));
    driver.show(smaller, 5);
    driver.show(snapshot_of("self-attention"), 5);
    CHECK_FALSE(driver.shows("film:time"));
  }

  TEST_CASE("results of a cell are lit as well: cells at one hop, nodes at any number") {
    Scenery scenery("self-attention");
    scenery.snapshot.document.look.selection = Selection{"x", {0, 1, 2}};
    for (int frame = 0; frame < 10; ++frame) refresh_explanation(scenery.frame, scenery.screen);
    const std::vector<Cell>* after = cells_after(scenery.frame, scenery.node("input"));
    REQUIRE(after);
    CHECK(*after == std::vector<Cell>{{0, 1, 2}});
    CHECK_FALSE(cells_after(scenery.frame, scenery.node("query")));
    using Reach = Explained::Reach;
    CHECK(reach_of(scenery.frame, scenery.node("output")) == Reach::after);
    CHECK(reach_of(scenery.frame, scenery.node("w_q")) == Reach::none);
    scenery.snapshot.document.look.selection = Selection{"scores", {0, 1, 2}};
    for (int frame = 0; frame < 10; ++frame) refresh_explanation(scenery.frame, scenery.screen);
    CHECK(reach_of(scenery.frame, scenery.node("w_q")) == Reach::before);
    CHECK(reach_of(scenery.frame, scenery.node("w_v")) == Reach::none);
    CHECK(reach_of(scenery.frame, scenery.node("output")) == Reach::after);
    REQUIRE(cells_after(scenery.frame, scenery.node("weights")));
    CHECK(cells_after(scenery.frame, scenery.node("weights"))->size() == 3);
  }

  TEST_CASE("cells that an edit changed glow in the order of computation, are counted, and are quiet again after a moment") {
    const Snapshot edited = in_scene(
        snapshot_of("self-attention", {{"w_q", Tensor::from_rows({{2, 0, 0, 1}, {0, 1, 1, 0}, {0, 1, 0, 0}, {1, 0, 1, 0}})}}), "query");
    Driver driver(1280, 800);
    driver.show(in_scene(snapshot_of("self-attention"), "query"), 30);
    CHECK_FALSE(driver.animating);
    const double before = Driver::picture();
    Snapshot next = edited;
    next.revision = 2;
    driver.show(next, 2);
    CHECK(driver.animating);
    const double glowing = Driver::picture();
    CHECK(glowing != before);
    // Row 0 and row 2 of w_q change the first and the last column of the queries, for each of three tokens.
    CHECK(driver.spoken().find("6 of Queries Q") != std::string::npos);
    driver.show(next, 60 * 2);
    CHECK_FALSE(driver.animating);
    CHECK(Driver::picture() != glowing);
    driver.host.still = true;  // without motion only the counts are shown
    Snapshot back = in_scene(snapshot_of("self-attention"), "query");
    back.revision = 3;
    driver.show(back, 2);
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("the number before an edit stands beside a changed cell for a moment") {
    Scenery scenery("self-attention");
    const auto output = [&] { return scenery.node("output"); };
    const auto told = [&](const char* node, const Cell& cell) {
      return value_before(scenery.frame, scenery.frame.trace->node(scenery.node(node)), cell);
    };
    note_changes(scenery.frame, scenery.screen);
    const float before = scenery.frame.trace->node(output()).value->at({0, 0, 0});
    CHECK_FALSE(told("output", {0, 0, 0}));
    scenery.snapshot =
        snapshot_of("self-attention", {{"w_v", Tensor::from_rows({{2, 0, 0, 1}, {0, 1, 1, 0}, {0, 1, 0, 0}, {1, 0, 1, 0}})}});
    scenery.frame.trace = scenery.snapshot.trace.get();
    note_changes(scenery.frame, scenery.screen);
    ImGui::GetCurrentContext()->Time += 2;
    REQUIRE(told("output", {0, 0, 0}));
    CHECK(*told("output", {0, 0, 0}) == before);
    CHECK_FALSE(told("scores", {0, 0, 0}));
    ImGui::GetCurrentContext()->Time += 20;
    CHECK_FALSE(told("output", {0, 0, 0}));
  }
}

}  // namespace film_test
