// The inputs of the lesson training, and the settings that they stand for.
#pragma once

#include <string>
#include <string_view>

#include "lessons/lesson.h"
#include "train/settings.h"

namespace gf {

/// Returns the inputs that stand for the default settings of a task.
Inputs inputs_of_task(const std::string& task);

/// Returns the settings that inputs stand for. A setting without an input has the task's default. Throws InputError if the width is not a
/// multiple of the heads.
TrainSettings training_settings(const InputReader& inputs);

/// If the task changes, sets all inputs to the task's defaults. The seed and the pairs stay.
void adapt_training_inputs(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after);

}  // namespace gf
