// The buttons and the time slider of a run.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

inline constexpr const char* kTrainingSection = "training";  // folded: only the buttons are left

/// Buttons, time slider, status; and their keys.
void draw_transport(Frame& frame);

/// Status and latest values in a sentence, for assistive technology. Changes rarely while the run plays.
std::string training_words(const Frame& frame);

}  // namespace gf::ui
