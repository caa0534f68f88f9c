// The lesson on the next word: the documents' claims about the last word, the average and attention, measured on trained weights.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/explanation.h"
#include "core/problem.h"
#include "lessons/context.h"
#include "support.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace next_word_test {
namespace {

const std::vector<std::string> kModels = {"last", "average", "attention"};

Document document(Inputs inputs) { return {"next-word", std::move(inputs)}; }

// Returns the trace after a whole training.
Trace trained(const Inputs& inputs = {}) {
  const Lesson& lesson = lesson_named("next-word");
  Trainer trainer(lesson.settings(InputReader(lesson.info, inputs)));
  while (trainer.step() < trainer.settings().steps) REQUIRE_FALSE(trainer.advance().diverged);
  LessonContext context;
  context.run = std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                          std::make_shared<const NamedTensors>(trainer.weights())});
  return run_lesson(document(inputs), {}, context);
}

// Returns the likeliest word of each row.
std::vector<std::string> said(const Trace& trace, const std::string& name) {
  const TraceNode& probabilities = node(trace, name);
  std::vector<std::string> words;
  for (Index r = 0; r < probabilities.value->rows(); ++r) {
    const float* row = probabilities.value->row(r);
    words.push_back(probabilities.cols.labels[static_cast<std::size_t>(std::max_element(row, row + probabilities.value->cols()) - row)]);
  }
  return words;
}

double loss(const Trace& trace, const std::string& model) { return static_cast<double>(node(trace, model + ".loss").value->at(0, 0)); }

float likeness(const Trace& trace, const std::string& model) { return node(trace, model + ".likeness").value->at(2, 3); }

std::string problem_of(const Inputs& inputs) { return refusal_of("next-word", inputs); }

}  // namespace

TEST_SUITE("lessons/next_word") {
  TEST_CASE("the documents' phrases are the rows, every word of them a column, and the right words are named") {
    const Trace trace = run_lesson(document({}));
    const TraceNode& rows = node(trace, "last.probabilities");
    CHECK(rows.rows.labels == std::vector<std::string>{"once upon a → time", "the sun is a → star", "the capital of France is → Paris",
                                                       "the capital of Spain is → Madrid", "I ate a banana and an → apple"});
    CHECK(rows.value->cols() == 20);
    CHECK(std::count(rows.cols.labels.begin(), rows.cols.labels.end(), "Madrid") == 1);
    for (const std::string& model : kModels)
      for (const float sum : node(trace, model + ".probabilities").facts.sums) CHECK(sum == doctest::Approx(1));
  }

  TEST_CASE("B1: a row of W for each word of the vocabulary, and a score is its dot product with the context vector") {
    const Trace trace = run_lesson(document({{"width", 6.0}}));
    const TraceNode &classifier = node(trace, "last.classifier"), &logits = node(trace, "last.logits");
    CHECK(classifier.value->shape() == matrix_shape(20, 6));
    CHECK(classifier.rows.labels == logits.cols.labels);
    const Tensor& context = *node(trace, "last.context").value;
    CHECK(context.shape() == matrix_shape(5, 6));
    for (Index word = 0; word < 20; ++word) {
      double score = 0;
      for (Index c = 0; c < 6; ++c) score += static_cast<double>(classifier.value->at(word, c)) * static_cast<double>(context.at(0, c));
      CHECK(std::abs(static_cast<double>(logits.value->at(0, word)) - score) < 1e-6);
    }
    const auto time = std::find(logits.cols.labels.begin(), logits.cols.labels.end(), "time") - logits.cols.labels.begin();
    const Explanation how = trace.explain(trace.find("last.logits"), {0, 0, time});
    const std::string row = std::to_string(time);
    CHECK(how.value == doctest::Approx(static_cast<double>(logits.value->at(0, time))));
    CHECK(how.symbols == "logits[0," + row + "] = Σₖ context[0,k] · classifier[" + row + ",k]");
    REQUIRE(how.operands.size() == 12);
    CHECK(how.operands[0] == CellReference{trace.find("last.context"), {0, 0, 0}});
    CHECK(how.operands[1] == CellReference{trace.find("last.classifier"), {0, time, 0}});
    double products = 0;
    for (std::size_t k = 0; k < 12; k += 2) products += how.operand_values[k] * how.operand_values[k + 1];
    CHECK(how.value == doctest::Approx(products).epsilon(1e-5));
  }

  TEST_CASE("the mixtures: the last word alone, equal shares, and attention that begins as the average") {
    const Trace trace = run_lesson(document({}));
    const Tensor &last = *node(trace, "last.mixture").value, &average = *node(trace, "average.mixture").value;
    CHECK(last.at(0, 2) == 1);  // "a" of "once upon a"
    CHECK(last.at(0, 0) == 0);
    CHECK(average.at(0, 0) == doctest::Approx(1.0 / 3));
    CHECK(average.at(0, 3) == 0);  // a word of another phrase
    CHECK(average.at(1, 3) == 0.25f);
    const Tensor& attention = *node(trace, "attention.mixture").value;
    for (Index i = 0; i < attention.size(); ++i) CHECK(attention.data()[i] == doctest::Approx(average.data()[i]));
  }

  TEST_CASE("the last word alone can't tell phrases apart that end alike, and its loss has a floor of 4/5 ln 2") {
    const Trace trace = trained();
    CHECK(node(trace, "last.likeness").value->at(0, 1) == doctest::Approx(1));
    const auto words = said(trace, "last.probabilities");
    CHECK(words[0] == words[1]);
    CHECK(words[2] == words[3]);
    CHECK(loss(trace, "last") >= 0.8 * std::log(2.0));
    const double later = loss(trained({{"steps", 1000.0}}), "last");
    CHECK(later >= 0.8 * std::log(2.0));
    CHECK(later < 0.8 * std::log(2.0) + 0.02);
  }

  TEST_CASE("after its 150 steps the average says one city for both countries, and attention says both rightly" *
            doctest::test_suite("learning")) {
    const Trace trace = trained();
    const auto average = said(trace, "average.probabilities"), attention = said(trace, "attention.probabilities");
    CHECK(average[0] == "time");
    CHECK(average[1] == "star");
    CHECK(average[2] == average[3]);
    CHECK(attention == std::vector<std::string>{"time", "star", "Paris", "Madrid", "apple"});
    CHECK(loss(trace, "attention") < 0.5 * loss(trace, "average"));
    CHECK(likeness(trace, "average") > 0.95f);
    CHECK(likeness(trace, "attention") < likeness(trace, "average"));
    const Tensor &products = *node(trace, "attention.dot_products").value, &scores = *node(trace, "attention.scores").value;
    CHECK(std::abs(products.at(2, 10)) > 0.1f);
    CHECK(scores.at(2, 10) == doctest::Approx(products.at(2, 10) / 2));  // the root of the width, 4
    // It looks at the countries: the fourth words of the third and the fourth phrase.
    const Tensor& mixture = *node(trace, "attention.mixture").value;
    CHECK(mixture.at(2, 3 + 4 + 3) > 0.5f);
    CHECK(mixture.at(3, 3 + 4 + 5 + 3) > 0.5f);
  }

  TEST_CASE("after its 150 steps the average has one of five words wrong, and yet the largest loss: it is unsure") {
    const Trace trace = trained();
    const std::vector<std::string> right = {"time", "star", "Paris", "Madrid", "apple"};
    const auto words = said(trace, "average.probabilities");
    CHECK(std::inner_product(words.begin(), words.end(), right.begin(), 0, std::plus<>(), std::not_equal_to<>()) == 1);
    CHECK(loss(trace, "average") > loss(trace, "last"));
    CHECK(loss(trace, "last") > loss(trace, "attention"));
  }

  TEST_CASE("every beginning of a sentence: after “once upon a” the last word alone gives “time” half, attention nearly all") {
    const Trace trace = trained(preset_inputs(lesson_named("next-word").info, "every-beginning"));
    const TraceNode& last = node(trace, "last.probabilities");
    REQUIRE(last.rows.labels[2] == "once upon a → time");
    REQUIRE(last.cols.labels[4] == "time");
    CHECK(last.value->at(2, 4) == doctest::Approx(0.5).epsilon(0.05));
    CHECK(node(trace, "attention.probabilities").value->at(2, 4) > 0.95f);
  }

  TEST_CASE("whatever the seed, attention is ahead of the average after 150 steps" * doctest::test_suite("learning")) {
    for (int seed = 1; seed <= 8; ++seed) {
      CAPTURE(seed);
      const Trace trace = trained({{"seed", static_cast<double>(seed)}});
      CHECK(loss(trace, "attention") < loss(trace, "average"));
    }
  }

  TEST_CASE("eight capitals: the average still mixes them up when attention has found the country" * doctest::test_suite("learning")) {
    const Lesson& lesson = lesson_named("next-word");
    const Trace trace = trained(preset_inputs(lesson.info, "capitals"));
    const std::vector<std::string> right = {"Paris", "Madrid", "Rome", "Cairo", "Tokyo", "Lima", "Oslo", "Nairobi"};
    CHECK(said(trace, "attention.probabilities") == right);
    CHECK(said(trace, "average.probabilities") != right);
    CHECK(loss(trace, "last") >= std::log(8.0));
    const Tensor& mixture = *node(trace, "attention.mixture").value;
    for (Index r = 0; r < 2; ++r) CHECK(mixture.at(r, 5 * r + 3) > 0.8f);
  }

  TEST_CASE("more steps, or embeddings that learn, and the average is right as well: it is slow, not blind" *
            doctest::test_suite("learning")) {
    const std::vector<std::string> right = {"time", "star", "Paris", "Madrid", "apple"};
    const Trace more = trained({{"steps", 1000.0}});
    CHECK(said(more, "average.probabilities") == right);
    CHECK(loss(more, "average") > 10 * loss(more, "attention"));
    const Lesson& lesson = lesson_named("next-word");
    CHECK(said(trained(preset_inputs(lesson.info, "learned-embeddings")), "average.probabilities") == right);
  }

  TEST_CASE("a phrase of one's own is answered by all three, a new one is said to be new") {
    const Trace trace = trained({{"asked", std::string("the capital of Spain is")}});
    CHECK(said(trace, "asked.attention.probabilities") == std::vector<std::string>{"Madrid"});
    CHECK(trace.notes.empty());
    const Trace other = run_lesson(document({{"asked", std::string("Paris is a banana")}}));
    CHECK(node(other, "asked.average.mixture").value->cols() == 4);
    REQUIRE(other.notes.size() == 1);
    CHECK(other.notes[0].id == "asked_new");
  }

  TEST_CASE("own phrases are trained on, and what was asked goes where its words go") {
    const Trace trace = trained({{"phrases", std::string("cats drink milk\ndogs eat bones\n\n")}});
    CHECK(said(trace, "attention.probabilities") == std::vector<std::string>{"milk", "bones"});
    const Lesson& lesson = lesson_named("next-word");
    const Inputs before{{"asked", std::string("once upon a")}};
    Inputs after = before;
    after["phrases"] = std::string("cats drink milk");
    lesson.adapt(lesson.info, before, "phrases", after);
    CHECK(after.count("asked") == 0);
    after = before;
    after["phrases"] = std::string("once upon a day");
    lesson.adapt(lesson.info, before, "phrases", after);
    CHECK(after.count("asked") == 1);
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(problem_of({{"asked", std::string("the moon is a")}}) == "asked: “moon” occurs in none of the phrases; expected words that do.");
    CHECK(problem_of({{"asked", std::string("a a a a a a a a a a a a a")}}) == "asked: expected at most 12 tokens, got 13.");
    CHECK(problem_of({{"phrases", std::string("hello")}}) ==
          "phrases, line 1: expected at least two words, a phrase and the word after it, got “hello”.");
    CHECK(problem_of({{"phrases", std::string("no no\nno no no")}}) == "expected at least two different words to choose from, got 1.");
    CHECK(problem_of({{"phrases", std::string(10 << 20, 'a')}}) ==
          "phrases: expected at most 100000 bytes of text, got more than 1000000.");
    CHECK(problem_of({{"phrases", std::string(10'000, 'a') + " b"}}) == "no problem");
    CHECK(problem_of({{"learning_rate", 1e6}}) == "no problem");  // readers may try it
  }
}

}  // namespace next_word_test
