// The guided steps on the screen: their button, and bringing what they are about into view.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace steps_test {
namespace {

const std::vector<Step>& steps_of(const std::string& lesson) { return lesson_named(lesson).info.steps; }

// The first step that points at something which the lesson doesn't have as it opens.
int step_ahead(const std::string& lesson) {
  const std::vector<Step>& steps = steps_of(lesson);
  const Snapshot opening = snapshot_of(lesson);
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (opening.trace->find(steps[i].focus) < 0) return static_cast<int>(i);
  FAIL("every step's focus is there from the start");
  return -1;
}

Snapshot tried(const Snapshot& snapshot, const Step& step) {
  return snapshot_of(with_example(snapshot.lesson(), snapshot.document, step.example));
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
    const std::vector<Step>& steps = steps_of("softmax");
    int with_set = -1;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (!steps[i].example.set.empty()) with_set = static_cast<int>(i);
    REQUIRE(with_set >= 0);
    const Step& step = steps[static_cast<std::size_t>(with_set)];
    snapshot.document.look.step = with_set;
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows(button(driver, "restore")));
    const auto shown = only<ShowExample>(driver.click(snapshot, driver.centre(button(driver, "try"))));
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].example.set.size() == step.example.set.size());
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
    const std::vector<Step>& steps = steps_of("backpropagation");
    int about_cell = -1;
    for (std::size_t i = 1; i < steps.size() && about_cell < 0; ++i)
      if (steps[i].cell) about_cell = static_cast<int>(i);
    REQUIRE(about_cell > 0);
    CHECK(only<Select>(driver.show(snapshot, 3)).empty());
    snapshot.document.look.step = about_cell;
    const auto selected = only<Select>(driver.show(snapshot, 3));
    REQUIRE(selected.size() == 1);
    CHECK(selected[0].node == steps[static_cast<std::size_t>(about_cell)].focus);
    CHECK(selected[0].cell == Cell{0, 0, 0});
  }

  TEST_CASE("what a step is about is followed as soon as it is there, and only then") {
    for (const char* lesson : {"dictionary", "matrix-dictionary", "words-pulling-words", "multi-head", "self-attention"}) {
      CAPTURE(lesson);
      Driver driver;
      Snapshot snapshot = snapshot_of(lesson);
      driver.show(snapshot, 3);
      snapshot.document.look.step = step_ahead(lesson);
      const Step& step = steps_of(lesson)[static_cast<std::size_t>(snapshot.document.look.step)];
      CHECK(only<Select>(driver.show(snapshot, 3)).empty());
      Snapshot after = tried(snapshot, step);
      after.revision = 2;
      const auto selected = only<Select>(driver.show(after, 8));
      CHECK(selected.size() == (step.cell ? 1 : 0));
      for (const Select& one : selected) CHECK(one.node == step.focus);
      if (step.section.empty()) CHECK(in_view(driver, step.focus));
      CHECK(only<Select>(driver.show(after, 3)).empty());
    }
  }

  TEST_CASE("a step that one has left is not followed any more") {
    Driver driver;
    Snapshot snapshot = snapshot_of("matrix-dictionary");
    driver.show(snapshot, 3);
    const int ahead = step_ahead("matrix-dictionary");
    snapshot.document.look.step = ahead;
    driver.show(snapshot, 3);
    Snapshot after = tried(snapshot, steps_of("matrix-dictionary")[static_cast<std::size_t>(ahead)]);
    snapshot.document.look.step = ahead - 1;
    driver.show(snapshot, 3);
    after.document.look.step = ahead - 1;
    after.revision = 2;
    CHECK(only<Select>(driver.show(after, 4)).empty());
  }

  TEST_CASE("a step that names a section scrolls to that section instead of the digits of its focus") {
    Driver driver(1280, 700);
    Snapshot snapshot = snapshot_of("words-pulling-words");
    const std::vector<Step>& steps = steps_of("words-pulling-words");
    const auto named = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return !step.section.empty(); });
    REQUIRE(named != steps.end());
    const auto go_to = [&](int step) {
      snapshot.document.look.step = step;
      ++snapshot.revision;
      driver.show(snapshot, 8);
    };
    const auto heading_in_view = [&] {
      const std::string heading = "section:" + named->section;
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
    const std::vector<Step>& steps = steps_of("embeddings");
    const std::string focus = steps.back().focus;
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

  TEST_CASE("a caption's numbers are those of the trace that is shown, and dashes where it has none") {
    Driver driver;
    const auto caption = [&](const Snapshot& snapshot) {
      driver.show(snapshot, 2);
      return driver.spoken();
    };
    Snapshot snapshot = snapshot_of("softmax");
    CHECK(caption(snapshot).starts_with("A model has given three categories the scores 2, 1 and 0.2."));
    Snapshot changed = snapshot_of("softmax", {{"z", Tensor::from_rows({{-3, 0.5f}})}});
    changed.revision = 2;
    CHECK(caption(changed).starts_with("A model has given three categories the scores −3, 0.5 and –."));
    changed.trace = nullptr;
    changed.revision = 3;
    CHECK(caption(changed).starts_with("A model has given three categories the scores –, – and –."));
    // A step that a link asks for and the lesson does not have is its last one.
    snapshot.document.look.step = 1000;
    snapshot.revision = 4;
    CHECK(caption(snapshot).starts_with("e to the power of 2 is too large"));
  }
}

}  // namespace steps_test
