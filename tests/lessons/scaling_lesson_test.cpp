// The lesson about real sizes: published counts and budgets of published models, and matrices that are cut.
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

InputValue word(const char* text) { return std::string(text); }

double cell(const Trace& trace, const char* name, Index row = 0, Index col = 0) {
  return static_cast<double>(value(trace, name).at(row, col));
}

// Returns the inputs of a shape whose parameters the tests count by themselves.
Inputs own(double layers, double width, double hidden, double heads, double kv_heads) {
  return {{"model", word("own")}, {"layers", layers}, {"width", width}, {"hidden", hidden}, {"heads", heads}, {"kv_heads", kv_heads}};
}

// Computes the loss of N parameters that read D tokens by hand.
struct Constants {
  double floor, a, alpha, b, beta;

  double loss(double n, double d) const { return floor + a / std::pow(n, alpha) + b / std::pow(d, beta); }
  // Returns the size with the least loss, by thirds of an interval of its logarithm.
  double best(double operations) const {
    const auto at = [&](double log) { return loss(std::pow(10, log), operations / 6 / std::pow(10, log)); };
    double from = 6, to = 14;
    for (int i = 0; i < 200; ++i) {
      const double left = from + (to - from) / 3, right = to - (to - from) / 3;
      if (at(left) < at(right))
        to = right;
      else
        from = left;
    }
    return std::pow(10, from);
  }
};
// Hoffmann et al. 2022, equation 10; Besiroglu et al. 2024, table 1.
constexpr Constants kPrinted{1.69, 406.4, 0.34, 410.7, 0.28}, kFittedAgain{1.8172, 482.01, 0.3478, 2085.43, 0.3658};
constexpr double kGpt3 = 174604259328, kGpt3Tokens = 0.3e12, kLlama3 = 8030261248, kLlama3Tokens = 15e12;

}  // namespace

TEST_SUITE("lessons/scaling") {
  TEST_CASE("published models have their published numbers, to the last one") {
    const auto count = [](const char* model) { return numbers_learned(*known_shape(model)); };
    CHECK(count("gpt2") == 124'439'808);
    CHECK(count("gpt3") == 174'604'259'328);
    CHECK(count("llama_7b") == 6'738'415'616);
    CHECK(count("llama_70b") == 68'976'648'192);
    // The published sizes of the larger GPT-2 models.
    CHECK(numbers_learned({24, 1024, 4096, 16, 16, 50257, 1024}) == 354'823'168);
    CHECK(numbers_learned({48, 1600, 6400, 25, 25, 50257, 1024}) == 1'557'611'200);
    CHECK(count("llama3_8b") == 8'030'261'248);
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
      const Trace trace = run({{"model", word(model.choice)}});
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
    // The tables, then the matrices, biases and norms of two blocks, then the last norm.
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
    CHECK(cell(run(after), "total") == doctest::Approx(68976.648).epsilon(1e-6));
    Inputs same = before;
    lesson.adapt(lesson.info, before, "tokens", same);
    CHECK(same_inputs(same, before));
  }

  TEST_CASE("operations and hours are near the published ones") {
    // Brown et al. 2020, table D.1: 3.14·10²³; Touvron et al. 2023: 184,320 and 1,720,320 hours of an A100.
    CHECK(cell(run.preset("gpt3"), "operations") * 1e18 == doctest::Approx(3.14e23).epsilon(0.01));
    CHECK(cell(run.preset("llama-7b"), "gpu_hours") == doctest::Approx(184320).epsilon(0.05));
    CHECK(cell(run.preset("llama-70b"), "gpu_hours") == doctest::Approx(1720320).epsilon(0.1));
  }

  TEST_CASE("time by plain arithmetic, for every machine and for one's own") {
    const double speeds[] = {125e12, 312e12, 989e12, 10e12};
    const char* const names[] = {"v100", "a100", "h100", "own"};
    for (std::size_t i = 0; i < std::size(speeds); ++i) {
      const Trace trace = run({{"gpu", word(names[i])}, {"own_speed", 10.0}, {"gpus", 16.0}, {"utilisation", 30.0}, {"tokens", 0.5}});
      const double seconds = 6 * 124439808.0 * 0.5e12 / (speeds[i] * 0.3), hours = seconds / 3600;
      CHECK(cell(trace, "gpu_hours") == doctest::Approx(hours).epsilon(1e-5));
      CHECK(cell(trace, "time", 0, 0) == doctest::Approx(hours / 24).epsilon(1e-5));
      CHECK(cell(trace, "time", 1, 1) == doctest::Approx(hours / 16 / 24 / 365.25).epsilon(1e-5));
    }
  }

  TEST_CASE("keys and values that are kept, by plain arithmetic") {
    const Trace gpt3 = run.preset("gpt3"), llama = run.preset("llama-70b");
    CHECK(cell(gpt3, "cache", 0) == doctest::Approx(2 * 96 * 12288 * 2 / 1e9));
    CHECK(cell(gpt3, "cache", 1) == doctest::Approx(2 * 96 * 12288 * 2 / 1e9 * 2048));
    CHECK(cell(llama, "cache", 0) == doctest::Approx(2 * 80 * 1024 * 2 / 1e9));  // 8 of 64 heads have keys
    CHECK(cell(llama, "cache", 2) == doctest::Approx(2 * 80 * 1024 * 2 / 1e9 * 4096 * 32));
  }

  TEST_CASE("numbers that do not fit together are refused in a sentence") {
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"layers", 1e6}}) == "layers: expected a number from 1 to 1000, got 1000000.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"window", 0.0}}) == "window: expected a number from 1 to 1·10⁷, got 0.");
    CHECK(refusal_of(kLesson, {{"gpu", word("own")}, {"own_memory", 0.0}}) == "own_memory: expected a number from 0.001 to 100000, got 0.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"heads", 7.0}}) ==
          "heads: expected a number that divides the width 768, since every head gets an equal part of it; got 7.");
    CHECK(refusal_of(kLesson, {{"model", word("own")}, {"kv_heads", 5.0}}) ==
          "kv_heads: expected a number that divides the 12 heads, since equally many share a key; got 5.");
  }

  TEST_CASE("the memory of a training stands beside the memory of a GPU") {
    const Trace gpt3 = run.preset("gpt3");
    CHECK(cell(gpt3, "needed", 0) == doctest::Approx(174.604259 * 16).epsilon(1e-6));
    CHECK(cell(gpt3, "needed", 1) == 80);
    CHECK(cell(run.preset("gpt3", {{"precision", word("float32")}}), "needed", 0) == doctest::Approx(174.604259 * 16).epsilon(1e-6));
  }

  TEST_CASE("the numbers in the captions of the steps are true") {
    const Trace gpt3 = run.preset("gpt3");
    CHECK(cell(gpt3, "by_part", 0, 2) > 0.66);
    CHECK(cell(gpt3, "by_part", 0, 2) == doctest::Approx(2 * cell(gpt3, "by_part", 0, 1)).epsilon(0.01));
    CHECK(cell(gpt3, "by_part", 0, 0) < 0.01);
    CHECK(cell(gpt3, "time", 0, 1) > 70);
    CHECK(cell(gpt3, "time", 1, 0) < 31);
    for (Index row = 0; row < 3; ++row) CHECK(cell(gpt3, "whole", row) < cell(gpt3, "whole", 3));
    // If each head has its own keys, 32 full windows take more than the weights. With 8 shared ones they take less: an eighth.
    const Trace shared = run.preset("own-keys", {{"kv_heads", 8.0}}), own_keys = run.preset("own-keys");
    CHECK(cell(own_keys, "cache", 2) > 2 * cell(own_keys, "whole", 0));
    CHECK(cell(shared, "cache", 2) < cell(shared, "whole", 0));
    CHECK(cell(own_keys, "cache", 2) == doctest::Approx(8 * cell(shared, "cache", 2)));
    CHECK(cell(shared, "cache", 2) == doctest::Approx(cell(run.preset("llama-70b"), "cache", 2)));
  }

  TEST_CASE("the scaling law: the loss of GPT-3, of the best model for its bill, and of sizes between, by both fits") {
    for (const bool again : {true, false}) {
      CAPTURE(again);
      const Constants& law = again ? kFittedAgain : kPrinted;
      const Trace trace = run.preset("gpt3", {{"constants", word(again ? "corrected" : "published")}});
      const double operations = 6 * kGpt3 * kGpt3Tokens, best = law.best(operations), tokens = operations / 6 / best;
      CHECK(cell(trace, "compared.both_models", 0, 2) == doctest::Approx(kGpt3Tokens / kGpt3));
      CHECK(cell(trace, "compared.loss_reached", 0) == doctest::Approx(law.loss(kGpt3, kGpt3Tokens)));
      CHECK(cell(trace, "compared.both_models", 1, 0) == doctest::Approx(best / 1e9).epsilon(1e-3));
      CHECK(cell(trace, "compared.both_models", 1, 1) == doctest::Approx(tokens / 1e12).epsilon(1e-3));
      CHECK(cell(trace, "compared.both_models", 1, 2) == doctest::Approx(tokens / best).epsilon(2e-3));
      CHECK(cell(trace, "compared.loss_reached", 1) == doctest::Approx(law.loss(best, tokens)));
      const Tensor &sizes = value(trace, "curve.sizes"), &losses = value(trace, "curve.loss_reached");
      for (Index row = 0; row < sizes.rows(); ++row) {
        const double n = 1e9 * static_cast<double>(sizes.at(row, 0));
        CHECK(losses.at(row, 0) == doctest::Approx(law.loss(n, operations / 6 / n)));
        CHECK(losses.at(row, 0) >= doctest::Approx(law.loss(best, tokens)));
      }
      CHECK(sizes.at(0, 0) == doctest::Approx(1));
      CHECK(sizes.at(60, 0) == doctest::Approx(1000));
    }
  }

  TEST_CASE("the published numbers of the scaling law: 53 billion on a trillion tokens, or 24 on two") {
    const Trace again = run.preset("gpt3"), printed = run.preset("gpt3", {{"constants", word("published")}});
    CHECK(cell(again, "compared.both_models", 0, 2) == doctest::Approx(1.7).epsilon(0.02));
    CHECK(cell(again, "compared.both_models", 1, 0) == doctest::Approx(53).epsilon(0.01));
    CHECK(cell(again, "compared.both_models", 1, 1) == doctest::Approx(1.0).epsilon(0.02));
    CHECK(cell(again, "compared.both_models", 1, 2) == doctest::Approx(19).epsilon(0.02));
    CHECK(cell(again, "compared.loss_reached", 0) == doctest::Approx(2.009).epsilon(0.0003));
    CHECK(cell(again, "compared.loss_reached", 1) == doctest::Approx(1.992).epsilon(0.0003));
    CHECK(cell(printed, "compared.both_models", 1, 0) == doctest::Approx(24.5).epsilon(0.01));
    CHECK(cell(printed, "compared.both_models", 1, 1) == doctest::Approx(2.14).epsilon(0.01));
    CHECK(cell(printed, "compared.both_models", 1, 2) == doctest::Approx(87).epsilon(0.01));
  }

  TEST_CASE("the same bill for a smaller and a larger model; GPT-3 lacks tokens more than parameters") {
    const Trace trace = run.preset("gpt3", {{"times", 4.0}});
    for (Index row = 0; row < 3; ++row) {
      const double n = kGpt3 * std::pow(4.0, static_cast<double>(row - 1)), d = kGpt3 * kGpt3Tokens / n;
      CHECK(cell(trace, "tried.sizes", row) == doctest::Approx(n / 1e9));
      CHECK(cell(trace, "tried.tokens_read", row) == doctest::Approx(d / 1e12));
      CHECK(cell(trace, "tried.loss_reached", row) == doctest::Approx(kFittedAgain.loss(n, d)));
    }
    const Trace three = run.preset("gpt3");
    CHECK(cell(three, "tried.loss_reached", 0) < cell(three, "tried.loss_reached", 1));
    CHECK(cell(three, "tried.loss_reached", 1) < cell(three, "tried.loss_reached", 2));
    CHECK(cell(three, "compared.loss_parts", 0, 2) == doctest::Approx(kFittedAgain.b / std::pow(kGpt3Tokens, kFittedAgain.beta)));
    CHECK(cell(three, "compared.loss_parts", 0, 2) > 2 * cell(three, "compared.loss_parts", 0, 1));
  }

  TEST_CASE("training longer than is best pays once enough tokens are written") {
    const Trace trace = run.preset("llama-3");
    const double loss = kFittedAgain.loss(kLlama3, kLlama3Tokens), operations = 6 * kLlama3 * kLlama3Tokens;
    // Finds the least bill of that loss by halves of an interval of its logarithm.
    double from = 20, to = 24;
    for (int i = 0; i < 100; ++i) {
      const double bill = std::pow(10, (from + to) / 2), n = kFittedAgain.best(bill);
      (kFittedAgain.loss(n, bill / 6 / n) > loss ? from : to) = (from + to) / 2;
    }
    const double bill = std::pow(10, from), larger = kFittedAgain.best(bill);
    CHECK(cell(trace, "compared.both_models", 0, 2) == doctest::Approx(kLlama3Tokens / kLlama3));
    CHECK(cell(trace, "serving.training", 0) == doctest::Approx(operations / 1e21));
    CHECK(cell(trace, "serving.training", 1) == doctest::Approx(bill / 1e21).epsilon(2e-3));
    CHECK(cell(trace, "serving.served_sizes", 1) == doctest::Approx(larger / 1e9).epsilon(2e-3));
    const double paid = (operations - bill) / (2 * (larger - kLlama3));
    CHECK(cell(trace, "serving.paid_after") == doctest::Approx(paid / 1e12).epsilon(5e-3));
    CHECK(paid == doctest::Approx(11.4e12).epsilon(0.01));
    CHECK(paid / 1e11 / 30 == doctest::Approx(4).epsilon(0.1));  // months, at 10¹¹ tokens a day
    CHECK(larger / kLlama3 == doctest::Approx(4).epsilon(0.1));
    // The lines of the two bills cross between these numbers of tokens.
    const auto spent = [&](Index trillions, Index model) { return cell(trace, "serving.all_spent", trillions, model); };
    CHECK(spent(11, 0) > spent(11, 1));
    CHECK(spent(12, 0) < spent(12, 1));
  }
}

}  // namespace scaling_lesson_test
