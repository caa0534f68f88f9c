// Draws the guided steps of a lesson, and goes from step to step.
#pragma once

#include <functional>
#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Draws the place in the steps, the caption with its question or exercise, the buttons back and next, and the examples to try.
void draw_steps(const Frame& frame, Screen& screen);
/// Draws the steps as a column beside the stage of a low window. `more` draws further parts below the caption.
void draw_steps_beside(const Frame& frame, Screen& screen, const std::function<void()>& more);
/// Goes to the next step (`by` is 1) or the previous one (-1), as the buttons do. After the last step, opens the next lesson.
void take_step(const Frame& frame, Screen& screen, int by);
/// Whether the lesson has steps and the page does not hide them.
bool has_steps(const Frame& frame);
/// Returns the number of the current step: "Step 2 of 9". Returns an empty text if no steps are shown.
std::string step_words(const Frame& frame);
/// Returns the caption of the current step with its live values, or its answer once the question is answered. Returns an empty text if no
/// steps are shown.
const std::string& step_caption(const Frame& frame, Screen& screen);

}  // namespace gf::ui
