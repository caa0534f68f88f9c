// The inputs that a step brings onto the stage, the settings beside the picture, and the words about a trace that takes long.
#include <algorithm>
#include <cmath>

#include "protocol/answers.h"
#include "protocol/blanks.h"
#include "study/exercise.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace control_test {
namespace {

int index_of(const char* lesson, std::string_view id) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  const auto found = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; });
  REQUIRE(found != steps.end());
  return static_cast<int>(found - steps.begin());
}

// Returns the snapshot after "Show me" if the step asks or gives blanks.
Snapshot answered(Snapshot snapshot) {
  const Step* step = step_of(snapshot.lesson(), snapshot.document);
  if (step->ask) snapshot.answers.guesses[step->id] = NoGuess{};
  if (step->exercise)
    for (const auto& [node, cells] : blanks_of(snapshot.lesson(), snapshot.document))
      for (const Cell& cell : cells) snapshot.answers.fillings[{node, cell}] = filling(*snapshot.trace, {node, cell}, "");
  ++snapshot.revision;
  return snapshot;
}

Snapshot asked_at(const char* lesson, std::string_view id) { return snapshot_at(Document{lesson, {}, {}}, index_of(lesson, id)); }
Snapshot at(const char* lesson, std::string_view id) { return answered(asked_at(lesson, id)); }

bool share_room(const Box& a, const Box& b) {
  const Box both = common(a, b);
  return both.width() > 1 && both.height() > 1;
}

bool inside(const Box& inner, const Box& outer) {
  return inner.min.x >= outer.min.x - 1 && inner.max.x <= outer.max.x + 1 && inner.min.y >= outer.min.y - 1 &&
         inner.max.y <= outer.max.y + 1;
}

std::string button_of(const Driver& driver, const char* key) { return "button:" + driver.texts().get(std::string("ui.") + key); }

Snapshot computing_of(Snapshot snapshot) {
  snapshot.computing = true;
  ++snapshot.revision;
  return snapshot;
}

}  // namespace

TEST_SUITE("ui/control") {
  TEST_CASE("a step's control stands above the cards, in the window, and is set as in the settings, which leave it out") {
    for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), {390.0f, 844.0f}, {640.0f, 400.0f}}) {
      CAPTURE(width);
      Driver driver(width, height, false, Driver::Fonts::shipped);
      driver.host.touch = width < 600;
      const Snapshot snapshot = at("softmax", "inverse_temperature");
      driver.show(snapshot, 8);
      const Box control = driver.place("control:beta").box;
      CHECK(control.height() >= (driver.host.touch ? 44 : 34));
      CHECK(inside(control, {{0, 0}, {width, height}}));
      CHECK(inside(control, driver.place("part:controls").seen));
      const PlacedScene& scene = *driver.ui().places().scene;
      for (const PlacedScene::Card& card : scene.cards) CHECK_FALSE(share_room(control, common(card.box, scene.stage)));
      CHECK_FALSE(share_room(control, driver.place("words:caption").box));
      const Box slider = driver.place("slider:" + driver.texts().get("lessons.softmax.inputs.beta.label")).box;
      CHECK(slider.width() >= 90);
      const auto sets = only<SetInput>(driver.click(snapshot, {slider.max.x - 12, slider.centre().y}));
      REQUIRE_FALSE(sets.empty());
      CHECK(sets[0].input == "beta");
      CHECK(std::get<double>(sets[0].value) > 15);
      driver.click(snapshot, driver.centre(button_of(driver, "settings")));
      const auto shown = std::count_if(driver.places().begin(), driver.places().end(),
                                       [](const Place& candidate) { return candidate.id == "input:beta"; });
      CHECK(shown == 1);
      CHECK(driver.shows("input:divided"));
    }
  }

  TEST_CASE("a control stands over the focus of its scene, and stays where it is while a hand is at it") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    driver.host.still = true;
    const Snapshot snapshot = at("sampling", "hot");
    driver.show(snapshot, 8);
    const auto focus = [&] {
      const PlacedScene& scene = *driver.ui().places().scene;
      return std::find_if(scene.cards.begin(), scene.cards.end(), [&](const auto& card) { return card.node == scene.focus; })->box;
    };
    const auto strip = [&] { return driver.place("part:controls").box; };
    CHECK(std::fabs(strip().centre().x - focus().centre().x) < 200);
    CHECK(strip().max.y <= focus().min.y);
    driver.move(snapshot, strip().centre());
    const Snapshot other = in_scene(snapshot, "shares");
    const Box before = strip();
    driver.show(other, 8);
    CHECK(strip() == before);
    driver.move(other, {600, 790});
    driver.show(other, 4);
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("a question hides the control, which might tell the answer: until then it stands in the settings") {
    for (const auto& [lesson, step, input] :
         {std::tuple("backpropagation", "too_far", "learning_rate"), {"encoder-decoder", "decoder_mask", "mask"}}) {
      CAPTURE(lesson);
      Driver driver;
      const Snapshot asked = asked_at(lesson, step);
      driver.show(asked, 4);
      CHECK_FALSE(driver.shows(std::string("control:") + input));
      driver.click(asked, driver.centre(button_of(driver, "settings")));
      CHECK(driver.shows(std::string("input:") + input));
      driver.show(answered(asked), 4);
      CHECK(driver.shows(std::string("control:") + input));
    }
  }

  TEST_CASE("a step without controls has none, nor has a page that hides the inputs, nor the plan") {
    Driver driver;
    driver.show(at("softmax", "sum"), 4);
    CHECK_FALSE(driver.shows("part:controls"));
    const Snapshot snapshot = at("softmax", "inverse_temperature");
    driver.show(snapshot, 4);
    CHECK(driver.shows("control:beta"));
    driver.click(snapshot, driver.centre(button_of(driver, "stage.whole")));
    driver.show(snapshot, 4);
    CHECK_FALSE(driver.shows("control:beta"));
    driver.click(snapshot, driver.centre(button_of(driver, "settings")));
    CHECK(driver.shows("input:beta"));
    Driver framed;
    framed.host.options.hidden.insert(ScreenPart::inputs);
    framed.show(snapshot, 4);
    CHECK_FALSE(framed.shows("control:beta"));
  }

  TEST_CASE("a slider gives as many digits as it can tell apart") {
    Driver driver;
    const Snapshot snapshot = at("sampling", "hot");
    driver.show(snapshot, 6);
    const Box slider = driver.place("slider:" + driver.texts().get("lessons.sampling.inputs.temperature.label")).box;
    const auto sets = only<SetInput>(driver.click(snapshot, {slider.min.x + slider.width() * 0.371f, slider.centre().y}));
    REQUIRE_FALSE(sets.empty());
    const double value = std::get<double>(sets[0].value);
    CHECK(value == std::round(value * 100) / 100);
  }

  TEST_CASE(
      "settings stand beside the caption and the picture, or below them, and cover neither; in a low window they have the caption's "
      "place") {
    for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), {1000.0f, 700.0f}, {390.0f, 844.0f}, {640.0f, 400.0f}}) {
      CAPTURE(width);
      Driver driver(width, height, false, Driver::Fonts::shipped);
      const Snapshot snapshot = snapshot_of("self-attention");
      driver.show(snapshot, 4);
      driver.click(snapshot, driver.centre(button_of(driver, "settings")));
      driver.show(snapshot, 30);
      const Box settings = driver.place("part:settings").box;
      CHECK(inside(settings, {{0, 0}, {width, height}}));
      const bool low = height < 480;
      CHECK(settings.height() <= (width < 900 && !low ? height / 2 + 1 : height));
      CHECK_FALSE(share_room(settings, driver.place("part:bench").box));
      CHECK(driver.shows("words:caption") != low);
      if (!low) CHECK_FALSE(share_room(settings, driver.place("words:caption").box));
      CHECK_FALSE(share_room(settings, driver.ui().places().scene->stage));
      CHECK(driver.shows("input:causal"));
      driver.click(snapshot, driver.centre(button_of(driver, "close_settings")));
      CHECK_FALSE(driver.shows("part:settings"));
      CHECK(driver.shows("words:caption"));
    }
  }

  TEST_CASE("a trace that takes long is told of after a while, and can be stopped") {
    for (const float width : {1280.0f, 390.0f}) {
      CAPTURE(width);
      Driver driver(width, 844);
      const Snapshot snapshot = at("softmax", "sum");
      driver.show(snapshot, 30);
      CHECK_FALSE(driver.animating);
      const Snapshot computing = computing_of(snapshot);
      driver.show(computing, 3);
      CHECK_FALSE(driver.shows("words:computing"));
      CHECK(driver.animating);  // otherwise no frame would come to show the words
      driver.show(computing, 60);
      CHECK(driver.shows("words:computing"));
      CHECK_FALSE(share_room(driver.place("words:computing").box, driver.place("words:caption").box));
      CHECK(only<StopComputing>(driver.click(computing, driver.centre(button_of(driver, "stop_computing")))).size() == 1);
      driver.show(snapshot, 2);
      CHECK_FALSE(driver.shows("words:computing"));
    }
  }

  TEST_CASE("traces that come one after the other while a hand drags are not told of as one that takes long") {
    Driver driver;
    Snapshot computing = computing_of(at("softmax", "sum"));
    for (int i = 0; i < 12; ++i) {
      computing.trace = std::make_shared<const Trace>(*computing.trace);
      driver.show(computing, 8);
      CHECK_FALSE(driver.shows("words:computing"));
    }
  }
}

TEST_SUITE("sweep") {
  TEST_CASE("every control of every step can be reached, at every size") {
    int steps = 0;
    for (const Lesson& lesson : lessons())
      for (int step = 0; step < static_cast<int>(lesson.info.steps.size()); ++step) {
        const Step& shown_step = lesson.info.steps[static_cast<std::size_t>(step)];
        if (shown_step.controls.empty()) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(shown_step.id);
        const std::optional<Snapshot> snapshot = answered(snapshot_at(Document{lesson.info.id, {}, {}}, step));
        ++steps;
        for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), {390.0f, 844.0f}, {640.0f, 400.0f}}) {
          CAPTURE(width);
          Driver driver(width, height, false, Driver::Fonts::shipped);
          driver.host.still = true;
          driver.host.touch = width < 600;
          driver.show(*snapshot, 6);
          for (const std::string& name : shown_step.controls) {
            CAPTURE(name);
            if (!matters(lesson.info, snapshot->document.inputs, *find_input(lesson.info, name))) continue;
            const Place control = driver.place("control:" + name);
            CHECK(inside(control.box, driver.place("part:bench").box));
            CHECK(inside(control.box, control.seen));
            for (const PlacedScene::Card& card : driver.ui().places().scene->cards)
              CHECK_FALSE(share_room(control.box, common(card.box, driver.ui().places().scene->stage)));
          }
        }
      }
    CHECK(steps >= 50);
  }
}

}  // namespace control_test
