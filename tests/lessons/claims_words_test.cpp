// Claims about causes in the lessons on words and vectors. Each test sets the switch that a caption names, and compares the results.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace claims_words_test {
namespace {

// Returns the context of traces with a lesson's model after `steps` training steps.
LessonContext trained_for(const char* lesson_id, const Inputs& inputs, Index steps) {
  const Lesson& lesson = lesson_named(lesson_id);
  Trainer trainer(lesson.settings(InputReader(lesson.info, inputs)));
  while (trainer.step() < std::min(steps, trainer.settings().steps)) REQUIRE_FALSE(trainer.advance().diverged);
  LessonContext context;
  context.run = std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                          std::make_shared<const NamedTensors>(trainer.weights())});
  return context;
}

double value_at(const Trace& trace, const std::string& name, const std::string& row, const std::string& col) {
  const TraceNode& trace_node = node(trace, name.c_str());
  const auto place = [](const Axis& axis, const std::string& label) {
    return label.empty() ? 0 : std::find(axis.labels.begin(), axis.labels.end(), label) - axis.labels.begin();
  };
  return static_cast<double>(trace_node.value->at({0, place(trace_node.rows, row), place(trace_node.cols, col)}));
}

double single(const Trace& trace, const std::string& name) { return static_cast<double>(node(trace, name.c_str()).value->at({0, 0, 0})); }

// Returns the labels of the largest numbers of a row, the largest first.
std::vector<std::string> largest_of(const Trace& trace, const std::string& name, Index row, std::size_t count) {
  const TraceNode& labelled = node(trace, name.c_str());
  std::vector<std::size_t> order(labelled.cols.labels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const float* const numbers = labelled.value->row(row);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return numbers[a] > numbers[b]; });
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < count; ++i) labels.push_back(labelled.cols.labels[order[i]]);
  return labels;
}

std::string first_of(const Trace& trace, const std::string& name, Index row = 0) { return largest_of(trace, name, row, 1).front(); }

}  // namespace

TEST_SUITE("lessons/claims") {
  TEST_CASE("one-matrix: with equal query and key weights a word finds itself, and with a 1 of W_Q elsewhere it finds another one") {
    const Trace& equal = trace_of("one-matrix", "who_is_found");
    const Trace& moved = trace_of("one-matrix", "another_word");
    for (const char* word : {"le", "chat", "est", "sous", "la", "table"}) CHECK(value_at(equal, "weights", word, word) > 0.9);
    CHECK(value_at(moved, "weights", "la", "la") < 0.01);
    CHECK(value_at(moved, "weights", "la", "table") > 0.9);
    CHECK(value_at(moved, "key", "la", "la") == value_at(equal, "key", "la", "la"));
  }

  TEST_CASE("one-matrix: two numbers per word are enough, and with one number all words get the same") {
    const Trace& two = trace_of("one-matrix", "two_numbers");
    CHECK(first_of(two, "output", 5) == "table");
    const Trace one = run_with_files({"one-matrix", {{"width", 1.0}}});
    const Tensor& output = *node(one, "output").value;
    for (Index row = 1; row < output.rows(); ++row)
      for (Index col = 0; col < output.cols(); ++col) CHECK(output.at(row, col) == doctest::Approx(static_cast<double>(output.at(0, col))));
  }

  TEST_CASE("embeddings: vectors point the right way before predictions are good; without “− man” the sum is nearest to man" *
            doctest::test_suite("learning")) {
    const LessonContext early = trained_for("embeddings", {}, 150), late = trained_for("embeddings", {}, kToItsEnd);
    const Trace before = run_lesson({"embeddings", {}}, {}, early), after = run_lesson({"embeddings", {}}, {}, late);
    CHECK(single(before, "held_out.accuracy") > 60);
    CHECK(single(before, "held_out.accuracy") < 100);
    CHECK(value_at(before, "probabilities", "", "castles") < 0.3);
    CHECK(single(after, "held_out.accuracy") > 95);
    CHECK(value_at(after, "probabilities", "", "castles") > 0.9);
    CHECK(single(after, "losses") == doctest::Approx(-std::log(value_at(after, "probabilities", "", "castles"))).epsilon(1e-3));
    CHECK(first_of(after, "answers") == "queen");
    const Trace sum = run_lesson({"embeddings", {{"analogy", std::string("woman + king")}}}, {}, late);
    CHECK(largest_of(sum, "answers", 0, 2) == std::vector<std::string>{"man", "queen"});
    const Inputs narrow{{"width", 2.0}};
    CHECK(single(run_lesson({"embeddings", narrow}, {}, trained_for("embeddings", narrow, kToItsEnd)), "held_out.accuracy") < 20);
  }

  TEST_CASE("embeddings: analogies are counted by kind, each kind by the name of its first pair") {
    const Trace trace = run_with_files({"embeddings"});
    const TraceNode& kinds = node(trace, "held_out.by_kind");
    CHECK(kinds.rows.labels.front() == "man → woman");
    CHECK(kinds.value->rows() == 6);
    const Tensor& shares = *node(trace, "held_out.kinds").value;
    for (Index row = 0; row < shares.rows(); ++row) {
      double all = 0;
      for (Index col = 0; col < shares.cols(); ++col) all += static_cast<double>(shares.at(row, col));
      CHECK(all == doctest::Approx(100));
    }
  }

  TEST_CASE("next-word: the average has the worst loss though four of five words are right" * doctest::test_suite("learning")) {
    const Trace trace = run_lesson({"next-word", {}}, {}, trained_for("next-word", {}, kToItsEnd));
    CHECK(single(trace, "average.loss") > single(trace, "last.loss"));
    CHECK(single(trace, "last.loss") > single(trace, "attention.loss"));
    const char* const right[] = {"time", "star", "Paris", "Madrid", "apple"};
    int right_of_average = 0;
    for (Index row = 0; row < 5; ++row) {
      CHECK(first_of(trace, "attention.probabilities", row) == right[row]);
      right_of_average += first_of(trace, "average.probabilities", row) == right[row] ? 1 : 0;
    }
    CHECK(right_of_average == 4);
    CHECK(first_of(trace, "average.probabilities", 2) == "Madrid");
  }

  TEST_CASE("next-word: one more “a” makes attention ask for “of”, and the average is not misled" * doctest::test_suite("learning")) {
    Inputs inputs = preset_inputs(lesson_named("next-word").info, "more-steps");
    const LessonContext context = trained_for("next-word", inputs, kToItsEnd);
    const auto predicted = [&](const char* asked, const std::string& model) {
      inputs["asked"] = std::string(asked);
      return first_of(run_lesson({"next-word", inputs}, {}, context), "asked." + model + ".probabilities");
    };
    CHECK(predicted("the capital of Spain is", "attention") == "Madrid");
    CHECK(predicted("the capital of Spain is a", "attention") == "Paris");
    CHECK(predicted("the capital of Spain is a", "average") == "Madrid");
    const Trace trace = run_lesson({"next-word", inputs}, {}, context);
    CHECK(value_at(trace, "asked.attention.mixture", "", "of") > 4 * value_at(trace, "asked.attention.mixture", "", "Spain"));
  }

  TEST_CASE("next-word: with embeddings of its own the average tells its phrases apart" * doctest::test_suite("learning")) {
    const auto after = [](const char* preset) {
      const Inputs inputs = preset_inputs(lesson_named("next-word").info, preset);
      return run_lesson({"next-word", inputs}, {}, trained_for("next-word", inputs, kToItsEnd));
    };
    const Trace fixed = after("five-phrases"), learned = after("learned-embeddings");
    const auto paris = [](const Trace& trace) {
      return value_at(trace, "average.probabilities", "the capital of France is → Paris", "Paris");
    };
    const auto alike = [](const Trace& trace) {
      return value_at(trace, "average.likeness", "the capital of France is → Paris", "is → Madrid");
    };
    CHECK(paris(fixed) < 0.3);
    CHECK(paris(learned) > 0.9);
    CHECK(alike(learned) < alike(fixed) - 0.1);
  }

  TEST_CASE("words-pulling-words: the nearer apple comes, the harder banana pulls, but each weight has a row of its own") {
    const Trace again = run_with_files({"words-pulling-words", {{"iterations", 6.0}}});
    double before = 0;
    for (int k = 0; k < 6; ++k) {
      const double now = value_at(again, "first.iteration." + std::to_string(k) + ".dot_products", "", "banana");
      CHECK(now > before);
      before = now;
    }
    const Trace& orange = trace_of("words-pulling-words", "each_other");
    const auto pull = [&](const char* what, const char* row, const char* col) {
      return value_at(orange, std::string("first.iteration.0.") + what, row, col);
    };
    CHECK(pull("dot_products", "orange", "apple") == doctest::Approx(pull("dot_products", "apple", "orange")));
    CHECK(pull("weights", "orange", "apple") < pull("weights", "apple", "orange") / 2);
    CHECK(pull("dot_products", "orange", "orange") > pull("dot_products", "apple", "apple"));
  }

  TEST_CASE("words-pulling-words: held at the origin, apple takes the plain average; no printed sixth stands in the way") {
    const Trace& trace = trace_of("words-pulling-words", "equal_pull");
    for (const char* word : {"I", "ate", "a", "banana", "and", "an", "apple"})
      CHECK(value_at(trace, "first.iteration.0.weights", "", word) == doctest::Approx(1.0 / 7));
    CHECK(node(trace, "first.iteration.0.weights").marks.empty());
  }

  TEST_CASE("spaces: three times as large, a space parts the apples less; other values change the ruler, and hardly anything else") {
    const Trace& larger = trace_of("spaces", "larger");
    CHECK(single(larger, "c.relative") < 0.01);
    CHECK(value_at(larger, "c.first.weights", "", "apple") > 0.99);
    CHECK(value_at(trace_of("spaces", "space_c"), "c.first.weights", "", "apple") < 0.7);
    const double as_in_a = single(larger, "a.relative");
    for (const auto& w_v : {Tensor::from_rows({{0, -1}, {1, 0}}), Tensor::from_rows({{1, 1}, {0, 1}}), Tensor::from_rows({{3, 0}, {0, 3}}),
                            Tensor::from_rows({{0.2f, 0.3f}, {3, -1}})})
      CHECK(std::abs(single(run_with_files({"spaces", {{"w_v", w_v}}}), "values.relative") - as_in_a) < 0.005);
  }

  TEST_CASE("spaces: squashing alone leaves a pull mutual, a turn does not; with two matrices the pull of a phrase is not mutual") {
    const auto both_ways = [](const Trace& trace, const char* name, const char* a, const char* b) {
      return std::pair(value_at(trace, name, a, b), value_at(trace, name, b, a));
    };
    const auto [bride, ring] = both_ways(trace_of("spaces", "squashing"), "pair.dot_products", "bride", "ring");
    CHECK(bride == doctest::Approx(ring));
    const auto [pulled_bride, pulled_ring] = both_ways(trace_of("spaces", "keys_and_queries"), "pair.dot_products", "bride", "ring");
    CHECK(pulled_ring > 2 * pulled_bride);
    const auto [by_banana, by_apple] = both_ways(trace_of("spaces", "queries_keys_values"), "phrase.dot_products", "apple", "banana");
    CHECK(by_apple > 2 * by_banana);
  }
}

}  // namespace claims_words_test
