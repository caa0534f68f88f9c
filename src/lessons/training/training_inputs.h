// The inputs of the training lesson and the settings that they stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/lesson.h"
#include "train/settings.h"

namespace gf {

/// The inputs that show the settings which a task of its own has.
Inputs inputs_of_task(const std::string& task);

/// The settings that inputs stand for. A setting without an input has the task's own default. Throws InputError if the width is
/// not a multiple of the heads.
TrainSettings training_settings(const InputReader& inputs);

/// Another task brings its own defaults with it; the seed and the pasted pairs stay.
void adapt_training_inputs(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after);

}  // namespace gf
