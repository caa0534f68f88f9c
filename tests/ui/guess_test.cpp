// The guess beside the answer: a ring in every view, with a tag that lies over no words.
#include <doctest/doctest.h>

#include <algorithm>

#include "protocol/step.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace ui_guess_test {
namespace {

struct Guessed {
  const Step* step = nullptr;
  Snapshot snapshot;
  Driver driver;

  // Shows the step of a lesson after a choice: the right place, or a wrong one (the place before it; of place 0 the next).
  Guessed(const std::string& lesson, const std::string& id, bool right, const std::string& scene = {})
      : driver(1280, 800, false, Driver::Fonts::shipped) {
    const ArrayView<Step> steps = lesson_named(lesson).info.steps;
    step = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) { return candidate.id == id; });
    REQUIRE(step != steps.end());
    snapshot = in_scene(snapshot_at({lesson}, static_cast<int>(step - steps.begin())), scene);
    const std::size_t truth = std::get<Choice>(*truth_of(*step, *snapshot.trace)).place;
    const std::size_t wrong = truth == 0 ? 1 : truth - 1;
    snapshot.answers.guesses[step->id] = Choice{right ? truth : wrong};
    snapshot.document.look.selection = cell_of_truth(*step, *snapshot.trace);
    driver.show(snapshot, 6);
  }

  const ui::Place* tag() const {
    const auto found = std::find_if(driver.places().begin(), driver.places().end(),
                                    [](const ui::Place& candidate) { return candidate.id == "guess:tag"; });
    return found == driver.places().end() ? nullptr : &*found;
  }

  // Returns the number of letters of other texts under the tag.
  long covered() const {
    long letters = 0;
    for (const ui::DrawnText& text : ui::drawn_texts())
      if (text.text != tag()->control->name)
        letters += std::count_if(text.letters.begin(), text.letters.end(), [&](const Box& letter) {
          const Box both = common(letter, tag()->box);
          return both.width() > 0.5f && both.height() > 0.5f;
        });
    return letters;
  }
};

}  // namespace

TEST_SUITE("ui/guess") {
  TEST_CASE("in every view that can be asked the guess keeps its ring, and a tag over no words") {
    struct Seen {
      const char *lesson, *step, *scene;
    };
    const Seen views[] = {{"self-attention", "weights", ""},
                          {"self-attention", "weights", "scores -> weights* as arcs"},
                          {"self-attention", "weights", "weights* as heatmap"},
                          {"multi-head", "wide", "scores -> weights* as heads"},
                          {"encoder-decoder", "gender_unseen", ""},
                          {"quantization", "cliff", ""},
                          {"one-matrix", "who_is_found", ""},
                          {"dictionary", "near_in_letters", ""}};
    for (const Seen& view : views) {
      CAPTURE(std::string(view.lesson) + "/" + view.step + " " + view.scene);
      Guessed wrong(view.lesson, view.step, false, view.scene);
      CHECK(std::count_if(wrong.driver.places().begin(), wrong.driver.places().end(),
                          [](const ui::Place& candidate) { return candidate.id == "guess:ring"; }) == 1);
      REQUIRE(wrong.tag());
      CHECK(wrong.tag()->control->name == wrong.driver.texts().get("ui.ask.tag.guess"));
      CHECK(wrong.covered() == 0);
      const Box near{{wrong.driver.place("guess:ring").box.min.x - 160, wrong.driver.place("guess:ring").box.min.y - 160},
                     {wrong.driver.place("guess:ring").box.max.x + 160, wrong.driver.place("guess:ring").box.max.y + 160}};
      CHECK(near.contains(wrong.tag()->box.centre()));
    }
  }

  TEST_CASE("a right guess says so, and there is none after Show me") {
    Guessed right("self-attention", "weights", true);
    REQUIRE(right.tag());
    CHECK(right.tag()->control->name == right.driver.texts().get("ui.ask.tag.right"));
    right.snapshot.answers.guesses["weights"] = NoGuess{};
    right.driver.show(right.snapshot, 4);
    CHECK_FALSE(right.driver.shows("guess:ring"));
    CHECK(right.tag() == nullptr);
  }

  TEST_CASE("the word that was guessed is among the likeliest ones, however small its share") {
    Guessed wrong("encoder-decoder", "another_word", false);
    const std::vector<Cell> places = asked_places(*wrong.step, *wrong.snapshot.trace);
    for (std::size_t i = 0; i < places.size(); ++i) {
      CAPTURE(i);
      wrong.snapshot.answers.guesses["another_word"] = Choice{i};
      wrong.driver.show(wrong.snapshot, 4);
      CHECK(wrong.driver.shows("guess:ring"));
      CHECK(wrong.driver.shows("likeliest:probabilities:1," + std::to_string(places[0].col)));  // what is so: "<end>"
    }
  }

  TEST_CASE("a number that was guessed is a bar in dashes upon the true one, to the same scale") {
    Guessed wrong("quantization", "cliff", false);
    Snapshot snapshot = snapshot_at({"tokenizer", {{"merges", 0.0}}}, 1);
    const Step& step = *step_of(snapshot.lesson(), snapshot.document);
    REQUIRE(step.id == Name("pair_counts"));
    const double truth = std::get<Number>(*truth_of(step, *snapshot.trace)).value;
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    float half = 0;
    for (const double part : {0.5, 1.0}) {
      snapshot.answers.guesses[step.id] = Number{truth * part};
      driver.show(snapshot, 4);
      const float width = driver.place("guess:ring").box.width();
      if (part < 1)
        half = width;
      else
        CHECK(width == doctest::Approx(2 * half).epsilon(0.1));
    }
  }

  TEST_CASE("beside the cell that the answer is stands what was guessed, and why it tempts") {
    Guessed wrong("self-attention", "weights", false);
    const std::string told = wrong.driver.place("callout").control->name;
    CHECK(told.find("You: are. It is: welcome.") != std::string::npos);
    CHECK(told.find(wrong.driver.texts().get("lessons.self-attention.tempting.weights")) != std::string::npos);
    Guessed right("self-attention", "weights", true);
    CHECK(right.driver.place("callout").control->name.find(right.driver.texts().get("lessons.self-attention.tempting.weights")) ==
          std::string::npos);
  }
}

TEST_SUITE("sweep") {
  TEST_CASE("a guess of a cell is ringed wherever its card is, and no tag lies over words") {
    int rings = 0;
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps) {
        if (!step.ask || step.page != StepPage::none || !std::holds_alternative<WhereIsMost>(step.ask->how)) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        Guessed wrong(lesson.info.id, std::string(step.id), false);
        const auto& cards = wrong.driver.ui().places().scene->cards;
        if (std::none_of(cards.begin(), cards.end(), [&](const auto& card) { return card.node == asked_node(step); })) continue;
        ++rings;
        CHECK(wrong.driver.shows("guess:ring"));
        if (wrong.tag()) CHECK(wrong.covered() == 0);
      }
    CHECK(rings > 10);
  }
}

}  // namespace ui_guess_test
