// The views of links and rankings: their drawing of any matrix, and the effects of clicks and keys.
#include <algorithm>

#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace links_test {
namespace {

// Returns the snapshot of a lesson with one panel.
Snapshot with_panel(Snapshot snapshot, Panel panel) {
  Trace trace = *snapshot.trace;
  trace.panels = {std::move(panel)};
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

Snapshot softmax_with(View view, const std::string& node, const Tensor& z) {
  return with_panel(snapshot_of("softmax", {{"z", z}}), {view, {node}, "scores"});
}

}  // namespace

TEST_SUITE("ui/links") {
  TEST_CASE("each row has a link, and a click on it selects the largest cell of the row") {
    Driver driver(1280, 3000);
    const Snapshot snapshot = snapshot_of("dictionary");
    driver.show(snapshot, 3);
    const Index sous = 3, under = 3;
    const auto selects = only<Select>(driver.click(snapshot, driver.centre("link:translation:3")));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].node == "translation");
    CHECK(selects[0].cell == Cell{0, sous, under});
    CHECK(driver.place("link:translation:0").box.min.y <= driver.place("link:translation:5").box.min.y);
    Driver narrow(390, 6000);
    narrow.show(snapshot, 3);
    CHECK(narrow.place("link:translation:0").box.min.y < narrow.place("link:translation:5").box.min.y);  // the line is broken
    CHECK(narrow.place("link:translation:5").box.max.x <= 390);
  }

  TEST_CASE("sentences lead to their words on a line each, from left to right") {
    Driver driver;
    Snapshot snapshot = snapshot_of("next-word");
    driver.show(in_scene(snapshot, "last.probabilities* as links"), 4);
    const Box first = driver.place("link:last.probabilities:0").box, second = driver.place("link:last.probabilities:1").box;
    CHECK(first.min.x == second.min.x);
    CHECK(second.min.y > first.max.y);
    CHECK(first.width() > 5 * first.height());
  }

  TEST_CASE("links of any matrix: rows without a label, of zeros, with NaN, and stacks") {
    Driver driver(1280, 3000);
    for (const Tensor& z : {Tensor::from_rows({{0, 0, 0}, {1, 3, 2}}), Tensor::from_rows({{-1}}), Tensor::filled(Shape{{}, 64, 64}, 0.5f),
                            Tensor::from_rows({{1000, -1000}, {-1000, 1000}})})
      for (const char* node : {"z", "exponentials"}) {
        const Snapshot snapshot = softmax_with(View::links, node, z);
        driver.show(snapshot, 3);
        CHECK(driver.shows("links:" + std::string(node)));
      }
    const Snapshot zeros = softmax_with(View::links, "z", Tensor::from_rows({{0, 0, 0}, {1, 3, 2}}));
    driver.show(zeros, 3);
    const auto selects = only<Select>(driver.click(zeros, driver.centre("link:z:1")));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].cell == Cell{0, 1, 1});
  }
}

TEST_SUITE("ui/ranking") {
  const Tensor kColumn = Tensor::from_rows({{3}, {2}, {1}, {-1}});

  TEST_CASE("a column is drawn in the order of its rows; a click selects the place") {
    Driver driver(1280, 3000);
    const Snapshot snapshot = softmax_with(View::ranking, "z", kColumn);
    driver.show(snapshot, 3);
    const Place grid = driver.place("grid:z");
    CHECK(grid.box.height() == doctest::Approx(4 * grid.cells->cell_height));
    CHECK(grid.box.width() == doctest::Approx(grid.cells->cell_width));
    const ImVec2 third(grid.box.min.x + 20, grid.box.min.y + 2.5f * grid.cells->cell_height);
    const auto selects = only<Select>(driver.click(snapshot, third));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].cell == Cell{0, 2, 0});
  }

  TEST_CASE("a place can be typed in like any cell, and a matrix of several columns is shown as one") {
    Driver driver(1280, 3000);
    Snapshot snapshot = softmax_with(View::ranking, "z", kColumn);
    snapshot.document.look.selection = Selection{"z", {0, 1, 0}};
    driver.show(snapshot, 3);
    driver.type(snapshot, "5");
    const auto typed = only<TypeCell>(driver.press(snapshot, ImGuiKey_Enter));
    REQUIRE(typed.size() == 1);
    CHECK(typed[0].cell == Cell{0, 1, 0});
    CHECK(typed[0].text == "5");
    driver.show(softmax_with(View::ranking, "z", Tensor::from_rows({{3, 2}, {1, -1}})), 3);
    CHECK(driver.place("grid:z").cells->columns == 2);
  }

  TEST_CASE("values that are not finite have no bar, and hundreds of places draw only those in sight") {
    Driver driver(1280, 1600);
    driver.show(softmax_with(View::ranking, "exponentials", Tensor::from_rows({{1000}, {0}, {-5}})), 3);
    const Inputs many{{"entries", [] {
                         std::string lines;
                         for (int i = 0; i < 256; ++i) lines += "word" + std::to_string(i) + ": v\n";
                         return lines;
                       }()}};
    driver.show(with_panel(snapshot_of("dictionary", many), {View::ranking, {"nearest_keys"}, "distance"}), 3);
    const int few = driver.vertices();
    CHECK(few < 30'000);
    CHECK(driver.place("grid:nearest_keys").cells->rows == 256);
  }

  TEST_CASE("in a scene a ranking fills its card, and its words are whole: beside the bars, on a phone above them") {
    const std::string longest = "The lazy wizard of the forest has a grey hat.";
    for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), std::pair(390.0f, 844.0f)}) {
      CAPTURE(width);
      Driver driver(width, height, false, Driver::Fonts::shipped);
      driver.host.still = true;
      Snapshot snapshot = softmax_with(View::ranking, "z", kColumn);
      Trace trace = *snapshot.trace;
      trace.node(trace.find("z")).rows.labels = {"short", longest, "b", "c"};
      snapshot.trace = std::make_shared<const Trace>(std::move(trace));
      driver.show(in_scene(snapshot, "z* as ranking"), 5);
      const std::vector<ui::DrawnText> texts = ui::drawn_texts();
      const auto words = std::find_if(texts.begin(), texts.end(), [&](const ui::DrawnText& text) { return text.text == longest; });
      REQUIRE(words != texts.end());
      CHECK_FALSE(words->cut);
      const Place grid = driver.place("grid:z");
      CHECK((words->box.max.x < grid.box.min.x) == (width > 1000));
      if (width > 1000) CHECK(grid.cells->cell_height > 40);  // the rows are higher than they need to be
    }
  }
}

}  // namespace links_test
