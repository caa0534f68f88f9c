#include "core/explanation.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/veil.h"
#include "lessons/context.h"
#include "protocol/answers.h"
#include "protocol/question.h"
#include "protocol/step.h"
#include "session/problem_of.h"
#include "study/ask.h"
#include "study/live_text.h"

using namespace gf;
using namespace gf::test;

namespace ask_test {
namespace {

Step asking(Ask ask) { return {.id = "asked", .focus = "probabilities", .cell = Cell{0, 0, 0}, .ask = std::move(ask)}; }

const Trace& softmax() {
  static const Trace trace = run_lesson({"softmax", {{"z", Tensor::from_rows({{2, 1, 0.2f}, {0, 3, 3}})}}});
  return trace;
}

const Tensor& value_of(const Trace& trace, const char* name) { return *node(trace, name).value; }

std::string refused(const Ask& ask, const GuessNumbers& guess) {
  const std::optional<Problem> problem = problem_of([&] { guess_for(asking(ask), guess); });
  return problem ? problem->id : "";
}

}  // namespace

TEST_SUITE("study/ask") {
  TEST_CASE("the truth of each kind of question is read from the trace") {
    const Tensor& shares = value_of(softmax(), "probabilities");
    const auto truth = [](const Ask& ask) { return truth_of(asking(ask), softmax()); };
    CHECK(truth({WhereIsMost{}}) == Guess(Choice{0}));
    CHECK(truth({.how = WhereIsMost{.least = true}}) == Guess(Choice{2}));
    CHECK(truth({.how = WhereIsMost{.among = {2, 1}}}) == Guess(Choice{1}));
    CHECK(truth({.how = WhereIsMost{.down = true}, .cell = Cell{0, 0, 1}}) == Guess(Choice{1}));
    CHECK(truth({HowMuch{}}) == Guess(Number{static_cast<double>(shares.at(0, 0, 0))}));
    CHECK(std::get<Shares>(*truth({WhichShares{}})).parts.size() == 3);
    CHECK(truth({WhichIsSo{{"less", "more"}, {0.5f}}}) == Guess(Choice{1}));
    CHECK(truth({WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"probabilities", {0, 1, 1}}}, "probabilities", Cell{0, 1, 2}}) ==
          Guess(Choice{1}));
    CHECK(truth({WhereInPlane{}, "z", Cell{0, 1, 0}}) == Guess(PlaceInPlane{0, 3}));
    CHECK_FALSE(truth({WhereIsMost{}, "nothing"}));
    CHECK_FALSE(truth({HowMuch{}, "probabilities", Cell{0, 9, 0}}));
  }

  TEST_CASE("if several places are largest, each of them is right") {
    const Step step = asking({WhereIsMost{}, "z", Cell{0, 1, 0}});
    CHECK_FALSE(is_right(step, softmax(), Choice{0}));
    CHECK(is_right(step, softmax(), Choice{1}));
    CHECK(is_right(step, softmax(), Choice{2}));
    CHECK_FALSE(is_right(step, softmax(), Choice{9}));
    CHECK_FALSE(is_right(step, softmax(), NoGuess{}));
  }

  TEST_CASE("asked cells are veiled, with the arithmetic that would tell them and the range of their node") {
    const Trace veiled = with_veil(softmax(), asking({.how = WhichShares{}, .also = "sum"}));
    const Tensor& shares = value_of(veiled, "probabilities");
    for (Index col = 0; col < 3; ++col) {
      CHECK(is_veil(shares.at(0, 0, col)));
      CHECK(shares.at(0, 1, col) == value_of(softmax(), "probabilities").at(0, 1, col));
    }
    for (Index row = 0; row < 2; ++row) CHECK(is_veil(value_of(veiled, "sum").at(0, row, 0)));
    CHECK(node(veiled, "probabilities").facts.most < 0.49f);
    CHECK(node(softmax(), "probabilities").facts.most > 0.6f);
    const auto explained = [&](const char* name, const Cell& cell) { return veiled.explain(veiled.find(name), cell); };
    CHECK(explained("probabilities", {0, 0, 0}).numbers == "?");
    CHECK(explained("probabilities", {0, 0, 0}).symbols == softmax().explain(softmax().find("probabilities"), {0, 0, 0}).symbols);
    CHECK(std::isnan(explained("probabilities", {0, 0, 0}).value));
    CHECK(explained("exponentials", {0, 0, 0}).numbers != "?");
    CHECK(with_live_values("{probabilities[0,0]|percent} % and {probabilities[1,0]|percent} %", &veiled) == "? % and 2 %");
  }

  TEST_CASE("a NaN that was computed is no veil") {
    CHECK(is_veil(kVeil));
    CHECK_FALSE(is_veil(std::numeric_limits<float>::quiet_NaN()));
    CHECK_FALSE(is_veil(0));
    CHECK(std::isnan(kVeil));
  }

  TEST_CASE("a guess that nobody can make is refused; none at all asks to be shown") {
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(refused({WhichShares{}}, {0.5, 0.25, 0.25}) == "");
    CHECK(refused({WhichShares{}}, {}) == "");
    CHECK(refused({WhichShares{}}, {3, -1, -1}) == "number_out_of_range");
    CHECK(refused({WhichShares{}}, {0.5, 0.4}) == "guess_is_no_shares");
    CHECK(refused({HowMuch{}}, {infinite}) == "number_out_of_range");
    CHECK(refused({HowMuch{}}, {std::nan("")}) == "number_out_of_range");
    CHECK(refused({HowMuch{}}, {1, 2}) == "guess_of_another_size");
    CHECK(refused({WhereIsMost{}}, {0.5}) == "wrong_type");
    CHECK(refused({WhereIsMost{}}, {-1}) == "number_out_of_range");
    CHECK(refused({WhichIsSo{{"less", "more"}, {0}}}, {2}) == "number_out_of_range");
    CHECK(refused({WhereInPlane{}}, {1}) == "guess_of_another_size");
  }

  TEST_CASE("a kept guess is read by the kind of its question") {
    const auto guess = [](const Ask& ask, const GuessNumbers& numbers) { return guess_for(asking(ask), numbers); };
    CHECK(guess({WhereIsMost{}}, {1}) == Guess(Choice{1}));
    CHECK(guess({HowMuch{}}, {1}) == Guess(Number{1}));
    CHECK(guess({WhichShares{}}, {1}) == Guess(Shares{{1}}));
    CHECK(guess({WhereInPlane{}}, {1, 2}) == Guess(PlaceInPlane{1, 2}));
    CHECK(guess({HowMuch{}}, {}) == Guess(NoGuess{}));
  }
}

}  // namespace ask_test
