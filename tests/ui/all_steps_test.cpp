// All lessons and all of their steps on the screen, one after the other.
#include <doctest/doctest.h>

#include <algorithm>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace all_steps_test {
namespace {

std::string try_also(const Driver& driver) { return "button:" + driver.texts().get("ui.step.try_also"); }

}  // namespace

TEST_SUITE("sweep") {
  TEST_CASE("every example is brought by a step, or offered after the last one") {
    std::size_t offered = 0;
    for (const Lesson& lesson : lessons())
      for (const float width : {1280.0f, 390.0f}) {
        CAPTURE(lesson.info.id);
        CAPTURE(width);
        const std::vector<std::string> others = examples_without_step(lesson.info);
        Driver driver(width, 844);
        const Snapshot opened = snapshot_of(lesson.info.id);
        driver.show(opened, 3);
        CHECK_FALSE(driver.shows(try_also(driver)));
        Snapshot last = opened;  // drawn only: its words belong to another state
        last.document.look.step = static_cast<int>(lesson.info.steps.size()) - 1;
        driver.show(last, 3);
        CHECK(driver.shows(try_also(driver)) == !others.empty());
        if (others.empty()) continue;
        offered += others.size();
        driver.click(last, driver.centre(try_also(driver)));
        driver.show(last);
        for (const std::string& name : others) CHECK(driver.shows("preset:" + name));
        for (const Preset& preset : lesson.info.presets)
          CHECK(driver.shows("preset:" + preset.name) == (std::find(others.begin(), others.end(), preset.name) != others.end()));
        const auto chosen = only<ApplyPreset>(driver.click(last, driver.centre("preset:" + others.back())));
        REQUIRE(chosen.size() == 1);
        CHECK(chosen[0].preset == others.back());
      }
    CHECK(offered > 2 * lessons().size());  // in two windows, most lessons offer at least one
  }

  TEST_CASE("with nothing but Next, what each step is about is marked and in sight, on a wide screen and on a phone") {
    int checked = 0, steps_in_all = 0;
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
      for (const Lesson& lesson : lessons()) {
        Driver driver(size.x, size.y);
        driver.host.still = true;
        Snapshot snapshot = snapshot_of(lesson.info.id);
        driver.show(snapshot, 3);
        for (std::size_t step = 0; step < lesson.info.steps.size(); ++step) {
          CAPTURE(size.x);
          CAPTURE(lesson.info.id);
          CAPTURE(step);
          ++steps_in_all;
          if (step > 0) snapshot = at_step_of(snapshot, static_cast<int>(step));
          driver.show(snapshot, 6);
          if (driver.animating) driver.show(snapshot, 19);
          if (lesson.info.steps[step].page != StepPage::none) continue;           // ui/course_test.cpp
          if (snapshot.trace->find(lesson.info.steps[step].focus) < 0) continue;  // the focus needs a run
          const auto mark = std::find_if(driver.places().begin(), driver.places().end(),
                                         [](const ui::Place& place) { return place.id.starts_with("focus:"); });
          const bool marked = mark != driver.places().end();
          CHECK(marked);
          if (!marked) continue;
          const Box bench = driver.place("part:bench").box;
          // Most of the focus is seen; if the focus is larger than the stage, most of the stage shows it.
          const auto in_sight = [&](const Box& box) {
            const Box seen = common(box, bench);
            return seen.width() >= std::min(box.width(), bench.width()) * 0.75f &&
                   seen.height() >= std::min(box.height(), bench.height()) * 0.6f;
          };
          bool there = in_sight(mark->box);
          // On a small screen a question has the board of the guess in sight, or the plane to guess in.
          for (const ui::Place& place : driver.places())
            if (size.x < 500 && lesson.info.steps[step].ask &&
                (place.id == "board" || place.id.starts_with("plane:") || place.id.starts_with("slider:")))
              there = there || in_sight(place.box);
          CHECK(there);
          ++checked;
        }
      }
    }
    CHECK(checked > steps_in_all * 9 / 10);
  }
}

}  // namespace all_steps_test
