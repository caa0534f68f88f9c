// Draws the buttons and the time slider of a run. Each frame with a run calls `follow_transport`.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Handles the keys and the pace of a run. Call it once a frame, also if the buttons are not drawn.
void follow_transport(const Frame& frame, Screen& screen);
/// Draws a paragraph that says how far a run is.
void draw_run_status(const Frame& frame, Screen& screen, float room);
/// Draws buttons, time slider and status. A low window has no status.
void draw_transport(const Frame& frame, Screen& screen);

/// Returns the status in words for assistive technology, with the shown values unless the run plays or a question is open.
std::string training_words(const Frame& frame);

}  // namespace gf::ui
