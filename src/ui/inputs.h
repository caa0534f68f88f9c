// Editors of a lesson's inputs.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Editors of the lesson's inputs (matrices are edited in their panels) and the notes of the trace.
void draw_inputs(const Frame& frame, Screen& screen);

/// The input that a lesson is about first of all: a text, or the choice that it names (LessonInfo::main).
bool has_main_input(const Frame& frame);
/// Whether it fits into a bar of this width beside the title and the buttons; else it has a line of its own.
bool main_input_fits(const Frame& frame, float width);
void draw_main_input(const Frame& frame, Screen& screen, float width);
/// How wide it may be in a bar, with the buttons beside it.
float main_input_width(const Frame& frame);

}  // namespace gf::ui
