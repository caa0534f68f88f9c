// The guided steps on the screen: their buttons, and the cards that come into view.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/step.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace steps_test {
namespace {

ArrayView<Step> steps_of(const std::string& lesson) { return lesson_named(lesson).info.steps; }

// Returns the first step whose focus the lesson lacks when it opens.
int step_ahead(const std::string& lesson) {
  const ArrayView<Step> steps = steps_of(lesson);
  const Snapshot opening = snapshot_of(lesson);
  for (std::size_t i = 1; i < steps.size(); ++i)
    if (opening.trace->find(steps[i].focus) < 0) return static_cast<int>(i);
  FAIL("every step's focus is there from the start");
  return -1;
}

std::string button(Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.step.") + name); }

// Whether a panel of the node is in sight.
bool in_view(Driver& driver, const std::string& node) {
  if (!driver.shows("grid:" + node)) return false;
  const Box bench = driver.place("part:bench").box;
  const float top = driver.place("grid:" + node).box.min.y;
  return top >= bench.min.y && top < bench.max.y;
}

}  // namespace

TEST_SUITE("ui/steps") {
  TEST_CASE("Next and Back go to the next step and to the one before; the last step leads on to the next lesson") {
    Driver driver;
    Snapshot snapshot = snapshot_of("softmax");
    driver.show(snapshot, 3);
    CHECK(only<GoToStep>(driver.click(snapshot, driver.centre(button(driver, "previous")))).empty());
    auto gone = only<GoToStep>(driver.click(snapshot, driver.centre(button(driver, "next"))));
    REQUIRE(gone.size() == 1);
    CHECK(gone[0].step == 1);
    snapshot = at_step_of(snapshot, static_cast<int>(steps_of("softmax").size()) - 1);
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows(button(driver, "next")));
    const std::string lesson = driver.texts().get("lessons.matrix-dictionary.title");
    const std::string on = "button:" + driver.texts().format("ui.step.next_lesson", {{"lesson", lesson}});
    const auto opened = only<OpenLesson>(driver.click(snapshot, driver.centre(on)));
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].lesson == "matrix-dictionary");
  }

  TEST_CASE("the very last step of all rests") {
    Driver driver;
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    const Snapshot first = snapshot_of(all->back().id);
    const Snapshot last = at_step_of(first, static_cast<int>(all->back().steps.size()) - 1);
    driver.show(last, 3);
    CHECK(driver.click(last, driver.centre(button(driver, "next"))).empty());
  }

  TEST_CASE("once something was changed there is a way back to the step's state, and nothing moves for it") {
    for (const float width : {1280.0f, 480.0f}) {
      CAPTURE(width);
      Driver driver(width);
      driver.show(snapshot_of("softmax"), 3);
      CHECK_FALSE(driver.shows(button(driver, "restore")));
      const Box bench = driver.place("part:bench").box;
      for (Snapshot changed : {snapshot_of("softmax", {{"beta", 2.0}}), snapshot_of("softmax", {}, {{"exponentials", {0, 0, 0}, 1}})}) {
        changed.revision = 2;
        driver.show(changed, 3);
        CHECK(driver.place("part:bench").box == bench);
        const auto back = only<GoToStep>(driver.click(changed, driver.centre(button(driver, "restore"))));
        REQUIRE(back.size() == 1);
        CHECK(back[0].step == 0);
        changed.computing = true;  // the trace on its way is not the reader's change
        driver.show(changed, 2);
        CHECK_FALSE(driver.shows(button(driver, "restore")));
      }
    }
  }

  TEST_CASE("if readers have a version of their own, a button brings it back, and nothing moves for it") {
    for (const float width : {1280.0f, 480.0f, 390.0f}) {
      CAPTURE(width);
      Driver driver(width);
      Snapshot snapshot = snapshot_of("softmax");
      driver.show(snapshot, 3);
      CHECK_FALSE(driver.shows(button(driver, "own")));
      const Box bench = driver.place("part:bench").box;
      snapshot.has_own = true;
      snapshot.step_applied = false;
      snapshot.revision = 2;
      driver.show(snapshot, 3);
      CHECK(driver.place("part:bench").box == bench);
      const Box own = driver.place(button(driver, "own")).box, restore = driver.place(button(driver, "restore")).box;
      CHECK((own.max.x <= restore.min.x || restore.max.x <= own.min.x));
      CHECK(own.max.x <= width);
      CHECK(own.min.x >= 0);
      CHECK(only<BringOwn>(driver.click(snapshot, driver.centre(button(driver, "own")))).size() == 1);
    }
  }

  TEST_CASE("in a low window the caption stands beside the picture, which has most of the height, and Next below it") {
    for (const ImVec2 size : {ImVec2(640, 400), ImVec2(844, 390), ImVec2(932, 430)}) {
      for (const char* lesson : {"softmax", "tokenizer", "encoder-decoder", "dictionary", "write-it"}) {
        CAPTURE(size.x);
        CAPTURE(lesson);
        Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
        driver.host.touch = size.x > 900;
        const Snapshot snapshot = at_step_of(snapshot_of(lesson), 1);
        driver.show(snapshot, 5);
        const Box screen{{0, 0}, size}, bench = driver.place("part:bench").box, caption = driver.place("words:caption").box;
        CHECK(bench.height() >= 0.75f * size.y);
        CHECK(bench.width() >= 0.62f * size.x);
        CHECK(driver.place("part:steps").box.max.x <= bench.min.x + 1);
        const Box next = driver.place(button(driver, "next")).box;
        CHECK(common(next, screen) == next);
        CHECK(next.min.y >= std::min(caption.max.y, screen.max.y) - 1);
        CHECK(caption.max.x <= bench.min.x);
        CHECK_FALSE(driver.shows(button(driver, "show")));
      }
    }
  }

  TEST_CASE("in a low window the lesson's text stands in the line of the title, and the buttons below the picture in one line") {
    for (const ImVec2 size : {ImVec2(640, 400), ImVec2(844, 390)})
      for (const char* lesson : {"self-attention", "next-word"}) {
        CAPTURE(size.x);
        CAPTURE(lesson);
        Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
        const Snapshot snapshot = snapshot_of(lesson);
        driver.show(snapshot, 5);
        const Box bench = driver.place("part:bench").box;
        const std::string input = lesson == std::string("next-word") ? "input:phrases" : "input:text";
        CHECK(driver.place(input).box.max.y <= bench.min.y);
        CHECK(driver.place(input).box.width() >= 150);
        const Box sheet = driver.place("sheet").box, play = driver.place("button:" + driver.texts().get("ui.film.play")).box,
                  plan = driver.place("button:" + driver.texts().get("ui.stage.whole")).box;
        for (const Box& box : {sheet, play, plan}) {
          CHECK(box.min.y >= bench.max.y - 1);
          CHECK(box.max.y <= size.y);
        }
        CHECK(play.max.x <= sheet.min.x);
        CHECK(sheet.max.x <= plan.min.x);
        driver.click(snapshot, sheet.centre());
        driver.show(snapshot, 3);
        CHECK(driver.place("part:bench").box.height() < bench.height());
        CHECK(driver.place("part:inspector").box.max.y <= play.min.y);
        driver.click(snapshot, driver.centre("sheet"));
        driver.show(snapshot, 3);
        CHECK(driver.place("part:bench").box == bench);
      }
  }

  TEST_CASE("the selected cell of a picture that is higher than its stage is in sight") {
    Driver driver(700, 250, false, Driver::Fonts::shipped);
    Snapshot snapshot =
        in_scene(snapshot_of("self-attention", {{"text", std::string("The old cat sat down on the red mat and slept")}}), "scores*");
    snapshot.document.look.selection = Selection{"scores", {0, 10, 2}};
    driver.show(snapshot, 8);
    const Box stage = driver.ui().places().scene->stage;
    CHECK(driver.cell("scores", 10, 2).y < stage.max.y);
    CHECK(driver.cell("scores", 10, 2).y > stage.min.y);
  }

  TEST_CASE("in a low window a step's own scene is one press away from below its caption") {
    Driver driver(640, 400, false, Driver::Fonts::shipped);
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.document.look.scene = "query";
    driver.show(snapshot, 5);
    const std::string back = "button:" + driver.texts().get("ui.stage.to_step");
    CHECK(driver.place(back).box.max.x <= driver.place("part:bench").box.min.x);
    CHECK(only<ShowScene>(driver.click(snapshot, driver.centre(back))).size() == 1);
  }

  TEST_CASE("in a low, narrow window a line of the caption and Next are on the screen, and one press opens the caption") {
    for (const ImVec2 size : {ImVec2(560, 400), ImVec2(500, 440)}) {
      for (const char* lesson : {"softmax", "tokenizer", "encoder-decoder"}) {
        CAPTURE(size.x);
        CAPTURE(lesson);
        Driver driver(size.x, size.y);
        const Snapshot snapshot = snapshot_of(lesson);
        driver.show(snapshot, 3);
        const Box screen{{0, 0}, size}, bench = driver.place("part:bench").box;
        CHECK(bench.height() >= 0.35f * size.y);
        CHECK(driver.place("part:steps").box.max.y <= bench.min.y + 1);
        for (const std::string& id : {button(driver, "next"), std::string("words:caption")}) {
          const Box box = driver.place(id).box;
          CHECK(common(box, screen) == box);
          CHECK(box.height() < 40);
        }
        driver.click(snapshot, driver.centre(button(driver, "show")));
        driver.show(snapshot, 3);
        CHECK(driver.place("part:bench").box.height() < bench.height());
        CHECK(driver.shows(button(driver, "hide")));
      }
    }
  }

  TEST_CASE("the focus of a step comes into view as soon as its state is there, and only then") {
    for (const char* lesson : {"matrix-dictionary", "words-pulling-words", "multi-head", "self-attention"}) {
      CAPTURE(lesson);
      Driver driver;
      const Snapshot opening = snapshot_of(lesson);
      driver.show(opening, 3);
      const int ahead = step_ahead(lesson);
      const Step& step = steps_of(lesson)[static_cast<std::size_t>(ahead)];
      const Snapshot after = at_step_of(opening, ahead);
      Snapshot on_its_way = after;
      on_its_way.trace = opening.trace;
      on_its_way.computing = true;
      driver.show(on_its_way, 3);
      CHECK_FALSE(in_view(driver, step.focus));
      driver.show(after, 40);
      if (step.section.empty()) CHECK(in_view(driver, step.focus));
    }
  }

  TEST_CASE("a caption's numbers are those of the trace that is shown, and dashes where it has none") {
    Driver driver;
    const auto caption = [&](const Snapshot& snapshot) {
      driver.show(snapshot, 2);
      return driver.spoken();
    };
    Snapshot snapshot = snapshot_of("softmax");
    CHECK(caption(snapshot).starts_with("Step 1 of 9. A network looked at a photo and scored three categories: cat 2, dog 1, bird 0.2."));
    Snapshot changed = snapshot_of("softmax", {{"z", Tensor::from_rows({{-3, 0.5f}})}});
    changed.revision = 2;
    CHECK(caption(changed).starts_with("Step 1 of 9. A network looked at a photo and scored three categories: cat −3, dog 0.5, bird –."));
    changed.trace = nullptr;
    changed.revision = 3;
    CHECK(caption(changed).starts_with("Step 1 of 9. A network looked at a photo and scored three categories: cat –, dog –, bird –."));
    // If a link asks for a step that the lesson lacks, its last step is shown.
    snapshot.document.look.step = 1000;
    snapshot.revision = 4;
    CHECK(caption(snapshot).starts_with("Step 9 of 9. e to the power of 2 is too large"));
  }
}

}  // namespace steps_test
