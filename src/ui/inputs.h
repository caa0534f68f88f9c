// Editors of a lesson's inputs.
#pragma once

#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Editors of the lesson's inputs (matrices are edited in their panels), but for those that stand above the picture or on the stage, and
/// the notes of the trace.
void draw_inputs(const Frame& frame, Screen& screen);

/// The inputs that the present step brings onto the stage (Step::controls), as far as they matter beside the others. None while the step
/// waits for an answer: they might tell it, and would change what is asked.
std::vector<const InputSpec*> inputs_on_stage(const Frame& frame);
/// The size of one of them with its name, where it may be so wide; `comfortable`: whether that is enough for its editor.
struct StageInputSize {
  float width = 0, height = 0;
  bool comfortable = true;
};
StageInputSize size_on_stage(const Frame& frame, const InputSpec& spec, float room);
/// Draws it with its upper left there. It is noted as "control:temperature", and as "input:temperature" like any other.
void draw_on_stage(const Frame& frame, Screen& screen, const InputSpec& spec, ImVec2 at, float room);

/// The input that a lesson is about first of all: a text, or the choice that it names (LessonInfo::main).
bool has_main_input(const Frame& frame);
/// Whether it fits into a bar of this width beside the title and the buttons; else it has a line of its own.
bool main_input_fits(const Frame& frame, float width);
void draw_main_input(const Frame& frame, Screen& screen, float width);
/// How wide it may be in a bar, with the buttons beside it.
float main_input_width(const Frame& frame);

}  // namespace gf::ui
