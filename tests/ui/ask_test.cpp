// A step that asks: the answer is veiled at all places that would tell it; readers guess by mouse or keys, and the guess stands beside the
// truth.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "protocol/step.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace ui_ask_test {
namespace {

int step_named(const std::string& lesson, const std::string& id) { return index_of_step(lesson_named(lesson).info, id); }

Snapshot at(const std::string& lesson, const std::string& step, Guesses guesses = {}) {
  Snapshot snapshot = snapshot_at({lesson}, step_named(lesson, step));
  snapshot.answers.guesses = std::move(guesses);
  return snapshot;
}

std::string ask_button(Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.ask.") + name); }

// Returns the accessible view as text, with the status.
std::string all_told(Driver& driver) { return driver.accessible_view().dump(); }

bool has_board(Driver& driver) {
  const auto& scene = driver.ui().places().scene;
  return scene && scene->board.width() > 0;
}

std::vector<Answer> pressed(Driver& driver, const Snapshot& snapshot, const std::string& id) {
  return only<Answer>(driver.click(snapshot, driver.centre(id)));
}

const std::string& words_at(Driver& driver, const std::string& id) {
  const auto& places = driver.places();
  const auto found = std::find_if(places.begin(), places.end(), [&](const ui::Place& place) { return place.id == id; });
  REQUIRE_MESSAGE(found != places.end(), id);
  return found->control->name;
}

constexpr const char* kTruth[] = {"0.6522", "0.652", "65 %"};  // the first share of softmax (2, 1, 0.2)

}  // namespace

TEST_SUITE("ui/ask") {
  TEST_CASE("numbers that would tell an answer beside the veil are told after the guess, and not before") {
    struct Teller {
      const char *lesson, *step;
      Selection at;
      const char *number, *exact;  // in a cell, and read out
    };
    const Teller tellers[] = {{"matrix-dictionary", "whole_sentence", {"output", {0, 1, 0}}, "0.35", "0.35"},
                              {"one-matrix", "who_is_found", {"output", {0, 1, 0}}, "0.97", "0.967"},
                              {"one-matrix", "who_is_found", {"weights", {0, 0, 0}}, "0.97", "0.967"},
                              {"tokenizer", "pair_counts", {"next_merge", {0, 0, 3}}, "4.0000", "4.0000"}};
    for (const Teller& teller : tellers) {
      CAPTURE(std::string(teller.step));
      Snapshot snapshot = at(teller.lesson, teller.step);
      snapshot.document.look.selection = teller.at;
      Driver open(1280, 900), answered(1280, 900);
      open.show(snapshot, 3);
      for (const char* number : {teller.number, teller.exact}) CHECK(open.accessible_view().dump().find(number) == std::string::npos);
      snapshot.answers.guesses[teller.step] = NoGuess{};
      answered.show(snapshot, 3);
      CHECK(answered.accessible_view().dump().find(teller.exact) != std::string::npos);
    }
  }

  TEST_CASE("a matrix that is veiled as a whole has no range, and has it once a guess is made") {
    Snapshot snapshot = at("one-matrix", "who_is_found");
    Driver driver(1920, 1080);
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows("words:range"));
    snapshot.answers.guesses["who_is_found"] = NoGuess{};
    driver.show(snapshot, 3);
    CHECK(words_at(driver, "words:range").find("0.9") != std::string::npos);
  }

  TEST_CASE("if an edit removed the labels that a question needs, nothing is asked, and the rest is drawn as ever") {
    Snapshot snapshot = at("dictionary", "near_in_letters");
    snapshot.document.inputs.insert_or_assign("text", std::string("le chat"));
    snapshot.trace = snapshot_of(snapshot.document).trace;
    for (const Guesses& guesses : {Guesses{}, Guesses{{"near_in_letters", Choice{3}}}}) {
      snapshot.answers.guesses = guesses;
      Driver driver(1280, 900);
      driver.show(snapshot, 3);
      CHECK(driver.shows("grid:distances"));
      CHECK_FALSE(driver.shows("truth:choice"));
      CHECK(driver.accessible_view().dump().find("?,") == std::string::npos);
    }
  }

  TEST_CASE("until a guess is made, what is asked about is told nowhere; then it is") {
    Driver driver;
    const Snapshot asked = at("softmax", "shares");
    driver.show(asked, 30);
    driver.move(asked, driver.centre("likeliest:probabilities:0,0"));
    driver.show(asked, 10);
    const std::string before = all_told(driver);
    for (const char* truth : kTruth) CHECK_MESSAGE(before.find(truth) == std::string::npos, truth);
    CHECK(before.find(driver.texts().get("ui.ask.veiled")) != std::string::npos);
    CHECK(driver.spoken().find("Before you look") != std::string::npos);
    const Snapshot shown = at("softmax", "shares", {{"shares", {}}});
    driver.show(shown, 30);
    const std::string after = all_told(driver);
    CHECK(after.find("0.652") != std::string::npos);
    CHECK(after.find("65 %") != std::string::npos);
    CHECK(after.find(driver.texts().get("ui.ask.veiled")) == std::string::npos);
  }

  TEST_CASE("the pressed choice is the guess, and Show me is an empty guess") {
    Driver driver;
    const Snapshot asked = at("self-attention", "weights");
    driver.show(asked, 5);
    const auto guesses = pressed(driver, asked, "button:are");
    REQUIRE(guesses.size() == 1);
    CHECK(guesses[0].step == "weights");
    CHECK(guesses[0].guess == GuessNumbers{1});
    const auto shown = pressed(driver, asked, ask_button(driver, "show"));
    REQUIRE(shown.size() == 1);
    CHECK(shown[0].guess == GuessNumbers{});
  }

  TEST_CASE("guess and truth stand together in words, right or wrong, and the caption says why") {
    Driver driver;
    const Snapshot wrong = at("self-attention", "weights", {{"weights", Choice{0}}}),
                   right = at("self-attention", "weights", {{"weights", Choice{2}}});
    driver.show(wrong, 5);
    CHECK(words_at(driver, "words:gap") == "You: You. It is: welcome.");
    CHECK(words_at(driver, "words:caption").starts_with("“welcome”, 53 %"));
    CHECK(driver.shows("guess:ring"));
    CHECK_FALSE(driver.shows("guess:choice"));  // the picture shows the guess once
    CHECK(driver.spoken().starts_with("You: You. It is: welcome."));
    driver.show(right, 5);
    CHECK(words_at(driver, "words:gap") == "You: welcome. So it is.");
    const auto again = pressed(driver, right, ask_button(driver, "again"));
    REQUIRE(again.size() == 1);
    CHECK_FALSE(again[0].guess);
  }

  TEST_CASE("a divider of the whole takes from one share what it gives to the next, and what is guessed adds up to 1") {
    Driver driver;
    const Snapshot asked = at("softmax", "shares");
    driver.show(asked, 5);
    const ui::Place knob = driver.place("slider:Share of cat"), next = driver.place("slider:Share of dog");
    CHECK(knob.part == "stage");
    CHECK_FALSE(driver.shows("slider:Share of C"));  // the end is no divider
    // The divider moves from a third to a half, half of the way to the next divider.
    const float third = next.box.centre().x - knob.box.centre().x;
    driver.drag(asked, knob.box.centre(), {knob.box.centre().x + third / 2, knob.box.centre().y});
    driver.show(asked, 2);
    const auto guesses = pressed(driver, asked, ask_button(driver, "guess"));
    REQUIRE(guesses.size() == 1);
    const GuessNumbers& guess = *guesses[0].guess;
    REQUIRE(guess.size() == 3);
    CHECK(guess[0] == doctest::Approx(0.5).epsilon(0.05));
    CHECK(guess[1] == doctest::Approx(1.0 / 6).epsilon(0.1));
    CHECK(guess[2] == doctest::Approx(1.0 / 3).epsilon(0.01));
    CHECK(guess[0] + guess[1] + guess[2] == doctest::Approx(1));
    driver.show(at("softmax", "shares", {{"shares", Shares{guess}}}), 5);
    CHECK(words_at(driver, "words:gap").starts_with("The widest gap is at"));
    CHECK(words_at(driver, "truth:board") == "It is: cat 65 %, dog 24 %, bird 11 %");
    CHECK(words_at(driver, "guess:board").starts_with("Your guess: cat 50 %, dog 17 %"));
    CHECK(driver.place("truth:board").box.width() == doctest::Approx(driver.place("guess:board").box.width()));
  }

  TEST_CASE("an amount is given by the end of its bar, which the field follows, and a low window has the slider below the caption") {
    Driver driver;
    const Snapshot asked = at("softmax", "inverse_temperature");
    driver.show(asked, 5);
    const std::string bar = "slider:" + driver.texts().get("ui.ask.yours"), field = "text:" + driver.texts().get("ui.ask.yours");
    const Box track = driver.place(bar).box;
    driver.click(asked, {track.min.x + track.width() * 0.8f, track.centre().y});
    driver.show(asked, 2);
    CHECK(driver.place(bar).part == "stage");
    CHECK(std::stod(driver.place(field).control->value) == doctest::Approx(80).epsilon(0.02));
    const auto guesses = pressed(driver, asked, ask_button(driver, "guess"));
    REQUIRE(guesses.size() == 1);
    CHECK(guesses[0].guess->front() == doctest::Approx(0.8).epsilon(0.02));
    Driver low(844, 390);
    low.show(asked, 3);
    CHECK(low.place(bar).part == "steps");
    CHECK_FALSE(low.shows("board"));
  }

  TEST_CASE("a count is guessed in whole numbers, and the slider begins at one") {
    Driver driver;
    const Snapshot asked = at("generation", "kept");
    driver.show(asked, 5);
    const std::string bar = "slider:" + driver.texts().get("ui.ask.yours"), field = "text:" + driver.texts().get("ui.ask.yours");
    CHECK(driver.place(bar).control->now == 11);  // the middle of 0 and 21, rounded
    CHECK(driver.place(bar).control->step == 1);
    const Box track = driver.place(bar).box;
    for (const float part : {0.31f, 0.77f}) {
      driver.click(asked, {track.min.x + track.width() * part, track.centre().y});
      driver.show(asked, 2);
      const double typed = std::stod(driver.place(field).control->value);
      CHECK(typed == std::round(typed));
      CHECK(driver.place(bar).control->now == typed);
    }
  }

  TEST_CASE("assistive technology sets a share and an amount as it sets any slider") {
    Driver driver;
    const Snapshot asked = at("softmax", "shares");
    driver.show(asked, 5);
    driver.ui().answer(R"({"type":"control","do":"set","value":0.6,"control":)" + std::to_string(driver.place("slider:Share of cat").item) +
                       "}");
    driver.show(asked, 3);
    CHECK(driver.place("slider:Share of cat").control->now == doctest::Approx(0.6));
    CHECK(driver.place("slider:Share of dog").control->most == doctest::Approx(0.4));
  }

  TEST_CASE("a number that is none, or out of range, is told at the field and stays there; one that is goes") {
    Driver driver;
    const Snapshot asked = at("softmax", "inverse_temperature");
    driver.show(asked, 5);
    const std::string field = "text:" + driver.texts().get("ui.ask.yours");
    const auto typed = [&](const char* text) {
      driver.click(asked, driver.centre(field));
      driver.press(asked, ImGuiKey_A, ImGuiMod_Ctrl);
      driver.type(asked, text);
      return only<Answer>(driver.press(asked, ImGuiKey_Enter));
    };
    CHECK(typed("lots").empty());
    CHECK(words_at(driver, "words:wrong guess") == driver.texts().get("ui.cell.not_a_number"));
    CHECK(driver.place(field).control->value == "lots");
    CHECK(typed("nan").empty());
    CHECK(typed("300 %").empty());
    CHECK(words_at(driver, "words:wrong guess") == "It is from 0 % to 100 %.");
    CHECK(driver.place(field).control->value == "300 %");
    const auto guesses = typed("90 %");
    REQUIRE(guesses.size() == 1);
    CHECK(guesses[0].guess->front() == doctest::Approx(0.9));
    driver.show(at("softmax", "inverse_temperature", {{"inverse_temperature", Number{0.9}}}), 5);
    CHECK(words_at(driver, "words:gap") == "You: 90 %. It is 98 %: 8 points more.");
  }

  TEST_CASE("a place is given on the plane, and told with how far away it was") {
    Driver driver;
    const Snapshot asked = at("words-pulling-words", "new_place");
    driver.show(asked, 5);
    const ui::Place plane = driver.place("guess:plane");
    CHECK(plane.part == "stage");
    driver.click(asked, plane.box.centre());
    driver.show(asked, 2);
    CHECK(driver.shows("slider:@fruitiness"));
    const auto guesses = pressed(driver, asked, ask_button(driver, "guess"));
    REQUIRE(guesses.size() == 1);
    CHECK(guesses[0].guess->size() == 2);
    driver.show(at("words-pulling-words", "new_place", {{"new_place", PlaceInPlane{2, 2}}}), 5);
    CHECK(words_at(driver, "words:gap") == "You: (2, 2). It is (2.37, 1.5): 0.62 away.");
    CHECK(driver.shows("guess:ring"));
    CHECK_FALSE(driver.shows("guess:plane"));
    // No plane of the lesson shows the known places, so the question brings a plane of its own.
    const Snapshot turns = at("position-encoding", "pairs");
    driver.show(turns, 5);
    CHECK(common(driver.place("board").box, driver.place("guess:plane").box) == driver.place("guess:plane").box);
  }

  TEST_CASE("Next goes on without an answer") {
    Driver driver;
    const Snapshot asked = at("softmax", "shares");
    driver.show(asked, 5);
    const auto gone = only<GoToStep>(driver.click(asked, driver.centre("button:" + driver.texts().get("ui.step.next"))));
    REQUIRE(gone.size() == 1);
    CHECK(gone[0].step == step_named("softmax", "shares") + 1);
  }

  TEST_CASE("the answers are reached by keys alone") {
    Driver driver;
    const Snapshot asked = at("self-attention", "weights");
    driver.show(asked, 5);
    for (int i = 0; i < 4 && driver.part_with_keyboard() != "steps"; ++i) {
      driver.ui().tab(false, false);
      driver.show(asked, 2);
    }
    for (int i = 0; i < 4 && !driver.place_with_keyboard().starts_with(ask_button(driver, "show")); ++i)
      driver.press(asked, ImGuiKey_DownArrow);
    driver.press(asked, ImGuiKey_LeftArrow);
    REQUIRE(driver.place_with_keyboard() == "button:welcome");
    const auto guesses = only<Answer>(driver.press(asked, ImGuiKey_Enter));
    REQUIRE(guesses.size() == 1);
    CHECK(guesses[0].guess == GuessNumbers{2});
  }

  TEST_CASE("in every window the answers are in sight, where it is low and narrow once the question is opened") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844), ImVec2(640, 400), ImVec2(844, 390), ImVec2(560, 400)})
      for (const auto& [lesson, step] : {std::pair("softmax", "shares"), std::pair("self-attention", "weights"),
                                         std::pair("softmax", "inverse_temperature"), std::pair("words-pulling-words", "new_place")}) {
        CAPTURE(size.x);
        CAPTURE(step);
        Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
        const Snapshot asked = at(lesson, step);
        driver.show(asked, 5);
        if (size.y < 480 && size.x < 600) {
          CHECK_FALSE(driver.shows(ask_button(driver, "show")));
          driver.click(asked, driver.centre(ask_button(driver, "open")));
          driver.show(asked, 5);
        }
        for (const ui::Place& place : driver.places())
          if (place.part == "steps" && place.control) CHECK_MESSAGE(place.seen.width() >= place.box.width() - 1, place.id);
        for (const std::string& button : {ask_button(driver, "show"), "button:" + driver.texts().get("ui.step.next")}) {
          const ui::Place place = driver.place(button);
          CHECK_MESSAGE(place.seen.width() >= place.box.width() - 1, button);
          CHECK_MESSAGE(place.seen.height() >= place.box.height() - 1, button);
        }
      }
  }

  TEST_CASE("every question of every lesson can be drawn, asked and answered" * doctest::test_suite("sweep")) {
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps) {
        if (!step.ask) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        const Snapshot asked = at(lesson.info.id, step.id);
        for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
          Driver driver(size.x, size.y);
          driver.show(asked, 2);
          CHECK(driver.shows(ask_button(driver, "show")));
          for (const Guess& guess : {Guess{NoGuess{}}, truth_of(step, *asked.trace).value_or(NoGuess{})}) {
            Snapshot answered = asked;
            answered.answers.guesses[step.id] = guess;
            driver.show(answered, 2);
            const bool guessed = !std::holds_alternative<NoGuess>(guess);
            CHECK(driver.shows(ask_button(driver, guessed ? "again" : "open")));
            CHECK(driver.shows("words:gap") == guessed);
          }
        }
      }
  }

  TEST_CASE("the board of a question has room in every frame or in none, as high as the answers are without it" *
            doctest::test_suite("sweep")) {
    constexpr int kToSettle = 12, kFrames = 6;
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps) {
        if (!step.ask || std::holds_alternative<WhichIsSo>(step.ask->how)) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        const Snapshot asked = at(lesson.info.id, step.id);
        for (const ImVec2 size : {ImVec2(696, 580), ImVec2(900, 600), ImVec2(640, 480), ImVec2(1024, 640)}) {
          CAPTURE(size.x);
          Driver driver(size.x, size.y);
          driver.host.still = true;
          driver.host.options.hidden.insert(ScreenPart::rail);
          driver.show(asked, kToSettle);
          int boards = 0;
          for (int i = 0; i < kFrames; ++i) {
            driver.show(asked, 1);
            boards += has_board(driver) ? 1 : 0;
          }
          CHECK((boards == 0 || boards == kFrames));
        }
      }
  }
}

}  // namespace ui_ask_test
