// The lesson about real sizes: published counts of published models, budgets against published ones, and matrices that are cut.
#include <cmath>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "lessons/scale/model_shape.h"
#include "train/shipped_model.h"

using namespace gf;
using namespace gf::test;
using namespace gf::scaling_lesson;

namespace scaling_lesson_test {
namespace {

constexpr const char* kLesson = "scaling";

constexpr TestedLesson run{kLesson};

Trace run_preset(const char* preset, Inputs more = {}) {
  Inputs inputs = preset_inputs(lesson_named(kLesson).info, preset);
  for (auto& [name, value] : more) inputs.insert_or_assign(name, value);
  return run(std::move(inputs));
}

InputValue word(const char* text) { return std::string(text); }

double cell(const Trace& trace, const char* name, Index row = 0, Index col = 0) {
  return static_cast<double>(value(trace, name).at(row, col));
}

// A shape of one's own as inputs, counted by other means below.
Inputs own(double layers, double width, double hidden, double heads, double kv_heads) {
  return {{"model", word("own")}, {"layers", layers},   {"width", width}, {"hidden", hidden}, {"heads", heads},
          {"kv_heads", kv_heads}, {"parts", word("1")}, {"stages", 1.0},  {"gpus", 1.0}};
}

// relu(x w_1) w_2 by plain loops.
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

// When a stage does what, found by letting each wait for what it needs: forward for the stage before, back for the stage behind.
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
  // Back is forward seen in a mirror.
  for (Index stage = 0; stage < stages; ++stage)
    for (Index time = 0; time < times / 2; ++time) plan.at(stage, times - 1 - time) = 0 - plan.at(stage, time);
  return plan;
}

}  // namespace

TEST_SUITE("lessons/scaling") {
  TEST_CASE("published models have their published numbers, to the last one") {
    const auto count = [](const char* model) { return numbers_learned(*known_shape(model)); };
    CHECK(count("gpt2") == 124'439'808);
    CHECK(count("gpt3") == 174'604'259'328);
    CHECK(count("llama_7b") == 6'738'415'616);
    CHECK(count("llama_70b") == 68'976'648'192);
    // The larger GPT-2s as they were released, and Llama 3 with 8 billion.
    CHECK(numbers_learned({24, 1024, 4096, 16, 16, 50257, 1024}) == 354'823'168);
    CHECK(numbers_learned({48, 1600, 6400, 25, 25, 50257, 1024}) == 1'557'611'200);
    CHECK(numbers_learned({32, 4096, 14336, 32, 8, 128256, 8192, false, true, false, false}) == 8'030'261'248);
  }

  TEST_CASE("our own model is counted as its file is") {
    const ShippedModel tales = shipped_model(read_asset("assets/models/tales.safetensors"), "tales");
    std::int64_t numbers = 0;
    for (const NamedTensor& weight : tales.weights.tensors) numbers += weight.value.size();
    CHECK(numbers_learned(*known_shape("tales")) == numbers);
    CHECK(numbers == 996'864);  // as the formula of the node says
  }

  TEST_CASE("the picture counts as the whole numbers do, and its shares are all of it") {
    for (const KnownModel& model : kKnownModels) {
      CAPTURE(model.choice);
      const Trace trace = run({{"model", word(model.choice)}, {"parts", word("1")}, {"stages", 1.0}});
      const double millions = static_cast<double>(numbers_learned(model.shape)) / 1e6;
      CHECK(cell(trace, "total") == doctest::Approx(millions).epsilon(1e-6));
      CHECK(cell(trace, "times") == doctest::Approx(millions / 0.996864).epsilon(1e-6));
      double all = 0;
      for (Index part = 0; part < kModelParts; ++part) all += cell(trace, "by_part", 0, part);
      CHECK(all == doctest::Approx(1));
      const std::vector<MatrixKind> kinds = matrix_kinds(model.shape);
      for (std::size_t i = 0; i < kinds.size(); ++i)
        CHECK(cell(trace, "parameters", static_cast<Index>(i)) ==
              doctest::Approx(static_cast<double>(kinds[i].rows * kinds[i].columns * kinds[i].copies) / 1e6).epsilon(1e-6));
    }
  }

  TEST_CASE("a model of one's own: each switch counts, and heads that share keys have fewer") {
    const auto total = [](Inputs more) {
      Inputs inputs = own(2, 8, 16, 4, 4);
      inputs.merge(Inputs{{"vocabulary", 10.0}, {"window", 5.0}});
      for (auto& [name, value] : more) inputs.insert_or_assign(name, value);
      return std::lround(cell(run(std::move(inputs)), "total") * 1e6);
    };
    // Tables, then of two blocks matrices, biases and norms, then the last norm.
    const long tables = (10 + 5) * 8, matrices = 2 * (4 * 64 + 2 * 8 * 16), biases = 2 * (4 * 8 + 16 + 8), norms = 5 * 2 * 8;
    CHECK(total({}) == tables + matrices + biases + norms);
    CHECK(total({{"tied", false}}) == tables + matrices + biases + norms + 80);
    CHECK(total({{"places", false}}) == tables + matrices + biases + norms - 40);
    CHECK(total({{"gated", true}}) == tables + matrices + biases + norms + 2 * (8 * 16 + 16));
    CHECK(total({{"biases", false}}) == tables + matrices + norms / 2);
    CHECK(total({{"kv_heads", 2.0}}) == tables + matrices + biases + norms - 2 * 2 * (8 * 4 + 4));
  }

  TEST_CASE("“Your own” begins with the sizes that were there before") {
    const Lesson& lesson = lesson_named(kLesson);
    const Inputs before{{"model", word("llama_70b")}};
    Inputs after{{"model", word("own")}};
    lesson.adapt(lesson.info, before, "model", after);
    after.merge(Inputs{{"stages", 1.0}});
    CHECK(cell(run(after), "total") == doctest::Approx(68976.648).epsilon(1e-6));
    Inputs same = before;
    lesson.adapt(lesson.info, before, "tokens", same);
    CHECK(same_inputs(same, before));
  }

  TEST_CASE("a model that can't be cut as the one before is cut as at first, another one stays cut") {
    const Lesson& lesson = lesson_named(kLesson);
    const auto changed_to = [&](const char* model) {
      const Inputs before = preset_inputs(lesson.info, "gpt3");  // in 8 parts and 8 stages
      Inputs after = before;
      after.insert_or_assign("model", word(model));
      lesson.adapt(lesson.info, before, "model", after);
      return after;
    };
    CHECK(changed_to("gpt2").count("parts") == 0);
    CHECK(refusal_of(kLesson, changed_to("gpt2")) == "no problem");
    CHECK(changed_to("gpt2").count("tokens") == 1);
    CHECK(changed_to("llama_70b").count("parts") == 1);
    CHECK(refusal_of(kLesson, changed_to("tales")) == "no problem");
  }

  TEST_CASE("operations and hours are near the published ones") {
    // Brown et al. 2020, table D.1: 3.14·10²³; Touvron et al. 2023: 184,320 and 1,720,320 hours of an A100.
    CHECK(cell(run_preset("gpt3"), "operations") * 1e18 == doctest::Approx(3.14e23).epsilon(0.01));
    CHECK(cell(run_preset("llama-7b"), "gpu_hours") == doctest::Approx(184320).epsilon(0.05));
    CHECK(cell(run_preset("llama-70b"), "gpu_hours") == doctest::Approx(1720320).epsilon(0.1));
  }

  TEST_CASE("time by plain arithmetic, for every machine and for one's own") {
    const double speeds[] = {125e12, 312e12, 989e12, 10e12};
    const char* const names[] = {"v100", "a100", "h100", "own"};
    for (std::size_t i = 0; i < std::size(speeds); ++i) {
      const Trace trace = run({{"gpu", word(names[i])}, {"own_speed", 10.0}, {"gpus", 16.0}, {"utilisation", 30.0}, {"tokens", 0.5}});
      const double seconds = 6 * 124439808.0 * 0.5e12 / (speeds[i] * 0.3), hours = seconds / 3600;
      CHECK(cell(trace, "time", 0, 0) == doctest::Approx(hours).epsilon(1e-5));
      CHECK(cell(trace, "time", 0, 1) == doctest::Approx(hours / 24).epsilon(1e-5));
      CHECK(cell(trace, "time", 1, 2) == doctest::Approx(hours / 16 / 24 / 365.25).epsilon(1e-5));
    }
  }

  TEST_CASE("memory of each stage of ZeRO, as its paper has it") {
    // Rajbhandari et al. 2020, figure 1: 7.5 billion numbers on 64 GPUs take 120, 31.4, 16.6 and 1.9 GB.
    const Trace trace = run_preset("llama-7b", {{"gpus", 64.0}});
    const double billions = cell(trace, "total") / 1000, published[] = {120, 31.4, 16.6, 1.9};
    for (Index stage = 0; stage < 4; ++stage)
      CHECK(cell(trace, "filled", 0, stage) / billions * 7.5 == doctest::Approx(published[stage]).epsilon(0.015));
    CHECK(cell(trace, "full", 0) == doctest::Approx(billions * 16 / 80));
    const Trace in_float = run_preset("llama-7b", {{"precision", word("float32")}});
    for (Index col = 0; col < 4; ++col)
      CHECK(cell(in_float, "memory", col, 0) == doctest::Approx(billions * (col == 2 ? 0 : col == 3 ? 8 : 4)).epsilon(1e-5));
  }

  TEST_CASE("parts and stages cut what a GPU holds; what does not fit is said") {
    const Trace trace = run_preset("gpt3");
    CHECK(cell(trace, "mine") == doctest::Approx(174.604259 / 64).epsilon(1e-6));
    CHECK_FALSE(has_note(trace, "too_large"));
    CHECK(has_note(run_preset("gpt3-copies"), "too_large"));
    CHECK_FALSE(has_note(run_preset("gpt3-copies", {{"zero", 3.0}}), "too_large"));
  }

  TEST_CASE("from moment to moment a GPU never holds more than without ZeRO, and in stage 3 one block is whole at a time") {
    for (double stage = 0; stage < 4; ++stage) {
      CAPTURE(stage);
      const Trace trace = run_preset("gpt3-copies", {{"zero", stage}});
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

  TEST_CASE("keys and values that are kept, by plain arithmetic") {
    const Trace gpt3 = run_preset("gpt3"), llama = run_preset("llama-70b");
    CHECK(cell(gpt3, "cache", 0) == doctest::Approx(2 * 96 * 12288 * 2 / 1e6));
    CHECK(cell(gpt3, "cache", 1) == doctest::Approx(2 * 96 * 12288 * 2 / 1e6 * 2048));
    CHECK(cell(llama, "cache", 0) == doctest::Approx(2 * 80 * 1024 * 2 / 1e6));  // 8 of 64 heads have keys
    CHECK(cell(llama, "cache", 2) == doctest::Approx(2 * 80 * 1024 * 2 / 1e6 * 4096 * 32));
  }

  TEST_CASE("a layer that is cut among GPUs gives what the uncut one gives, in every cell, exactly") {
    Tensor w_1 = value(run(), "w_1");
    w_1.at(2, 5) = -1.75f;
    for (const char* parts : {"1", "2", "4", "8"}) {
      CAPTURE(parts);
      const Trace trace = run({{"model", word("gpt3")}, {"parts", word(parts)}, {"stages", 1.0}, {"w_1", w_1}});
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
    const auto said = [&](Index stage, Index time) { return trace.explain(trace.find("schedule"), {0, stage, time}).numbers; };
    CHECK(said(1, 3) == "4 − 1 = 3");
    CHECK(said(3, 8) == "−(4 − 1) = −3");
    CHECK(said(2, 0) == "0");
  }

  TEST_CASE("what does not fit together is refused in a sentence") {
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"layers", 1e6}}) == "layers: expected a number from 1 to 1000, got 1000000.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"window", 0.0}}) == "window: expected a number from 1 to 1·10⁷, got 0.");
    CHECK(refusal_of(kLesson, {{"gpu", word("own")}, {"own_memory", 0.0}}) == "own_memory: expected a number from 0.001 to 100000, got 0.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"heads", 7.0}}) ==
          "heads: expected a number that divides the width 768, since every head gets an equal part of it; got 7.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"kv_heads", 5.0}}) ==
          "kv_heads: expected a number that divides the 12 heads, since equally many share a key; got 5.");
    CHECK(refusal_of(kLesson, {{"parts", word("8")}}) ==
          "parts: expected a number of parts that divides the 12 heads, since no head is cut; got 8.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"hidden", 3001.0}}) ==
          "parts: expected a number of parts that divides the 3001 hidden numbers, since each GPU gets as many; got 2.");
    CHECK(refusal_of(kLesson, {{"stages", 5.0}}) ==
          "stages: expected a number of stages that divides the 12 blocks, since each stage gets as many; got 5.");
    CHECK(refusal_of(kLesson, {{"gpus", 12.0}}) == "gpus: expected a multiple of 8, got 12.");
    CHECK(refusal_of(kLesson, {{"x", Tensor(matrix_shape(3, 5))}}) ==
          "x: expected a matrix of shape (3, 4), that is (rows, columns), got (3, 5).");
  }

  TEST_CASE("what the steps say of their numbers is so") {
    const Trace gpt3 = run_preset("gpt3"), copies = run_preset("gpt3-copies");
    CHECK(cell(gpt3, "by_part", 0, 2) > 0.66);
    CHECK(cell(gpt3, "by_part", 0, 2) == doctest::Approx(2 * cell(gpt3, "by_part", 0, 1)).epsilon(0.01));
    CHECK(cell(gpt3, "by_part", 0, 0) < 0.01);
    CHECK(cell(gpt3, "time", 0, 2) > 70);
    CHECK(cell(gpt3, "time", 1, 1) < 31);
    CHECK(cell(copies, "full", 0) > 1);
    CHECK(cell(copies, "full", 0, 3) < 1);
    for (Index col = 0; col < 3; ++col) CHECK(cell(copies, "whole", col) < cell(copies, "whole", 3));
    // What is exported for PyTorch has weights, gradients and Adam's two of 32 bits, and no copy; of two processes each stage halves one
    // more.
    const Trace two = run_preset("tales", {{"gpus", 2.0}, {"precision", word("float32")}});
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

}  // namespace scaling_lesson_test
