// The inputs and settings of a run that is small enough to be trained in a test.
#pragma once

#include <cstddef>
#include <string>

#include "lessons/registry.h"
#include "lessons/training/training_inputs.h"
#include "session/runs/run.h"
#include "support.h"

namespace gf::test {

inline Inputs small_training() {
  return {{"task", std::string("own")},
          {"layers", 1.0},
          {"width", 8.0},
          {"heads", 2.0},
          {"hidden", 8.0},
          {"batch", 4.0},
          {"steps", 40.0},
          {"warm_up", 0.0},
          {"learning_rate", 0.01},
          {"schedule", std::string("constant")}};
}

inline Inputs with(Inputs inputs, const Inputs& others) {
  for (const auto& [name, value] : others) inputs.insert_or_assign(name, value);
  return inputs;
}

inline TrainSettings settings_of(const Inputs& inputs) {
  const Lesson& lesson = lesson_named("training");
  return lesson.settings(InputReader(lesson.info, inputs));
}

inline bool same_weights(const NamedTensors& a, const NamedTensors& b) {
  if (a.tensors.size() != b.tensors.size()) return false;
  for (std::size_t i = 0; i < a.tensors.size(); ++i)
    if (a.tensors[i].name != b.tensors[i].name || !same_values(a.tensors[i].value, b.tensors[i].value)) return false;
  return true;
}

}  // namespace gf::test
