// The lesson about a model cut among GPUs: memory and schedules against published ones, and matrices in parts against whole ones.
#include <cmath>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "lessons/scale/model_shape.h"

using namespace gf;
using namespace gf::test;
using namespace gf::scaling_lesson;

namespace parallelism_test {
namespace {

constexpr const char* kLesson = "parallelism";

constexpr TestedLesson run{kLesson};

InputValue word(const char* text) { return std::string(text); }

double cell(const Trace& trace, const char* name, Index row = 0, Index col = 0) {
  return static_cast<double>(value(trace, name).at(row, col));
}

// Computes relu(x w_1) w_2 by plain loops.
Tensor feed_forward(const Tensor& x, const Tensor& w_1, const Tensor& w_2) {
  Tensor out(matrix_shape(x.rows(), w_2.cols()));
  for (Index t = 0; t < x.rows(); ++t)
    for (Index h = 0; h < w_1.cols(); ++h) {
      float sum = 0;
      for (Index k = 0; k < x.cols(); ++k) sum += x.at(t, k) * w_1.at(k, h);
      for (Index c = 0; c < w_2.cols() && sum > 0; ++c) out.at(t, c) += sum * w_2.at(h, c);
    }
  return out;
}

// Simulates the schedule of a pipeline by waiting: a forward pass waits for the stage before, a backward pass for the stage behind.
Tensor simulated_pipeline(Index stages, Index micro_batches) {
  const Index times = 2 * (stages + micro_batches - 1);
  Tensor plan(matrix_shape(stages, times));
  std::vector<std::vector<Index>> ended(static_cast<std::size_t>(stages),
                                        std::vector<Index>(static_cast<std::size_t>(micro_batches), times));
  std::vector<Index> next(static_cast<std::size_t>(stages), 0);
  const auto place = [](Index i) { return static_cast<std::size_t>(i); };
  for (Index time = 0; time < times / 2; ++time)
    for (Index stage = 0; stage < stages; ++stage) {
      Index& micro = next[place(stage)];
      if (micro == micro_batches || (stage > 0 && ended[place(stage - 1)][place(micro)] >= time)) continue;
      plan.at(stage, time) = static_cast<float>(micro + 1);
      ended[place(stage)][place(micro++)] = time;
    }
  // The backward schedule mirrors the forward schedule.
  for (Index stage = 0; stage < stages; ++stage)
    for (Index time = 0; time < times / 2; ++time) plan.at(stage, times - 1 - time) = 0 - plan.at(stage, time);
  return plan;
}

}  // namespace

TEST_SUITE("lessons/parallelism") {
  TEST_CASE("one copy of GPT-3 beside the memory of a GPU") {
    const Trace trace = run.preset("copies");
    CHECK(cell(trace, "needed", 0) == doctest::Approx(cell(trace, "filled", 0, 0)));
    CHECK(cell(trace, "needed", 0) == doctest::Approx(16 * cell(trace, "mine")));
    CHECK(cell(trace, "needed", 1) == 80);
  }

  TEST_CASE("a model that can't be cut as the one before is cut as at first, another one stays cut") {
    const Lesson& lesson = lesson_named(kLesson);
    const auto changed_to = [&](const char* model) {
      const Inputs before = preset_inputs(lesson.info, "cut");  // in 8 parts and 8 stages
      Inputs after = before;
      after.insert_or_assign("model", word(model));
      lesson.adapt(lesson.info, before, "model", after);
      return after;
    };
    CHECK(changed_to("gpt2").count("parts") == 0);
    CHECK(refusal_of(kLesson, changed_to("gpt2")) == "no problem");
    CHECK(changed_to("llama_70b").count("parts") == 1);
    CHECK(refusal_of(kLesson, changed_to("tales")) == "no problem");
  }

  TEST_CASE("memory of each stage of ZeRO, as its paper has it") {
    // Rajbhandari et al. 2020, figure 1: 7.5 billion numbers on 64 GPUs take 120, 31.4, 16.6 and 1.9 GB.
    const Trace trace = run.preset("copies", {{"model", word("llama_7b")}});
    const double billions = cell(trace, "total") / 1000, published[] = {120, 31.4, 16.6, 1.9};
    for (Index stage = 0; stage < 4; ++stage)
      CHECK(cell(trace, "filled", 0, stage) / billions * 7.5 == doctest::Approx(published[stage]).epsilon(0.015));
    CHECK(cell(trace, "full", 0) == doctest::Approx(billions * 16 / 80));
    const Trace in_float = run.preset("copies", {{"model", word("llama_7b")}, {"precision", word("float32")}});
    for (Index col = 0; col < 4; ++col)
      CHECK(cell(in_float, "memory", col, 0) == doctest::Approx(billions * (col == 2 ? 0 : col == 3 ? 8 : 4)).epsilon(1e-5));
  }

  TEST_CASE("parts and stages cut what a GPU holds; what does not fit is said") {
    const Trace trace = run.preset("cut");
    CHECK(cell(trace, "mine") == doctest::Approx(174.604259 / 64).epsilon(1e-6));
    CHECK_FALSE(has_note(trace, "too_large"));
    CHECK(has_note(run.preset("copies"), "too_large"));
    CHECK_FALSE(has_note(run.preset("copies", {{"zero", 3.0}}), "too_large"));
  }

  TEST_CASE("from moment to moment a GPU never holds more than without ZeRO, and in stage 3 one block is whole at a time") {
    for (double stage = 0; stage < 4; ++stage) {
      CAPTURE(stage);
      const Trace trace = run.preset("copies", {{"zero", stage}});
      const double weights = cell(trace, "whole", 0, 0), gradients = cell(trace, "whole", 1);
      const double adam = cell(trace, "whole", 2) + cell(trace, "whole", 3), part = 1.0 / 64;
      const auto at = [&](Index row) { return cell(trace, "moment_memory", row); };
      const double rest = stage >= 1 ? adam * part : adam, kept = stage >= 3 ? weights * part : weights;
      CHECK(at(0) == doctest::Approx(kept + rest));
      CHECK(at(1) == doctest::Approx(kept + rest + (stage >= 3 ? weights / 4 * (1 - part) : 0)));
      // At the update all gradients are there, and the memory is that of the table.
      CHECK(at(9) == doctest::Approx(cell(trace, "filled", 0, static_cast<Index>(stage))));
      const double made = gradients / 4;  // the block at work has all of its own
      CHECK(at(5) == doctest::Approx(kept + rest + made + (stage >= 3 ? weights / 4 * (1 - part) : 0)));
      for (Index row = 0; row < 10; ++row) CHECK(at(row) <= (weights + gradients + adam) * 1.00001);
      for (Index row = 1; row < 9 && stage == 3; ++row) {
        int whole = 0;
        for (Index block = 0; block < 4; ++block) whole += cell(trace, "moments", row, block) == 1 ? 1 : 0;
        CHECK(whole == 1);
      }
    }
  }

  TEST_CASE("a layer that is cut among GPUs gives what the uncut one gives, in every cell, exactly") {
    Tensor w_1 = value(run(), "w_1");
    w_1.at(2, 5) = -1.75f;
    for (const char* parts : {"1", "2", "4", "8"}) {
      CAPTURE(parts);
      const Trace trace = run({{"parts", word(parts)}, {"stages", 1.0}, {"w_1", w_1}});
      const Tensor wanted = feed_forward(value(trace, "x"), value(trace, "w_1"), value(trace, "w_2"));
      CHECK(same_values(value(trace, "together"), wanted));
      CHECK(same_values(value(trace, "uncut"), wanted));
      CHECK(cell(trace, "largest_difference") == 0);
      const double n = std::atof(parts);
      CHECK(cell(trace, "sent", 0) == doctest::Approx(2 * (n - 1) / n * 12 * 2 / 1000));
      CHECK(cell(trace, "sent", 1) == doctest::Approx(2 * (n - 1) / n * 2048 * 12288 * 2 / 1000));
      const Index columns = 8 / static_cast<Index>(n);
      for (Index gpu = 0; gpu < static_cast<Index>(n); ++gpu) {
        const std::string name = "gpu_" + std::to_string(gpu);
        REQUIRE(value(trace, name + ".part_of_w_1").shape() == matrix_shape(4, columns));
        REQUIRE(value(trace, name + ".part_of_w_2").shape() == matrix_shape(columns, 4));
        CHECK(value(trace, name + ".part_of_w_1").at(0, 0) == w_1.at(0, gpu * columns));
        CHECK(value(trace, name + ".part_of_w_2").at(0, 3) == value(trace, "w_2").at(gpu * columns, 3));
      }
    }
  }

  TEST_CASE("the schedule of a pipeline is what comes of waiting, and its bubble is that of the paper") {
    for (const double stages : {1.0, 2.0, 4.0, 6.0})
      for (const double micro : {1.0, 3.0, 4.0, 32.0}) {
        CAPTURE(stages);
        CAPTURE(micro);
        const Trace trace = run({{"stages", stages}, {"micro_batches", micro}, {"parts", word("1")}, {"gpus", stages}});
        CHECK(same_values(value(trace, "schedule"), simulated_pipeline(static_cast<Index>(stages), static_cast<Index>(micro))));
        // Huang et al. 2019: (K − 1) / (M + K − 1).
        CHECK(cell(trace, "bubble") == doctest::Approx((stages - 1) / (micro + stages - 1)).epsilon(1e-5));
      }
  }

  TEST_CASE("a cell of the schedule says how it came about") {
    const Trace trace = run();
    const auto numbers_of = [&](Index stage, Index time) { return trace.explain(trace.find("schedule"), {0, stage, time}).numbers; };
    CHECK(numbers_of(1, 3) == "4 − 1 = 3");
    CHECK(numbers_of(3, 8) == "−(4 − 1) = −3");
    CHECK(numbers_of(2, 0) == "0");
  }

  TEST_CASE("the parameters of a model are those that the lesson about sizes counts") {
    for (const KnownModel& model : kKnownModels) {
      CAPTURE(model.choice);
      const Trace trace = run.preset("copies", {{"model", word(model.choice)}});
      CHECK(cell(trace, "total") == doctest::Approx(static_cast<double>(numbers_learned(model.shape)) / 1e6).epsilon(1e-6));
    }
  }

  TEST_CASE("numbers that do not fit together are refused in a sentence") {
    CHECK(refusal_of(kLesson, {{"model", word("gpt2")}, {"parts", word("8")}}) ==
          "parts: expected a number of parts that divides the 12 heads, since no head is cut; got 8.");
    CHECK(refusal_of(kLesson, {{"model", word("gpt2")}, {"stages", 5.0}}) ==
          "stages: expected a number of stages that divides the 12 blocks, since each stage gets as many; got 5.");
    CHECK(refusal_of(kLesson, {{"gpus", 12.0}}) == "gpus: expected a multiple of 8, got 12.");
    CHECK(refusal_of(kLesson, {{"x", Tensor(matrix_shape(3, 5))}}) ==
          "x: expected a matrix of shape (3, 4), that is (rows, columns), got (3, 5).");
    // Feed-forward of every model can be cut wherever its heads can.
    for (const KnownModel& model : kKnownModels) CHECK(model.shape.hidden % 8 == 0);
  }

  TEST_CASE("the numbers in the captions of the steps are true") {
    const Trace copies = run.preset("copies");
    CHECK(cell(copies, "full", 0, 0) > 1);
    CHECK(cell(copies, "full", 0, 2) > 1);
    CHECK(cell(copies, "full", 0, 3) < 1);
    CHECK(cell(copies, "whole", 0) > 80);  // the weights alone
    for (Index stage : {1, 2}) CHECK(cell(copies, "filled", 0, stage) < cell(copies, "filled", 0, 0) / 2);
    // A GPU of four waits 3 of 7 moments with four micro-batches, 3 of 4 with one, less than a tenth with 32.
    const auto waits = [](double micro) { return cell(run({{"micro_batches", micro}}), "bubble"); };
    CHECK(waits(4) == doctest::Approx(3.0 / 7));
    CHECK(waits(1) == doctest::Approx(3.0 / 4));
    CHECK(waits(32) == doctest::Approx(3.0 / 35));
    CHECK(waits(32) < 0.1);
    // The model exported for PyTorch has weights, gradients and Adam's two averages in 32 bits, and no copy. With two processes each stage
    // of ZeRO halves one more of these parts.
    const Trace two = run.preset("two-processes");
    const double numbers = static_cast<double>(numbers_learned(*known_shape("tales"))) * 4 / 1e9;
    for (Index stage = 0; stage < 4; ++stage) {
      CAPTURE(stage);
      CHECK(cell(two, "memory", 0, stage) == doctest::Approx(numbers / (stage < 3 ? 1 : 2)));
      CHECK(cell(two, "memory", 1, stage) == doctest::Approx(numbers / (stage < 2 ? 1 : 2)));
      CHECK(cell(two, "memory", 2, stage) == 0);
      CHECK(cell(two, "memory", 3, stage) == doctest::Approx(2 * numbers / (stage < 1 ? 1 : 2)));
    }
  }
}

}  // namespace parallelism_test
