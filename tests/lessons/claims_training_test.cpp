// Claims about causes in the lessons on gradients and training. Each test sets the switch that a caption names, and compares the results.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace claims_training_test {
namespace {

double number(const Trace& trace, const char* name, const Cell& at = {0, 0, 0}) {
  return static_cast<double>(node(trace, name).value->at(at));
}

// The result of a run: the loss of its training examples, the loss of the held-out examples, and the least held-out loss on the way.
struct Outcome {
  double training = 0, held_out = 0, least_held_out = 0;
  LessonContext trained = {};  // for traces of the model
};

Outcome outcome_of(const char* step) {
  const Lesson& lesson = lesson_named("training");
  const Document document = with_example(lesson.info, {"training"}, step_named("training", step).example);
  Trainer trainer(lesson.settings(InputReader(lesson.info, document.inputs)));
  Outcome outcome{.least_held_out = trainer.evaluate(true, 100, 0).loss};
  while (trainer.step() < trainer.settings().steps) {
    REQUIRE_FALSE(trainer.advance().diverged);
    if (trainer.step() % 10 == 0 && trainer.step() < 100)
      outcome.least_held_out = std::min(outcome.least_held_out, trainer.evaluate(true, 100, 0).loss);
  }
  outcome.training = trainer.evaluate(false, 100, 0).loss;
  outcome.held_out = trainer.evaluate(true, 100, 0).loss;
  outcome.trained.run = std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                                  std::make_shared<const NamedTensors>(trainer.weights())});
  return outcome;
}

// Returns the trace of a step with the model of its run.
Trace traced(const char* step, const Outcome& outcome) {
  return run_lesson(with_example(lesson_named("training").info, {"training"}, step_named("training", step).example), {}, outcome.trained);
}

}  // namespace

TEST_SUITE("lessons/claims") {
  TEST_CASE("backpropagation: a norm’s gradients add up to 0 in each row, whatever is typed") {
    for (const char* text : {"You are welcome <end>", "le chat est sous la table"}) {
      const Trace trace = run_with_files({"backpropagation", {{"text", std::string(text)}}});
      const Tensor& gradient = *node(trace, "d_residual").value;
      for (Index row = 0; row < gradient.rows(); ++row) {
        double sum = 0;
        for (Index col = 0; col < gradient.cols(); ++col) sum += static_cast<double>(gradient.at(row, col));
        CHECK(std::abs(sum) < 1e-5);
      }
    }
    const Tensor without = *node(run_with_files({"backpropagation", {{"norm", false}}}), "d_residual").value;
    CHECK(std::abs(without.at(0, 0) + without.at(0, 1) + without.at(0, 2) + without.at(0, 3)) > 0.01f);
  }

  TEST_CASE("backpropagation: a sum gives all of its gradient to both sides, and dividing by 2 halves it") {
    const Trace trace = run_with_files({"backpropagation", {}});
    CHECK(same_values(*node(trace, "d_output").value, *node(trace, "d_residual").value));
    CHECK(number(trace, "d_dot_products", {0, 0, 1}) == doctest::Approx(number(trace, "d_scores", {0, 0, 1}) / 2));
  }

  TEST_CASE("backpropagation: a value that nobody attends to gets no gradient") {
    const Trace& held = trace_of("backpropagation", "values");
    for (Index col = 0; col < 4; ++col) {
      CHECK(number(held, "d_value", {0, 2, col}) == 0);
      CHECK(number(held, "d_value", {0, 0, col}) != 0);
    }
    CHECK(number(run_with_files({"backpropagation", {}}), "d_value", {0, 2, 0}) != 0);
  }

  TEST_CASE("backpropagation: the largest gradient of a weight is one of the smallest of a score, since its weight is near 0") {
    const Trace trace = run_with_files({"backpropagation", {}});
    const Tensor& weights = *node(trace, "d_weights").value;
    CHECK(*std::max_element(weights.data(), weights.data() + weights.size()) == weights.at(2, 2));
    CHECK(number(trace, "weights", {0, 2, 2}) < 0.02);
    CHECK(number(trace, "d_scores", {0, 2, 2}) < 0.02);
  }

  TEST_CASE("backpropagation: a step at the default rate lowers the loss, and one ten times as far raises it") {
    const auto after = [](double rate) { return number(run_with_files({"backpropagation", {{"learning_rate", rate}}}), "after.loss"); };
    const double before = number(run_with_files({"backpropagation", {}}), "loss");
    CHECK(after(0.5) < before);
    CHECK(after(5) > before);
  }
}

TEST_SUITE("learning") {
  TEST_CASE("training: sums learned by heart have a held-out loss that falls and rises, and dropout lowers it") {
    const Outcome by_heart = outcome_of("overfitting"), with_dropout = outcome_of("dropout");
    CHECK(by_heart.training < 0.01);
    CHECK(by_heart.held_out > 2);
    CHECK(by_heart.least_held_out < by_heart.held_out - 0.5);
    CHECK(with_dropout.held_out < by_heart.held_out / 2);
    // The caption of the step says “about 4”: a run of 1,000 steps differs a little between builds.
    CHECK(number(traced("overfitting", by_heart), "loss") == doctest::Approx(4).epsilon(0.12));
    CHECK(number(traced("dropout", with_dropout), "loss") < 2);
    CHECK(with_dropout.training > by_heart.training);
  }

  TEST_CASE("training: it learns to reverse by a diagonal in each head; without positions or by plain SGD it does not") {
    const Outcome reversing = outcome_of("diagonal");
    CHECK(reversing.held_out < 0.05);
    const Trace trace = run_lesson({"training"}, {}, reversing.trained);
    const Tensor& weights = *node(trace, "decoder.0.cross_attention.weights").value;
    for (Index head = 0; head < weights.shape().matrices(); ++head) {
      CAPTURE(head);
      double on_the_diagonal = 0;
      for (Index row = 0; row < weights.cols(); ++row)
        on_the_diagonal += static_cast<double>(weights.at(head, row, weights.cols() - 1 - row));
      CHECK(on_the_diagonal / static_cast<double>(weights.cols()) > 0.4);
    }
    CHECK(weights.at(0, 0, weights.cols() - 1) > 0.5f);
    CHECK(outcome_of("without_positions").held_out > 0.7);
    CHECK(outcome_of("adam").held_out > 2);
  }
}

}  // namespace claims_training_test
