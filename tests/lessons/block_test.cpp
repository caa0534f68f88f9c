// The lesson on the parts of a block: five models from the same numbers, each with the results that it has alone.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "protocol/step.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace block_test {
namespace {

TrainSettings settings(const Inputs& inputs = {}) {
  const Lesson& lesson = lesson_named("block");
  return lesson.settings(InputReader(lesson.info, inputs));
}

const AblationConfig& models(const TrainSettings& settings) { return std::get<AblationConfig>(settings.model); }

Trainer trained(const TrainSettings& settings, Index steps) {
  Trainer trainer(settings);
  while (trainer.step() < steps) REQUIRE_FALSE(trainer.advance().diverged);
  return trainer;
}

// Returns the trace of the lesson with a run.
Trace shown(RunModel run, const Inputs& inputs) {
  LessonContext context;
  context.run = std::make_shared<const RunModel>(std::move(run));
  return run_lesson({"block", inputs}, {}, context);
}

// Returns the losses of the models on the lesson's question, from the trace with a run.
std::vector<float> losses(RunModel run, const Inputs& inputs) {
  const Trace trace = shown(std::move(run), inputs);
  const Tensor& values = *node(trace, "model_losses").value;
  return std::vector<float>(values.data(), values.data() + values.size());
}

double squares(const float* row, Index size) {
  double sum = 0;
  for (Index i = 0; i < size; ++i) sum += static_cast<double>(row[i]) * static_cast<double>(row[i]);
  return sum;
}

// Returns the distance of two rows, relative to the size of the first.
double apart(const Tensor& rows, Index a, Index b) {
  std::vector<float> difference(static_cast<std::size_t>(rows.cols()));
  for (Index c = 0; c < rows.cols(); ++c) difference[static_cast<std::size_t>(c)] = rows.at(a, c) - rows.at(b, c);
  return std::sqrt(squares(difference.data(), rows.cols()) / squares(rows.row(a), rows.cols()));
}

// Returns the ratio of the largest row to the smallest.
double unevenness(const Tensor& rows) {
  double least = 1e30, most = 0;
  for (Index r = 0; r < rows.rows(); ++r) {
    const double size = std::sqrt(squares(rows.row(r), rows.cols()));
    least = std::min(least, size);
    most = std::max(most, size);
  }
  return most / least;
}

bool same(const Tensor& a, const Tensor& b) { return a.shape() == b.shape() && std::equal(a.data(), a.data() + a.size(), b.data()); }

}  // namespace

TEST_SUITE("lessons/block") {
  TEST_CASE("without a loss, a batch of models side by side runs the last alone, with the same logits") {
    const Trainer trainer = trained(settings({{"steps", 2.0}}), 2);
    const std::vector<const Example*> examples = {&trainer.dataset().held_out.front()};
    Tape whole, answering;
    const BatchRun all = run_batch(whole, trainer.model(), trainer.weights(), trainer.dataset(), examples);
    const BatchRun last = run_batch(answering, trainer.model(), trainer.weights(), trainer.dataset(), examples, false);
    CHECK(all.models.size() == 5);
    REQUIRE(last.models.size() == 1);
    CHECK(same_values(answering.value(last.models.back().logits), whole.value(all.models.back().logits)));
  }

  TEST_CASE("every model lacks its part and nothing else") {
    const TransformerConfig whole = models(settings()).whole;
    CHECK(without(whole, LeftOut::nothing) == whole);
    CHECK_FALSE(without(whole, LeftOut::residual).residual);
    CHECK(without(whole, LeftOut::norm).norm == NormPlacement::none);
    CHECK_FALSE(without(whole, LeftOut::feed_forward).feed_forward);
    CHECK(without(whole, LeftOut::bend).activation == Activation::none);
    const Trace trace = run_with_files({"block"});
    CHECK(trace.find("whole.decoder.0.feed_forward.hidden") >= 0);
    CHECK(trace.find("no_bend.decoder.0.feed_forward.hidden") < 0);
    CHECK(trace.find("no_bend.decoder.0.feed_forward.output") >= 0);
    CHECK(trace.find("no_feed_forward.decoder.0.feed_forward.output") < 0);
    CHECK(trace.find("no_residual.decoder.0.self_attention.residual") < 0);
    CHECK(trace.find("no_norm.decoder.0.self_attention.norm") < 0);
    CHECK(trace.find("after_block_1.probabilities") >= 0);
    CHECK(run_with_files({"block", {{"blocks", 1.0}}}).find("after_block_1.probabilities") < 0);
  }

  TEST_CASE("the trace without a run is that of the run before its first step") {
    const Trainer trainer(settings());
    const Trace before = run_lesson({"block", {}}),
                first = shown({trainer.model(), trainer.shared_dataset(), std::make_shared<const NamedTensors>(trainer.weights())}, {});
    REQUIRE(before.nodes.size() == first.nodes.size());
    for (std::size_t i = 0; i < first.nodes.size(); ++i) {
      CAPTURE(first.nodes[i].name);
      CHECK(before.nodes[i].name == first.nodes[i].name);
      CHECK(before.nodes[i].rows == first.nodes[i].rows);
      CHECK(before.nodes[i].cols == first.nodes[i].cols);
      CHECK(same(*before.nodes[i].value, *first.nodes[i].value));
    }
  }

  TEST_CASE("all models begin with the same numbers") {
    const RunModel first = first_model(settings());
    for (const char* weight : {"decoder.token_table", "decoder.1.self_attention.w_q", "output.w"})
      for (const char* model : {"no_residual.", "no_norm.", "no_feed_forward.", "no_bend."})
        CHECK(same(first.weights->at(std::string(model) + weight), first.weights->at(std::string("whole.") + weight)));
  }

  TEST_CASE("beside each other each model learns, bit for bit, as it would alone") {
    const Trainer together = trained(settings(), 3);
    for (const LeftOut part : {LeftOut::nothing, LeftOut::residual, LeftOut::bend}) {
      TrainSettings one = settings();
      one.model = without(models(settings()).whole, part);
      const Trainer alone = trained(one, 3);
      for (const NamedTensor& weight : alone.weights().tensors)
        CHECK(same(together.weights().at(std::string(name_of(part)) + "." + weight.name), weight.value));
    }
  }

  TEST_CASE("any sum can be asked, and the right answer is what the losses are taken of") {
    const Trace trace = run_with_files({"block", {{"question", std::string("999 + 1")}}});
    CHECK(node(trace, "model_losses").rows.labels ==
          std::vector<std::string>{"@no_residual", "@no_norm", "@no_feed_forward", "@no_bend", "@whole"});
    const TraceNode& losses = node(trace, "whole.losses");
    const std::vector<std::string> sequence{"9", "9", "9", "+", "0", "0", "1", "<start>", "1", "0", "0", "0"};
    CHECK(losses.rows.labels == sequence);
    const Index first = 7;  // the token that the first digit of the answer follows
    for (Index row = 0; row < losses.value->rows(); ++row) CHECK((losses.value->at(row, 0) > 0) == (row >= first));
    const auto targets = std::find_if(losses.attributes.begin(), losses.attributes.end(),
                                      [](const TraceAttribute& attribute) { return attribute.name == "targets"; });
    REQUIRE(targets != losses.attributes.end());
    // The targets are the digits of 1000 and the end, by their ids in the vocabulary <pad> <start> <end> + 0 1 2 ...
    CHECK(std::get<std::vector<std::int64_t>>(targets->value) == std::vector<std::int64_t>{-1, -1, -1, -1, -1, -1, -1, 5, 4, 4, 4, 2});
    for (const char* question : {"12*7", ""})
      CHECK(refusal_of("block", {{"question", std::string(question)}}) ==
            "question: expected two numbers of at most 3 digits with + between them, such as “12 + 7”, got “" + std::string(question) +
                "”.");
  }

  TEST_CASE("settings of such a run are read back from their JSON") {
    CHECK(settings_from_json(settings_to_json(settings())) == settings());
  }
}

TEST_SUITE("learning") {
  TEST_CASE(
      "without the residual line two blocks learn less than any other model, and one block more than two; the whole model learns most") {
    const Trainer two = trained(settings(), settings().steps);
    const std::vector<float> deep =
        losses({two.model(), std::make_shared<const Dataset>(two.dataset()), std::make_shared<const NamedTensors>(two.weights())}, {});
    const RunModel run_of_two{two.model(), std::make_shared<const Dataset>(two.dataset()),
                              std::make_shared<const NamedTensors>(two.weights())};
    const Trace whole = shown(run_of_two, {});
    const TraceNode &early = node(whole, "after_block_1.probabilities"), &late = node(whole, "whole.probabilities");
    const Index right = std::find(late.cols.labels.begin(), late.cols.labels.end(), "1") - late.cols.labels.begin();
    CHECK(early.value->at(10, right) < 0.25f);
    CHECK(late.value->at(10, right) > 0.5f);
    // Without residual connections the model does no better than a blind guess among ten digits.
    CHECK(node(whole, "no_residual.probabilities").value->at(10, right) < 0.15f);
    const Trace no_residual = shown(run_of_two, {{"part", std::string("no_residual")}});
    for (const Index other : {5, 6}) {  // 0, 3 and 1 of the second number
      const double lost = apart(*node(no_residual, "no_residual.decoder.1.feed_forward.output").value, 4, other),
                   kept = apart(*node(no_residual, "whole.decoder.1.feed_forward.residual").value, 4, other);
      CAPTURE(lost);
      CAPTURE(kept);
      CHECK(lost < 0.01);
      CHECK(kept > 0.1);
    }
    const double uneven = unevenness(*node(no_residual, "no_norm.decoder.1.feed_forward.residual").value);
    CAPTURE(uneven);
    CHECK(uneven > 2);
    // The test needs only this one-block model, which learns as it would beside the others.
    const Inputs one{{"blocks", 1.0}};
    TrainSettings alone = settings(one);
    alone.model = without(models(alone).whole, LeftOut::residual);
    const Trainer trainer = trained(alone, alone.steps);
    RunModel run = first_model(settings(one));
    auto weights = std::make_shared<NamedTensors>(*run.weights);
    for (const NamedTensor& weight : trainer.weights().tensors) *weights->find("no_residual." + weight.name) = weight.value;
    run.weights = std::move(weights);
    const std::vector<float> shallow = losses(std::move(run), one);
    for (std::size_t model = 1; model < deep.size(); ++model) CHECK(deep[0] > deep[model]);
    for (std::size_t model = 0; model < deep.size() - 1; ++model) CHECK(deep.back() < deep[model]);
    // The step asks on which side of this number the loss is.
    const ArrayView<Step> steps = lesson_named("block").info.steps;
    const auto depth = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.id == "depth"; });
    const float bound = std::get<WhichIsSo>(depth->ask->how).bounds.front();
    CHECK(shallow[0] < bound);
    CHECK(deep[0] > bound);
  }
}

}  // namespace block_test
