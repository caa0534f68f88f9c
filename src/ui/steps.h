// The guided steps of a lesson.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// The guided steps: where one is, the caption, previous and next, what to try.
void draw_steps(const Frame& frame, Screen& screen);
/// Next (1) or Back (-1), as their buttons do: the next lesson after the last step.
void take_step(const Frame& frame, Screen& screen, int by);
/// Whether the lesson has steps.
bool has_steps(const Frame& frame);
/// The caption of the step that one is at, with its live values; empty where the lesson has no steps.
const std::string& step_caption(const Frame& frame, Screen& screen);

}  // namespace gf::ui
