// The buttons and the time slider of a run.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Buttons, time slider, status; and their keys.
void draw_transport(const Frame& frame, Screen& screen);

/// Status and latest values in a sentence, for assistive technology. Changes rarely while the run plays.
std::string training_words(const Frame& frame);

}  // namespace gf::ui
