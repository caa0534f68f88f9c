#include "train/optimizer.h"

#include <algorithm>
#include <limits>

#include "core/parallel.h"
#include "core/random.h"
#include "golden.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace optimizer_test {
namespace {

constexpr OptimizerKind kKinds[] = {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adam,
                                    OptimizerKind::adamw};

// Returns the settings that generate.py gives torch.optim.
OptimizerSettings golden_settings(const std::string& name) {
  OptimizerSettings settings;
  settings.kind = *std::find_if(std::begin(kKinds), std::end(kKinds), [&](OptimizerKind kind) { return name_of(kind) == name; });
  settings.learning_rate = 0.05;
  settings.weight_decay = 0.1;
  settings.alpha = 0.97;
  settings.epsilon = 1e-6;
  settings.beta1 = 0.8;
  settings.beta2 = 0.95;
  return settings;
}

NamedTensors named(const json& tensors) {
  NamedTensors result;
  for (const json& entry : tensors) result.tensors.push_back({"w" + std::to_string(result.tensors.size()), tensor_of(entry)});
  return result;
}

std::vector<const Tensor*> pointers(const NamedTensors& tensors) {
  std::vector<const Tensor*> result;
  for (const NamedTensor& named_tensor : tensors.tensors) result.push_back(&named_tensor.value);
  return result;
}

NamedTensors one_weight(float value, Shape shape = matrix_shape(1, 2)) {
  NamedTensors weights;
  weights.tensors.push_back({"w", Tensor::filled(std::move(shape), value)});
  return weights;
}

}  // namespace

TEST_SUITE("train/optimizer") {
  // The goldens are in double precision. A step rounds a weight of size below 4 (spacing 4.8e-7) and means of like size a few times. Twenty
  // steps add up to at most about 20 times half of the spacing, 5e-6, and no optimiser makes errors grow.
  constexpr double kTolerance = 5e-6;

  TEST_CASE("20 steps of every optimiser are torch.optim's, also with clipped gradients") {
    std::size_t seen = 0;
    for (const json& entry : golden("optimizers.json")) {
      const OptimizerSettings settings = golden_settings(entry["kind"].get<std::string>());
      CAPTURE(name_of(settings.kind));
      NamedTensors weights = named(entry["start"]);
      OptimizerState state;
      const double clip = entry["clip"].get<double>();
      for (std::size_t step = 0; step < entry["gradients"].size(); ++step) {
        CAPTURE(step);
        const NamedTensors gradients = named(entry["gradients"][step]);
        const double norm = global_norm(pointers(gradients));
        if (clip > 0) CHECK(norm == doctest::Approx(entry["norms"][step].get<double>()).epsilon(1e-7));
        optimizer_step(settings, settings.learning_rate, weights, pointers(gradients), state, {}, clip_factor(norm, clip));
        for (std::size_t i = 0; i < weights.tensors.size(); ++i)
          check_values(weights.tensors[i].value, table_of(entry["after"][step][i]), kTolerance);
      }
      CHECK(state.steps == 20);
      ++seen;
    }
    CHECK(seen == 2 * std::size(kKinds));
  }

  TEST_CASE("held cells never move, the others as if nothing were held") {
    for (const OptimizerKind kind : kKinds) {
      CAPTURE(name_of(kind));
      OptimizerSettings settings;
      settings.kind = kind;
      settings.weight_decay = 0.5;
      NamedTensors free = one_weight(1), held = one_weight(1);
      const Tensor gradient = Tensor::from_rows({{0.5f, -2}});
      OptimizerState free_state, held_state;
      for (int step = 0; step < 5; ++step) {
        const Tensor* gradients[] = {&gradient};
        optimizer_step(settings, 0.1, free, gradients, free_state);
        optimizer_step(settings, 0.1, held, gradients, held_state, {{"w", Tensor::from_rows({{0, 1}})}});
      }
      CHECK(held.at("w").at(0, 0) == free.at("w").at(0, 0));
      CHECK(held.at("w").at(0, 1) == 1);
      CHECK(free.at("w").at(0, 1) != 1);
    }
  }

  TEST_CASE("the same bits for any number of threads") {
    const int before = thread_count();
    NumpyRandom random(7);
    const Shape shape = matrix_shape(100, 1000);  // several pieces
    const Tensor gradient = random.normal(shape, 1);
    const Tensor* gradients[] = {&gradient};
    for (const OptimizerKind kind : kKinds) {
      OptimizerSettings settings;
      settings.kind = kind;
      NamedTensors results[2] = {one_weight(1, shape), one_weight(1, shape)};
      for (int i = 0; i < 2; ++i) {
        set_thread_count(i == 0 ? 1 : 4);
        OptimizerState state;
        for (int step = 0; step < 2; ++step) optimizer_step(settings, 0.1, results[i], gradients, state);
      }
      CHECK(same_values(results[0].at("w"), results[1].at("w")));
    }
    set_thread_count(before);
  }

  TEST_CASE("the norm counts every cell, whatever the size") {
    for (Index size = 1; size < 20; ++size) {
      const Tensor tensor = Tensor::filled(matrix_shape(1, size), 2);
      CHECK(squared_norm(tensor) == 4.0 * static_cast<double>(size));
    }
    CHECK(clip_factor(0.5, 1) == 1);
    CHECK(clip_factor(4, 1) == doctest::Approx(0.25).epsilon(1e-6));
    CHECK(clip_factor(4, 0) == 1);
  }

  TEST_CASE("the learning rate rises over the warm-up, then stays or falls to its floor at the last step") {
    const ScheduleSettings constant{ScheduleKind::constant, 4, 0.5}, linear{ScheduleKind::linear, 4, 0.1},
        cosine{ScheduleKind::cosine, 4, 0.1};
    for (const ScheduleSettings& schedule : {constant, linear, cosine}) {
      CHECK(schedule_factor(schedule, 0, 105) == 0.25);
      CHECK(schedule_factor(schedule, 3, 105) == 1);
      CHECK(schedule_factor(schedule, 4, 105) == 1);
    }
    CHECK(schedule_factor(constant, 104, 105) == 1);
    CHECK(schedule_factor(linear, 54, 105) == doctest::Approx(0.55));
    CHECK(schedule_factor(cosine, 54, 105) == doctest::Approx(0.55));
    CHECK(schedule_factor(cosine, 29, 105) == doctest::Approx(0.1 + 0.45 * (1 + std::sqrt(0.5))));
    CHECK(schedule_factor(linear, 104, 105) == doctest::Approx(0.1));
    CHECK(schedule_factor(cosine, 104, 105) == doctest::Approx(0.1));
    CHECK(schedule_factor(cosine, 500, 105) == doctest::Approx(0.1));
    CHECK(schedule_factor({ScheduleKind::cosine, 0, 0.1}, 0, 1) == 1);
  }

  TEST_CASE("gradients of other shapes are refused, a gradient that is not finite shows in the weights") {
    NamedTensors weights = one_weight(1);
    OptimizerState state;
    const Tensor wrong = Tensor::filled(matrix_shape(2, 1), 1),
                 none = Tensor::filled(matrix_shape(1, 2), std::numeric_limits<float>::quiet_NaN());
    const Tensor* gradients[] = {&wrong};
    CHECK_THROWS_WITH_AS(optimizer_step({}, 0.1, weights, gradients, state), "[optimizer] w is (1, 2), its gradient is (2, 1)", ShapeError);
    CHECK_THROWS_AS(optimizer_step({}, 0.1, weights, {}, state), ShapeError);
    gradients[0] = &none;
    for (const OptimizerKind kind : kKinds) {
      OptimizerSettings settings;
      settings.kind = kind;
      NamedTensors fresh = one_weight(1);
      OptimizerState fresh_state;
      optimizer_step(settings, 0.1, fresh, gradients, fresh_state);
      CHECK(std::isnan(fresh.at("w").at(0, 0)));
    }
  }
}

}  // namespace optimizer_test
