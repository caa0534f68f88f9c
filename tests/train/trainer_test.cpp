#include "train/trainer.h"

#include <cmath>
#include <set>

#include "core/parallel.h"
#include "core/problem.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace trainer_test {
namespace {

std::string next(const std::string& letter) { return std::string(1, static_cast<char>(letter[0] + 1)); }

// Returns the settings of a small task: every letter becomes the next letter of the alphabet, a b -> b c. With one layer and some thousand
// weights a step takes a millisecond or less.
TrainSettings small(Architecture architecture = Architecture::decoder_only) {
  TrainSettings settings;
  settings.task = "own";
  for (const std::string first : {"a", "b", "c", "d"})
    for (const std::string second : {"a", "b", "c", "d"})
      settings.pairs += first + " " + second + "\t" + next(first) + " " + next(second) + "\n";
  settings.transformer().architecture = architecture;
  settings.transformer().width = 16;
  settings.transformer().heads = 2;
  settings.transformer().hidden = 16;
  settings.transformer().encoder_layers = settings.transformer().decoder_layers = 1;
  settings.optimizer.learning_rate = 1e-2;
  settings.batch = 8;
  settings.steps = 40;
  return settings;
}

StepReport advance(Trainer& trainer, Index steps) {
  StepReport report;
  for (Index i = 0; i < steps; ++i) report = trainer.advance();
  return report;
}

bool same(const NamedTensors& a, const NamedTensors& b) {
  if (a.metadata != b.metadata || a.tensors.size() != b.tensors.size()) return false;
  for (std::size_t i = 0; i < a.tensors.size(); ++i)
    if (a.tensors[i].name != b.tensors[i].name || !same_values(a.tensors[i].value, b.tensors[i].value)) return false;
  return true;
}

std::string refusal(const TrainSettings& settings, const NamedTensors& checkpoint) {
  try {
    Trainer::resume(settings, checkpoint);
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "taken";
}

// Returns the settings of a training with one pair, so that no padding is read.
TrainSettings of_one_pair() {
  TrainSettings settings = small();
  settings.task = "own";
  settings.pairs = "one two = two one";
  return settings;
}

}  // namespace

TEST_SUITE("train/trainer") {
  // Guessing costs ln V = 2.1 a token, knowing how often each token occurs at all ln 5 = 1.6 or so. In forty steps every architecture gets
  // far below that; a gradient with a part missing or of the wrong sign does not.
  TEST_CASE("every architecture learns") {
    for (const Architecture architecture : {Architecture::decoder_only, Architecture::encoder_only, Architecture::encoder_decoder}) {
      CAPTURE(name_of(architecture));
      Trainer trainer(small(architecture));
      CHECK(trainer.evaluate(false, 16, 0).loss > 1.6);
      advance(trainer, 40);
      const Evaluation after = trainer.evaluate(false, 16, 16);
      CHECK(after.loss < 0.5);
      CHECK(after.token_accuracy > 0.8);
      CHECK(after.exact_match > 0.5);
    }
  }

  TEST_CASE("any number of threads gives the same bits") {
    const int before = thread_count();
    TrainSettings settings = small(Architecture::encoder_decoder);
    settings.transformer().dropout = 0.1f;
    NamedTensors results[2];
    for (int i = 0; i < 2; ++i) {
      set_thread_count(i == 0 ? 1 : 4);
      Trainer trainer(settings);
      advance(trainer, 6);
      results[i] = trainer.checkpoint();
    }
    set_thread_count(before);
    CHECK(same(results[0], results[1]));
  }

  TEST_CASE("interrupted anywhere, it goes on as if it had not been") {
    for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adamw}) {
      CAPTURE(name_of(kind));
      TrainSettings settings = small();
      settings.transformer().dropout = 0.1f;
      settings.optimizer.kind = kind;
      settings.schedule = {ScheduleKind::cosine, 3, 0.1};
      Trainer whole(settings);
      advance(whole, 8);
      for (const Index stop : {0, 3}) {
        CAPTURE(stop);
        Trainer first(settings);
        advance(first, stop);
        Trainer second = Trainer::resume(settings, first.checkpoint());
        CHECK(second.step() == stop);
        advance(second, 8 - stop);
        CHECK(same(second.checkpoint(), whole.checkpoint()));
      }
    }
  }

  TEST_CASE("other seeds give other runs, the dropout of two steps differs") {
    TrainSettings settings = small();
    Trainer a(settings);
    settings.seed = 2;
    Trainer b(settings);
    CHECK_FALSE(same_values(a.weights().at("decoder.0.self_attention.w_q"), b.weights().at("decoder.0.self_attention.w_q")));
    settings = of_one_pair();  // every step reads the same example, so only dropout makes steps differ
    settings.transformer().dropout = 0.5f;
    settings.optimizer.learning_rate = 0;
    Trainer dropped(settings);
    const double first = dropped.advance().loss, second = dropped.advance().loss;
    CHECK(first != second);
    settings.transformer().dropout = 0;
    Trainer whole(settings);
    const double third = whole.advance().loss;
    CHECK(whole.advance().loss == third);
  }

  TEST_CASE("an epoch shows every example once, each epoch in an order of its own") {
    TrainSettings settings = small();
    settings.batch = 2;
    settings.optimizer.learning_rate = 0;
    Trainer trainer(settings);
    const Index steps = trainer.steps_per_epoch();
    CHECK(steps == (static_cast<Index>(trainer.dataset().training.size()) + 1) / 2);
    std::vector<double> losses[2];
    for (auto& epoch : losses)
      for (Index i = 0; i < steps; ++i) epoch.push_back(trainer.advance().loss);
    CHECK(losses[0] != losses[1]);
  }

  TEST_CASE("a learning rate of 1e9 diverges: that is said, and weights and step stay as they were") {
    for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adamw}) {
      CAPTURE(name_of(kind));
      TrainSettings settings = small();
      settings.optimizer.kind = kind;
      settings.optimizer.learning_rate = 1e9;
      Trainer trainer(settings);
      StepReport report;
      NamedTensors before;
      for (int i = 0; i < 20 && !report.diverged; ++i) {
        before = trainer.checkpoint();
        report = trainer.advance();
      }
      CHECK(report.diverged);
      CHECK(report.step == trainer.step());
      CHECK(same(trainer.checkpoint(), before));
      for (const NamedTensor& named_tensor : trainer.weights().tensors)
        for (Index i = 0; i < named_tensor.value.size(); ++i) REQUIRE(std::isfinite(named_tensor.value.data()[i]));
      CHECK(trainer.advance().diverged);  // another step diverges, too
    }
  }

  TEST_CASE("a weight that is not finite is a divergence too, and a usual run is none") {
    Trainer trainer(small());
    CHECK_FALSE(advance(trainer, 3).diverged);
    trainer.set_weight("output.w", {0, 0, 3}, INFINITY);
    CHECK(trainer.advance().diverged);
    CHECK(trainer.step() == 3);
    CHECK_THROWS_AS(trainer.set_weight("output.w", {0, 0, 4000}, 1), std::invalid_argument);
    CHECK_THROWS_AS(trainer.set_weight("nothing", {0, 0, 0}, 1), std::invalid_argument);
  }

  TEST_CASE("a loss that is finite and out of all bounds is a divergence") {
    Trainer trainer(of_one_pair());
    CHECK_FALSE(trainer.advance().diverged);
    trainer.set_weight("output.b", {0, 0, Vocabulary::kPad}, 1000);
    const StepReport report = trainer.advance();
    CHECK(report.diverged);
    CHECK(std::isfinite(report.loss));
    CHECK(trainer.step() == 1);
  }

  TEST_CASE("a step after which a weight would not be finite is not taken over") {
    TrainSettings settings = of_one_pair();
    settings.optimizer.kind = OptimizerKind::sgd;
    settings.optimizer.learning_rate = 1e12;
    settings.optimizer.weight_decay = 1;
    settings.clip = 0;
    Trainer trainer(settings);
    trainer.set_weight("decoder.token_table", {0, Vocabulary::kPad, 0}, 3e38f);  // no token reads it: loss and gradients stay finite
    const StepReport report = trainer.advance();
    CHECK(report.diverged);
    CHECK(std::isfinite(report.loss));
    CHECK(std::isfinite(report.gradient_norm));
    CHECK(trainer.weights().at("decoder.token_table").at(Vocabulary::kPad, 0) == 3e38f);
  }

  TEST_CASE("held weights stay, the others go on; a weight that is set stays set only until the next step") {
    Trainer trainer(small());
    const std::string name = "decoder.0.self_attention.w_q";
    Tensor held(trainer.weights().at(name).shape());
    held.at(1, 2) = 1;
    trainer.hold({{name, held}});
    trainer.set_weight(name, {0, 1, 2}, 0.75f);
    trainer.set_weight(name, {0, 2, 2}, 0.75f);
    advance(trainer, 3);
    CHECK(trainer.weights().at(name).at(1, 2) == 0.75f);
    CHECK(trainer.weights().at(name).at(2, 2) != 0.75f);
  }

  TEST_CASE("gradients are reported by part, together they are the norm; clipping bounds the step") {
    TrainSettings settings = small(Architecture::encoder_decoder);
    settings.optimizer.kind = OptimizerKind::sgd;
    settings.optimizer.learning_rate = 1;
    settings.clip = 0.01;
    Trainer trainer(settings);
    const NamedTensors before = trainer.weights();
    const StepReport report = trainer.advance();
    double squares = 0, moved = 0;
    std::set<std::string> parts;
    for (const auto& [part, norm] : trainer.gradient_norms()) {
      CHECK(norm > 0);
      squares += norm * norm;
      parts.insert(part);
    }
    CHECK(std::sqrt(squares) == doctest::Approx(report.gradient_norm));
    CHECK(parts.contains("decoder.0.cross_attention"));
    CHECK(parts.contains("output"));
    for (std::size_t i = 0; i < before.tensors.size(); ++i)
      for (Index k = 0; k < before.tensors[i].value.size(); ++k)
        moved += std::pow(
            static_cast<double>(trainer.weights().tensors[i].value.data()[k]) - static_cast<double>(before.tensors[i].value.data()[k]), 2);
    CHECK(report.gradient_norm > 0.1);
    CHECK(std::sqrt(moved) == doctest::Approx(0.01).epsilon(1e-3));
  }

  // Whole answers are counted from one pass over the right answers. The count must be that of generated answers.
  TEST_CASE("exact match is what the model says by itself") {
    for (const Architecture architecture : {Architecture::decoder_only, Architecture::encoder_only, Architecture::encoder_decoder}) {
      CAPTURE(name_of(architecture));
      TrainSettings settings = small(architecture);
      settings.transformer().positions = Positions::learned;
      Trainer trainer(settings);
      advance(trainer, 12);
      Index right = 0;
      for (const Example& example : trainer.dataset().training) right += trainer.answer(example.question) == example.answer ? 1 : 0;
      const auto examples = static_cast<Index>(trainer.dataset().training.size());
      CHECK(trainer.evaluate(false, examples, examples).exact_match ==
            doctest::Approx(static_cast<double>(right) / static_cast<double>(examples)));
      CHECK(right > 0);
      CHECK(right < examples);  // not all answers are right: otherwise both counts would agree in any case
      CHECK(std::isnan(trainer.evaluate(false, 3, 0).exact_match));
      CHECK(trainer.evaluate(false, 3, 3).examples == 3);
      if (!trainer.settings().transformer().has_decoder()) continue;
      settings.transformer().causal = false;  // then a pass over the right answers would see them, so answers are generated
      Trainer seeing(settings);
      advance(seeing, 12);
      right = 0;
      for (const Example& example : seeing.dataset().training) right += seeing.answer(example.question) == example.answer ? 1 : 0;
      CHECK(seeing.evaluate(false, examples, examples).exact_match ==
            doctest::Approx(static_cast<double>(right) / static_cast<double>(examples)));
    }
  }

  TEST_CASE("a checkpoint of something else is refused with the reason") {
    Trainer trainer(small());
    advance(trainer, 2);
    const NamedTensors checkpoint = trainer.checkpoint();
    CHECK(refusal(small(), checkpoint) == "taken");
    CHECK(refusal(small(), {}) == "checkpoint: expected a checkpoint of a training.");
    TrainSettings other = small();
    other.transformer().width = 32;
    CHECK(refusal(other, checkpoint).find("model.width was 16 and is 32") != std::string::npos);
    other = small();
    other.optimizer.learning_rate = 0.5;
    CHECK(refusal(other, checkpoint).find("optimizer.learning_rate was 0.01 and is 0.5") != std::string::npos);
    NamedTensors broken = checkpoint;
    broken.tensors.pop_back();
    CHECK(refusal(small(), broken).find("output.b (missing)") != std::string::npos);
    broken = checkpoint;
    broken.tensors[1].value = Tensor(matrix_shape(1, 1));
    CHECK(refusal(small(), broken).find("(1, 1)") != std::string::npos);
    for (const char* state :
         {"", "[]", "{}", "{\"step\":-1}", "{\"step\":\"2\"}", "{\"step\":2,\"optimizer_steps\":2,\"first_loss\":\"a\"}"}) {
      broken = checkpoint;
      broken.metadata["state"] = state;
      CHECK(refusal(small(), broken) == "checkpoint: expected a checkpoint of a training.");
    }
    // A number of steps that 32 bits would take for 2, and more steps than there are.
    for (const char* step : {"4294967298", "18446744073709551615", "10000000"}) {
      broken = checkpoint;
      broken.metadata["state"] = R"({"step":)" + std::string(step) + R"(,"optimizer_steps":2,"first_loss":1,"first":true,"second":true})";
      CHECK(refusal(small(), broken) == "checkpoint: expected a checkpoint of a training.");
    }
    broken = checkpoint;
    broken.metadata["settings"] = std::string(300'000, '[') + std::string(300'000, ']');
    CHECK(refusal(small(), broken) == "checkpoint: expected a checkpoint of a training.");
    broken.metadata["settings"] = "{";
    CHECK(refusal(small(), broken) == "checkpoint: expected a checkpoint of a training.");
  }

  TEST_CASE("a position table that is too short, a model that is too large") {
    TrainSettings settings = small();
    settings.transformer().positions = Positions::learned;
    settings.transformer().longest = 3;
    CHECK_THROWS_AS(Trainer{settings}, InputError);
    settings = small();
    settings.transformer().width = 4096;
    settings.transformer().hidden = 16384;
    settings.transformer().decoder_layers = 48;
    CHECK_THROWS_AS(Trainer{settings}, InputError);
    settings = small();
    settings.optimizer.learning_rate = std::nan("");
    CHECK_THROWS_AS(Trainer{settings}, InputError);
  }
}

}  // namespace trainer_test
