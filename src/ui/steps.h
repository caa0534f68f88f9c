// The guided steps of a lesson.
#pragma once

#include <functional>
#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// The guided steps: where one is, the caption, previous and next, what to try.
void draw_steps(const Frame& frame, Screen& screen);
/// The same as a column beside the stage of a low window. `more` draws what else is said below the caption.
void draw_steps_beside(const Frame& frame, Screen& screen, const std::function<void()>& more);
/// Next (1) or Back (-1), as their buttons do: the next lesson after the last step.
void take_step(const Frame& frame, Screen& screen, int by);
/// Whether the lesson has steps.
bool has_steps(const Frame& frame);
/// Returns the number of the current step: "Step 2 of 9". Empty if the lesson has no steps.
std::string step_words(const Frame& frame);
/// The caption of the step that one is at, with its live values; empty where the lesson has no steps.
const std::string& step_caption(const Frame& frame, Screen& screen);

}  // namespace gf::ui
