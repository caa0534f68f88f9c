// Claims about causes in the lessons on a language model. Each test sets the switch that a caption names, and compares the results.
#include <algorithm>
#include <string>

#include "lessons/context.h"
#include "lessons/registry.h"

using namespace gf;
using namespace gf::test;

namespace claims_language_test {
namespace {

// Returns the probability of a token after a text.
double next_probability(const char* lesson, const std::string& token, const Inputs& inputs) {
  const Trace trace = run_with_files({lesson, inputs});
  const TraceNode& next = node(trace, "next_token");
  const auto place = std::find(next.cols.labels.begin(), next.cols.labels.end(), token);
  REQUIRE(place != next.cols.labels.end());
  return static_cast<double>(next.value->at(0, place - next.cols.labels.begin()));
}

// Returns the probability of the likeliest token at a temperature.
double first_share(const std::string& text, double temperature, const char* token) {
  const Trace trace = run_with_files({"sampling", {{"text", text}, {"temperature", temperature}, {"tokens", 0.0}}});
  CHECK(node(trace, "shares").rows.labels.front() == token);
  return static_cast<double>(node(trace, "shares").value->at(0, 0));
}

double how_many_left(const std::string& text) {
  return static_cast<double>(node(run_with_files({"sampling", {{"text", text}, {"top_p", 0.8}}}), "how_many").value->at(0, 0));
}

constexpr const char *kTale = "Once upon a time there was a", *kSpain = "the capital of Spain is";

}  // namespace

TEST_SUITE("lessons/claims") {
  TEST_CASE("language-model: two words that changed places leave Madrid as sure as before, and another order does not") {
    const auto madrid = [](const char* text) { return next_probability("language-model", "␣Madrid", {{"text", std::string(text)}}); };
    CHECK(madrid(kSpain) > 0.99);
    CHECK(madrid("the Spain of capital is") > 0.99);
    CHECK(madrid("Spain of capital the is") < 0.01);
  }

  TEST_CASE("language-model: the next token is the last row of the logit lens") {
    const Trace trace = run_with_files({"language-model", {{"text", std::string(kSpain)}}});
    const Tensor &next = *node(trace, "next_token").value, &lens = *node(trace, "lens.probabilities").value;
    REQUIRE(next.cols() == lens.cols());
    for (Index i = 0; i < next.cols(); ++i) CHECK(next.at(0, i) == doctest::Approx(lens.at(4, i)).epsilon(1e-4).scale(1));
  }

  TEST_CASE("generation: one word changed, and the name of a boy no longer comes next") {
    const auto ben = [](const char* who) {
      return next_probability("generation", "␣Ben", {{"text", std::string(kTale) + who + " named"}, {"tokens", 0.0}});
    };
    CHECK(ben(" boy") > 0.1);
    CHECK(ben(" girl") < 0.001);
  }

  TEST_CASE("generation: a name that has left the window does not come next") {
    const auto ben = [](double window) {
      return next_probability("generation", "␣Ben",
                              {{"text", std::string("Once upon a time there was a boy named Ben. He had a blue kite. One day")},
                               {"tokens", 0.0},
                               {"window", window}});
    };
    CHECK(ben(104) > 0.5);
    CHECK(ben(8) < 0.001);
    // In the step of this claim the name has left the window, and the kite is still in it.
    const LessonInfo& lesson = lesson_named("generation").info;
    const Step& step = lesson.steps[static_cast<std::size_t>(index_of_step(lesson, "window"))];
    const Trace trace = run_with_files(with_example(lesson, {"generation"}, step.example));
    const std::vector<std::string>& read = node(trace, "decoder.input").rows.labels;
    CHECK(std::find(read.begin(), read.end(), "␣Ben") == read.end());
    CHECK(std::find(read.begin(), read.end(), "␣kite") != read.end());
  }

  TEST_CASE("generation: a key and a value in each block are kept of each token") {
    const Trace trace = run_with_files({"generation", {}});
    double numbers = 0;
    for (const char* part : {"past_key", "past_value"})
      for (int block = 0; block < 4; ++block)
        numbers +=
            static_cast<double>(node(trace, ("cache.decoder." + std::to_string(block) + ".self_attention." + part).c_str()).value->size());
    CHECK(static_cast<double>(node(trace, "cache.memory").value->at(1, 0)) == numbers);
  }

  TEST_CASE("sampling: a temperature that halves the likeliest word of a tale leaves a fact far ahead") {
    CHECK(first_share(kTale, 2, "␣boy") < 0.51 * first_share(kTale, 1, "␣boy"));
    CHECK(first_share(kSpain, 1, "␣Madrid") > 0.99);
    CHECK(first_share(kSpain, 2, "␣Madrid") == doctest::Approx(0.77).epsilon(0.01));
  }

  TEST_CASE("sampling: the same p keeps nine tokens of a tale and one of a fact") {
    CHECK(how_many_left(kTale) == 9);
    CHECK(how_many_left(kSpain) == 1);
  }
}

}  // namespace claims_language_test
