// The guided steps on the screen: their button, and bringing what they are about into view.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace {

const nlohmann::json& steps_of(Driver& driver, const std::string& lesson) { return driver.texts().node("lessons." + lesson + ".steps"); }

// The first step that points at something which the lesson doesn't have as it opens.
int step_ahead(Driver& driver, const std::string& lesson) {
  const nlohmann::json& steps = steps_of(driver, lesson);
  const Snapshot opening = snapshot_of(lesson);
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (opening.trace->find(steps[i].at("focus").get<std::string>()) < 0) return static_cast<int>(i);
  FAIL("every step's focus is there from the start");
  return -1;
}

Snapshot tried(const Snapshot& snapshot, const nlohmann::json& step) {
  return snapshot_of(with_example(snapshot.lesson(), snapshot.document, example_from_json(snapshot.lesson(), step)));
}

std::string button(Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.step.") + name); }

// Whether a panel of the node stands in sight.
bool in_view(Driver& driver, const std::string& node) {
  if (!driver.shows("grid:" + node)) return false;
  const Box bench = driver.place("part:bench").box;
  const float top = driver.place("grid:" + node).box.min.y;
  return top >= bench.min.y && top < bench.max.y;
}

}  // namespace

TEST_SUITE("ui/steps") {
  TEST_CASE("a step that suggests something has a button for all of it, which rests while it is so") {
    Driver driver;
    Snapshot snapshot = snapshot_of("softmax");
    const nlohmann::json& steps = steps_of(driver, "softmax");
    int with_set = -1;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].contains("set")) with_set = static_cast<int>(i);
    REQUIRE(with_set >= 0);
    const nlohmann::json& step = steps[static_cast<std::size_t>(with_set)];
    snapshot.document.look.step = with_set;
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows(button(driver, "restore")));
    const auto shown = only<ShowExample>(driver.click(snapshot, driver.centre(button(driver, "try"))));
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].example.set.size() == step["set"].size());
    Snapshot after = tried(snapshot, step);
    after.revision = 2;
    driver.show(after, 3);
    CHECK(only<ShowExample>(driver.click(after, driver.centre(button(driver, "try")))).empty());
  }

  TEST_CASE("a step about the lesson as it opens has a way back once something was changed, and nothing moves for it") {
    for (const float width : {1280.0f, 480.0f}) {
      CAPTURE(width);
      Driver driver(width);
      const Snapshot opening = snapshot_of("softmax");
      driver.show(opening, 3);
      CHECK_FALSE(driver.shows(button(driver, "restore")));
      const Box bench = driver.place("part:bench").box;
      for (Snapshot changed : {snapshot_of("softmax", {{"beta", 2.0}}), snapshot_of("softmax", {}, {{"exponentials", {0, 0, 0}, 1}})}) {
        changed.revision = 2;
        driver.show(changed, 3);
        CHECK(driver.place("part:bench").box == bench);
        const auto back = only<ShowExample>(driver.click(changed, driver.centre(button(driver, "restore"))));
        REQUIRE(back.size() == 1);
        CHECK(shows_example(opening.lesson(), opening.document, back[0].example));
      }
    }
  }

  TEST_CASE("going on to a step about one cell selects that cell, once") {
    Driver driver;
    Snapshot snapshot = snapshot_of("backpropagation");
    const nlohmann::json& steps = driver.texts().node("lessons.backpropagation.steps");
    int about_cell = -1;
    for (std::size_t i = 1; i < steps.size() && about_cell < 0; ++i)
      if (steps[i].contains("cell")) about_cell = static_cast<int>(i);
    REQUIRE(about_cell > 0);
    CHECK(only<Select>(driver.show(snapshot, 3)).empty());
    snapshot.document.look.step = about_cell;
    const auto selected = only<Select>(driver.show(snapshot, 3));
    REQUIRE(selected.size() == 1);
    CHECK(selected[0].node == steps[static_cast<std::size_t>(about_cell)]["focus"].get<std::string>());
    CHECK(selected[0].cell == Cell{0, 0, 0});
  }

  TEST_CASE("what a step is about is followed as soon as it is there, and only then") {
    for (const char* lesson : {"dictionary", "matrix-dictionary", "words-pulling-words", "multi-head", "self-attention"}) {
      CAPTURE(lesson);
      Driver driver;
      Snapshot snapshot = snapshot_of(lesson);
      driver.show(snapshot, 3);
      snapshot.document.look.step = step_ahead(driver, lesson);
      const nlohmann::json& step = steps_of(driver, lesson)[static_cast<std::size_t>(snapshot.document.look.step)];
      CHECK(only<Select>(driver.show(snapshot, 3)).empty());
      Snapshot after = tried(snapshot, step);
      after.revision = 2;
      const auto selected = only<Select>(driver.show(after, 8));
      CHECK(selected.size() == (step.contains("cell") ? 1 : 0));
      for (const Select& one : selected) CHECK(one.node == step["focus"].get<std::string>());
      if (!step.contains("section")) CHECK(in_view(driver, step["focus"].get<std::string>()));
      CHECK(only<Select>(driver.show(after, 3)).empty());
    }
  }

  TEST_CASE("a step that one has left is not followed any more") {
    Driver driver;
    Snapshot snapshot = snapshot_of("matrix-dictionary");
    driver.show(snapshot, 3);
    const int ahead = step_ahead(driver, "matrix-dictionary");
    snapshot.document.look.step = ahead;
    driver.show(snapshot, 3);
    Snapshot after = tried(snapshot, steps_of(driver, "matrix-dictionary")[static_cast<std::size_t>(ahead)]);
    snapshot.document.look.step = ahead - 1;
    driver.show(snapshot, 3);
    after.document.look.step = ahead - 1;
    after.revision = 2;
    CHECK(only<Select>(driver.show(after, 4)).empty());
  }

  TEST_CASE("a step that names a section scrolls to that section instead of the digits of its focus") {
    Driver driver(1280, 700);
    Snapshot snapshot = snapshot_of("words-pulling-words");
    const nlohmann::json& steps = steps_of(driver, "words-pulling-words");
    const auto named = std::find_if(steps.begin(), steps.end(), [](const nlohmann::json& step) { return step.contains("section"); });
    REQUIRE(named != steps.end());
    const auto go_to = [&](int step) {
      snapshot.document.look.step = step;
      ++snapshot.revision;
      driver.show(snapshot, 8);
    };
    const auto heading_in_view = [&] {
      const std::string heading = "section:" + named->at("section").get<std::string>();
      const Box bench = driver.place("part:bench").box;
      return driver.shows(heading) && driver.place(heading).box.min.y >= bench.min.y && driver.place(heading).box.min.y < bench.centre().y;
    };
    go_to(0);
    go_to(5);
    CHECK_FALSE(heading_in_view());
    go_to(static_cast<int>(named - steps.begin()));
    CHECK(heading_in_view());
  }

  TEST_CASE("where the step's button moves the panels, what the step is about comes into view again") {
    Driver driver(1280, 700);
    Snapshot snapshot = snapshot_of("embeddings");
    const nlohmann::json& steps = steps_of(driver, "embeddings");
    const std::string focus = steps.back().at("focus");
    driver.show(snapshot, 3);
    snapshot.document.look.step = static_cast<int>(steps.size()) - 1;
    ++snapshot.revision;
    driver.show(snapshot, 8);
    CHECK(in_view(driver, focus));
    driver.click(snapshot, driver.centre(button(driver, "try")));
    Snapshot after = tried(snapshot, steps.back());
    after.document.look.step = snapshot.document.look.step;
    after.revision = snapshot.revision + 1;
    driver.show(after, 8);
    CHECK(in_view(driver, focus));
  }
}
