// Settings with which each task is learned within a minute or two on a small machine.
#pragma once

#include <string>

#include "train/settings.h"

namespace gf {

/// Throws InputError for an unknown task.
TrainSettings default_settings(const std::string& task);

}  // namespace gf
