// The veils of a question: exactly the asked cells have a "?" and can be pressed, in every view; words and axes stay.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/veil.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace veils_test {
namespace {

const Step& step_of_lesson(const std::string& lesson, const std::string& id, int& place) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  const Step* const found = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; });
  REQUIRE(found != steps.end());
  place = static_cast<int>(found - steps.begin());
  return *found;
}

// Shows a step of a lesson with its question open.
struct Asked {
  const Step* step = nullptr;
  Snapshot snapshot;
  Driver driver;

  // Shows the step, with `scene` in place of its own scene if one is given.
  Asked(const std::string& lesson, const std::string& id, ImVec2 size = {1280, 800}, const std::string& scene = {})
      : driver(size.x, size.y) {
    int place = 0;
    step = &step_of_lesson(lesson, id, place);
    snapshot = in_scene(snapshot_at({lesson}, place), scene);
    driver.show(snapshot, 4);
  }

  std::vector<Cell> cells() const { return asked_places(*step, *snapshot.trace); }
  std::string name_of(const Cell& cell) const {
    return asked_node(*step) + to_string(cell, snapshot.trace->at(asked_node(*step)).value->shape());
  }

  // Returns the box of a node's card.
  Box card(const std::string& node) {
    const auto& cards = driver.ui().places().scene->cards;
    const auto found = std::find_if(cards.begin(), cards.end(), [&](const auto& candidate) { return candidate.node == node; });
    REQUIRE_MESSAGE(found != cards.end(), node);
    return found->box;
  }
  int signs(const std::string& node) { return Driver::signs('?', card(node)); }

  // Checks that a press on the veil of each asked cell gives that answer.
  void check_presses() {
    const std::vector<Cell> asked = cells();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      CAPTURE(i);
      const auto answers = only<Answer>(driver.click(snapshot, driver.centre("asked:" + name_of(asked[i]))));
      REQUIRE(answers.size() == 1);
      CHECK(answers[0].step == step->id);
      CHECK(answers[0].guess == GuessNumbers{static_cast<double>(i)});
    }
  }
};

std::vector<std::string> entries_of_row(const Driver& driver, Index row) {
  std::vector<std::string> names;
  for (const Place& place : driver.places())
    if (place.id.starts_with("likeliest:probabilities:" + std::to_string(row) + ",")) names.push_back(place.control->name);
  return names;
}

}  // namespace

TEST_SUITE("ui/veils") {
  TEST_CASE("the likeliest words that are asked about stand as the question has them, with a sign each, and a press is the answer") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
      CAPTURE(size.x);
      Asked asked("encoder-decoder", "one_vector", size);
      CHECK(entries_of_row(asked.driver, 0) == std::vector<std::string>{"el", "gato", "la", "manzana", "roja"});
      if (size.x < 400) continue;  // the card may be scrolled away
      CHECK(asked.signs("probabilities") == 5);
      asked.check_presses();
    }
  }

  TEST_CASE("a row of likeliest words that is not asked about shows its bars, and none of what is asked is told") {
    Asked asked("encoder-decoder", "another_word");
    CHECK(asked.signs("probabilities") == 4);
    CHECK(entries_of_row(asked.driver, 1) == std::vector<std::string>{"<end>", "de", "gracias", "nada"});
    for (const Place& place : asked.driver.places()) {
      if (place.id.starts_with("likeliest:probabilities:1,")) CHECK(place.control->value == asked.driver.texts().get("ui.ask.veiled"));
      if (place.id.starts_with("likeliest:probabilities:0,")) CHECK(place.control->value.find('%') != std::string::npos);
    }
    CHECK(entries_of_row(asked.driver, 0).size() >= 3);
    asked.check_presses();
  }

  TEST_CASE("the row after the one that is asked about is named after the answer, and stands there once it is given") {
    Asked asked("start", "next_word");
    const auto last_row = [&] {
      Index last = -1;
      for (Index row = 0; row < 12; ++row)
        if (!entries_of_row(asked.driver, row).empty()) last = row;
      return last;
    };
    const Index row = asked.cells().front().row;
    CHECK(last_row() == row);
    Snapshot answered = asked.snapshot;
    answered.answers.guesses[asked.step->id] = NoGuess{};
    asked.driver.show(answered, 4);
    CHECK(last_row() > row);
  }

  TEST_CASE("if other heads would tell as well, their row is veiled, too") {
    int place = 0;
    const Step& step = step_of_lesson("training", "diagonal", place);
    const Snapshot snapshot = snapshot_at({"training"}, place);
    const Trace trace = with_veil(*snapshot.trace, step);
    const Tensor& veiled = *trace.at(asked_node(step)).value;
    REQUIRE(veiled.shape().matrices() > 1);
    for (Index head = 0; head < veiled.shape().matrices(); ++head) {
      CHECK(is_veil(veiled.at(head, 0, 0)));
      CHECK_FALSE(is_veil(veiled.at(head, 1, 0)));
    }
  }

  TEST_CASE("once it is answered the truth is among the likeliest words, whatever its share") {
    Asked asked("encoder-decoder", "one_vector");
    Snapshot answered = asked.snapshot;
    answered.answers.guesses[asked.step->id] = NoGuess{};
    answered.document.look.selection = Selection{"probabilities", asked.cells()[4]};  // "roja", far down
    asked.driver.show(answered, 4);
    const std::vector<std::string> names = entries_of_row(asked.driver, 0);
    CHECK(names.front() == "manzana");
    CHECK(std::find(names.begin(), names.end(), "roja") != names.end());
    CHECK(asked.signs("probabilities") == 0);
  }

  TEST_CASE("only the asked cells among all heads have a sign; a press on one is the answer, and a press beside it selects") {
    Asked asked("multi-head", "wide", {1280, 800}, "scores -> weights* as heads");
    CHECK(asked.cells().size() == 4);
    CHECK(asked.signs("weights") == 4);
    asked.check_presses();
    const Box head = asked.driver.place("head:weights:1").box;
    CHECK(only<Answer>(asked.driver.click(asked.snapshot, head.centre())).empty());
    CHECK(only<Select>(asked.driver.click(asked.snapshot, head.centre())).size() == 1);
  }

  TEST_CASE("each bar of a ranking that is asked about has a sign, and what it is made from has none") {
    Asked asked("quantization", "cliff");
    CHECK(asked.cells().size() == 7);
    CHECK(asked.signs("lost") == 7);
    CHECK(asked.signs("right_answers") == 0);
    asked.check_presses();
  }

  TEST_CASE("a bar that is not asked about is drawn as ever beside one that is") {
    Asked asked("quantization", "per_row", {1280, 800}, "right_answers* -> lost");
    CHECK(asked.signs("right_answers") == 1);
    CHECK(asked.signs("lost") == 0);
    CHECK(asked.driver.shows("asked:" + asked.name_of(asked_cell(*asked.step, *asked.snapshot.trace).cell)));
  }

  TEST_CASE("nodes made from an asked node have no sign, as links and as areas") {
    CHECK(Asked("dictionary", "near_in_letters", {1280, 800}, "distances* -> nearest -> translation").signs("translation") == 0);
    Asked scaling("scaling", "shared", {1280, 800}, "parameters -> by_part*");
    CHECK(scaling.signs("parameters") == 0);
    CHECK(scaling.signs("by_part") == 4);
  }
}

TEST_SUITE("sweep") {
  TEST_CASE("in the scene of a question as many cells have a sign as are asked about") {
    int questions = 0;
    for (const Lesson& lesson : lessons())
      for (int place = 0; place < static_cast<int>(lesson.info.steps.size()); ++place) {
        const Step& step = lesson.info.steps[static_cast<std::size_t>(place)];
        if (!step.ask || step.page != StepPage::none) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        Driver driver;
        const Snapshot snapshot = snapshot_at({lesson.info.id}, place);
        driver.show(snapshot, 4);
        std::vector<Cell> cells = asked_places(step, *snapshot.trace);
        if (cells.empty()) cells.push_back(asked_cell(step, *snapshot.trace).cell);
        std::set<std::string> seen;
        for (const Place& one : driver.places())
          if (one.id.starts_with("asked:")) seen.insert(one.id);
        if (std::holds_alternative<WhereInPlane>(step.ask->how)) continue;  // the plane leaves the place out
        const auto& cards = driver.ui().places().scene->cards;
        const bool shown = std::any_of(cards.begin(), cards.end(), [&](const auto& card) { return card.node == asked_node(step); });
        if (shown) ++questions;
        CHECK((shown ? seen.size() == cells.size() : seen.size() <= cells.size()));
      }
    CHECK(questions > 20);
  }
}

}  // namespace veils_test
