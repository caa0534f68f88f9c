// The settings of each task's training run: the common ones, with the changes that the task's row makes.
#pragma once

#include <string>

#include "train/settings.h"

namespace gf {

/// Returns the default settings of a task. Throws InputError for an unknown task.
TrainSettings default_settings(const std::string& task);

}  // namespace gf
