// The lesson about steps that are written before an answer: its numbers against the plain models, which write token by token in the test,
// and against the parity that the test counts.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "study/course.h"
#include "support.h"
#include "train/answers.h"
#include "train/batch.h"
#include "train/default_settings.h"
#include "train/evaluation.h"
#include "train/run_model.h"
#include "train/shipped_model.h"
#include "train/tasks/rules.h"
#include "train/tasks/tasks.h"

using namespace gf;
using namespace gf::test;

namespace thinking_test {
namespace {

using Words = std::vector<std::string>;

const ShippedModel& model_named(const std::string& task) {
  static std::map<std::string, ShippedModel> known;
  const std::string path = "assets/models/" + task + ".safetensors";
  const auto found = known.find(task);
  return found != known.end() ? found->second : known.emplace(task, model_of_task(read_source_file(path), path)).first->second;
}

// Counts the ones. The rule of the task passes the parity from bit to bit instead.
std::string parity_of(const Words& bits, std::size_t first) {
  return std::count(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(first), "1") % 2 == 1 ? "odd" : "even";
}

Words steps_of(const Words& bits) {
  Words steps;
  for (std::size_t i = 1; i <= bits.size(); ++i) steps.push_back(parity_of(bits, i));
  return steps;
}

// Returns the plain model's logits of the next token after steps.
std::vector<float> next_logits(const std::string& task, const Words& bits, const Words& steps) {
  const ShippedModel& model = model_named(task);
  const Dataset words = words_of(model);
  const Example example{bits, steps};
  Tape tape;
  const BatchRun run = run_batch(tape, model.settings.model, model.weights, words, {&example}, false);
  const Tensor& logits = tape.value(run.models.back().logits);
  const float* row = logits.row(std::ssize(steps));
  return {row, row + logits.cols()};
}

// Returns the probability of a token after steps, by the softmax of the logits.
double chance_of(const std::string& task, const Words& bits, const Words& steps, const std::string& token) {
  const std::vector<float> logits = next_logits(task, bits, steps);
  double all = 0;
  for (const float logit : logits) all += std::exp(static_cast<double>(logit));
  return std::exp(static_cast<double>(logits[static_cast<std::size_t>(words_of(model_named(task)).target.find(token))])) / all;
}

// Returns the model's likeliest next token after steps.
std::string next_step(const Words& bits, const Words& steps) {
  const std::vector<float> logits = next_logits("parity-steps", bits, steps);
  return words_of(model_named("parity-steps"))
      .target.token(static_cast<int>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
}

// Writes a step for each bit, in one pass each. The step `falsified` becomes the other word.
Words written(const Words& bits, std::size_t falsified) {
  Words steps;
  while (steps.size() < bits.size()) {
    std::string step = next_step(bits, steps);
    if (steps.size() + 1 == falsified) step = step == "odd" ? "even" : "odd";
    steps.push_back(step);
  }
  return steps;
}

Words bits_of(const Trace& trace) { return split_at_space(std::get<std::string>(trace.inputs.at("question"))); }

Words steps_in(const Trace& trace) {
  const Tensor& odd = *node(trace, "steps.written").value;
  Words steps;
  for (Index i = 0; i < odd.cols(); ++i) steps.push_back(odd.at(0, i) == 1 ? "odd" : "even");
  return steps;
}

double value(const Trace& trace, const char* name, Index row = 0, Index col = 0) {
  return static_cast<double>(node(trace, name).value->at(row, col));
}

// Returns at most 100 held-out questions of `bits` bits, evenly spread.
std::vector<Words> held_out_questions(int bits) {
  std::vector<Words> all, spread;
  for (int number = 0; number < 1 << bits; ++number) {
    std::string text;
    for (int bit = bits - 1; bit >= 0; --bit) text += std::string(text.empty() ? "" : " ") + ((number >> bit) % 2 == 1 ? "1" : "0");
    if (are_bits_held_out(text)) all.push_back(split_at_space(text));
  }
  const std::size_t count = std::min<std::size_t>(100, all.size());
  for (std::size_t i = 0; i < count; ++i) spread.push_back(all[i * all.size() / count]);
  return spread;
}

}  // namespace

TEST_SUITE("lessons/thinking") {
  constexpr TestedLesson run{"thinking"};

  TEST_CASE("the parity is that of the ones so far") {
    for (const char* step : {"task", "by_hand"}) {
      CAPTURE(step);
      const Trace& trace = trace_of("thinking", step);
      const Words bits = bits_of(trace);
      REQUIRE(bits.size() == 12);
      for (std::size_t i = 0; i < bits.size(); ++i) {
        const auto ones = std::count(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(i + 1), "1");
        const auto col = static_cast<Index>(i);
        CHECK(value(trace, "bits", 0, col) == (bits[i] == "1" ? 1 : 0));
        CHECK(value(trace, "ones", 0, col) == static_cast<double>(ones));
        CHECK(value(trace, "parity", 0, col) == static_cast<double>(ones % 2));
      }
    }
  }

  TEST_CASE("at once about half of the answers are right, in steps all of them, and of longer questions none") {
    const Trace& trace = trace_of("thinking", "longer");
    const Tensor& counts = *node(trace, "right_counts").value;
    const int lengths[] = {8, 10, 12, 14};
    for (Index i = 0; i < 4; ++i) {
      CAPTURE(i);
      const std::vector<Words> questions = held_out_questions(lengths[i]);
      for (const auto& [col, task] : {std::pair<Index, const char*>{0, "parity"}, {1, "parity-steps"}}) {
        const ShippedModel& model = model_named(task);
        Dataset words = words_of(model);
        words.longest_answer = 16;
        const std::vector<Words> answers = answers_of(words, model.settings.model, model.weights, questions);
        double right = 0;
        for (std::size_t q = 0; q < questions.size(); ++q)
          right += answers[q] == (col == 0 ? Words{parity_of(questions[q], questions[q].size())} : steps_of(questions[q])) ? 1 : 0;
        CHECK(static_cast<double>(counts.at(i, col)) == right);
        CHECK(value(trace, "questions", i, col) == static_cast<double>(questions.size()));
        CHECK(value(trace, "right_by_length", i, col) == doctest::Approx(right / static_cast<double>(questions.size())));
      }
    }
    CHECK(value(trace, "questions", 2, 0) == 100);
    CHECK(value(trace, "right_answers", 0) == doctest::Approx(0.5).epsilon(0.2));
    CHECK(value(trace, "once.right_answers") == value(trace, "right_answers", 0));
    CHECK(value(trace, "right_answers", 1) == 1);
    for (Index i = 0; i < 3; ++i) CHECK(counts.at(i, 1) == node(trace, "questions").value->at(i, 1));
    CHECK(counts.at(3, 1) == 0);
  }

  TEST_CASE("probabilities are those of the plain models: of the answer at once, and of each step that was written") {
    for (const char* step : {"task", "wrong_step"}) {
      CAPTURE(step);
      const Trace& trace = trace_of("thinking", step);
      const Words bits = bits_of(trace), steps = steps_in(trace);
      const TraceNode& answer = node(trace, "once.answer");
      REQUIRE(answer.cols.labels.size() == 2);
      for (std::size_t i = 0; i < 2; ++i)
        CHECK(value(trace, "once.answer", 0, static_cast<Index>(i)) ==
              doctest::Approx(chance_of("parity", bits, {}, answer.cols.labels[i])).epsilon(1e-3));
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const double chance = chance_of("parity-steps", bits, {steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i)}, steps[i]);
        CHECK(std::fabs(std::log(value(trace, "steps.chance", static_cast<Index>(i))) - std::log(chance)) < 1e-3 * (1 - std::log(chance)));
      }
    }
  }

  TEST_CASE("both models learned the same questions: none of those that are asked here, and as many odd ones as even ones are asked") {
    const Dataset once = make_dataset("parity", 2), steps = make_dataset("parity-steps", 2);
    CHECK(once.training.size() == 7000);
    std::set<Words> learned;
    for (std::size_t i = 0; i < once.training.size(); ++i) {
      CHECK(once.training[i].question == steps.training[i].question);
      CHECK(once.training[i].answer == Words{steps.training[i].answer.back()});
      CHECK(steps.training[i].answer == steps_of(steps.training[i].question));
      CHECK(once.training[i].question.size() <= 12);
      CHECK(once.training[i].question.size() >= 4);
      learned.insert(once.training[i].question);
    }
    for (const int bits : {8, 10, 12, 14}) {
      const std::vector<Words> questions = held_out_questions(bits);
      int odd = 0;
      for (const Words& question : questions) {
        CHECK(learned.count(question) == 0);
        odd += parity_of(question, question.size()) == "odd" ? 1 : 0;
      }
      CHECK(2.0 * odd / static_cast<double>(questions.size()) == doctest::Approx(1).epsilon(0.2));
    }
    const ShippedModel &first = model_named("parity"), &second = model_named("parity-steps");
    CHECK(first.settings.model == second.settings.model);
    CHECK(first.settings.steps == second.settings.steps);
  }

  TEST_CASE("the models are those of their configurations, and achieve what their files say") {
    for (const char* task : {"parity", "parity-steps"}) {
      CAPTURE(task);
      TrainSettings settings = settings_from_json(read_source_file("assets/models/" + std::string(task) + ".json"));
      CHECK(settings == default_settings(task));
      const ShippedModel& model = model_named(task);
      const auto dataset = dataset_of(settings);
      const Dataset& data = *dataset;
      fit_model(data, settings.model);
      CHECK(model.settings == settings);
      CHECK(model.longest_answer == data.longest_answer);
      const Evaluation found = evaluate(data, settings.model, model.weights, true, 10000, 10000);
      // If odd and even are equally likely, other builds round to the other side.
      const double ties = std::string(task) == "parity" ? 0.2 : 0.002;
      CHECK(found.exact_match == doctest::Approx(std::stod(model.weights.metadata.at("exact_match"))).epsilon(ties));
      CHECK(found.loss == doctest::Approx(std::stod(model.weights.metadata.at("held_out_loss"))).epsilon(0.02));
    }
  }

  TEST_CASE("written steps are what the model writes token by token, whichever of them is replaced") {
    const Words bits = bits_of(trace_of("thinking", "task"));
    for (const std::size_t falsified : {0, 1, 4, 11, 12}) {
      CAPTURE(falsified);
      const Trace trace = run({{"falsified", static_cast<double>(falsified)}});
      CHECK(steps_in(trace) == written(bits, falsified));
    }
    const std::string longer = "1 0 1 1 0 1 1 1 0 0 1 1 0 1 0 1";
    const Trace trace = run({{"question", longer}, {"falsified", 3.0}});
    CHECK(node(trace, "steps.written").value->cols() == 16);
    for (Index i = 0; i < 12; ++i)
      CHECK(node(trace, "steps.written").value->at(0, i) ==
            (written(split_at_space("1 0 1 1 0 1 1 1 0 0 1 1 0 1 0 1"), 3)[static_cast<std::size_t>(i)] == "odd" ? 1.0f : 0.0f));
  }

  TEST_CASE("after a wrong step all later ones are wrong and those before it right, but for the first step") {
    const Words bits = bits_of(trace_of("thinking", "task")), right = steps_of(bits);
    CHECK(value(run({{"falsified", 1.0}}), "steps.wrong_after") == 0);
    for (std::size_t falsified = 2; falsified <= bits.size(); ++falsified) {
      CAPTURE(falsified);
      const Trace trace = run({{"falsified", static_cast<double>(falsified)}});
      const Words steps = steps_in(trace);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        CHECK((steps[i] == right[i]) == (i + 1 < falsified));
        CHECK(value(trace, "steps.wrong", 0, static_cast<Index>(i)) == (steps[i] == right[i] ? 0 : 1));
        CHECK(value(trace, "steps.right", static_cast<Index>(i)) == (steps[i] == right[i] ? 1 : 0));
      }
      if (falsified < bits.size()) CHECK(value(trace, "steps.wrong_after") == static_cast<double>(bits.size() - falsified));
    }
    CHECK(value(trace_of("thinking", "wrong_step"), "steps.wrong_after") == 8);
    CHECK(value(trace_of("thinking", "task"), "steps.wrong_after") == 0);
  }

  TEST_CASE("head 2 attends to one bit after the other") {
    const Tensor& weights = *node(trace_of("thinking", "one_bit_each"), "steps.decoder.0.cross_attention.weights").value;
    for (Index step = 0; step < 12; ++step) {
      CAPTURE(step);
      for (Index bit = 0; bit < 12; ++bit)
        if (bit != step) CHECK(weights.at(1, step, bit) < weights.at(1, step, step));
    }
    CHECK(weights.at(1, 4, 4) > 0.8f);
  }

  TEST_CASE("tokens are multiplied by questions") {
    const Trace& trace = trace_of("thinking", "price");
    CHECK(value(trace, "all_tokens", 0) == 100);
    CHECK(value(trace, "all_tokens", 1) == 1200);
  }

  TEST_CASE("a question of other signs, or of too many bits, is refused; a single bit is a question") {
    CHECK(run.refusal({{"question", std::string("1 0 2")}}) ==
          "question: the task parity has no token “2”; expected tokens that occur in its examples.");
    CHECK(run.refusal({{"question", std::string("1 0 1 1 0 1 1 1 0 0 1 1 0 1 0 1 1")}}) == "question: expected at most 16 tokens, got 17.");
    const Trace single = run({{"question", std::string("1")}});
    CHECK(node(single, "bits").rows.labels == Words{"@bit"});
    CHECK(node(single, "bits").cols.labels == Words{"1"});
    CHECK(value(single, "ones") == 1);
    CHECK(value(single, "parity") == 1);
    CHECK(node(single, "once.answer").cols.labels == Words{"even", "odd"});
    CHECK(steps_in(single) == Words{"odd"});
    CHECK(!parity_rule({"1", "x"}));
    CHECK(parity_rule({"1", "0", "1"}) == Words{"even"});
    CHECK(parity_steps_rule({"1", "0", "1"}) == Words{"odd", "odd", "even"});
  }
}

}  // namespace thinking_test
