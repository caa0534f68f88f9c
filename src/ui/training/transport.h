// The buttons and the time slider of a run.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// The keys of a run, and its pace. Once a frame, whether its buttons are drawn or not.
void follow_transport(const Frame& frame, Screen& screen);
/// How far a run is, in a paragraph.
void draw_run_status(const Frame& frame, Screen& screen, float room);
/// Buttons, time slider, status: in one line of a low window, without the status.
void draw_transport(const Frame& frame, Screen& screen);

/// Status and latest values in a sentence, for assistive technology. Changes rarely while the run plays.
std::string training_words(const Frame& frame);

}  // namespace gf::ui
