// Draws the editors of a lesson's inputs: in the settings, on the stage, and in the bar at the top.
#pragma once

#include <imgui.h>

#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Draws the editors of the settings and the notes of the trace. Leaves out the main input, the inputs on the stage, matrices, which are
/// edited in their panels, and inputs that do not matter beside the others.
void draw_inputs(const Frame& frame, Screen& screen);

/// Returns the inputs that the present step brings onto the stage (Step::controls), without those that do not matter beside the others.
/// Returns none while the step waits for an answer, since an edit could tell the answer or change the question.
std::vector<const InputSpec*> inputs_on_stage(const Frame& frame);
/// The size of an editor on the stage with its name, in points. `comfortable`: the editor has the width that it needs.
struct StageInputSize {
  float width = 0, height = 0;
  bool comfortable = true;
};
/// Returns the size of the editor of an input on the stage, in a width of at most `room`.
StageInputSize size_on_stage(const Frame& frame, const InputSpec& spec, float room);
/// Draws the editor of an input with the upper left corner `at`. Notes it as "control:temperature" and, like any input, as
/// "input:temperature".
void draw_on_stage(const Frame& frame, Screen& screen, const InputSpec& spec, ImVec2 at, float room);

/// Whether the screen shows a main input: the one that LessonInfo::main names, otherwise the lesson's first input if that is a text.
bool has_main_input(const Frame& frame);
/// Whether the main input fits into a bar of this width, beside the title and the buttons. Otherwise it has a line of its own.
bool main_input_fits(const Frame& frame, float width);
/// Draws the editor of the main input at the cursor, with the buttons of a number that counts itself up.
void draw_main_input(const Frame& frame, Screen& screen, float width);
/// Returns the width that the main input may take in a bar, with those buttons.
float main_input_width(const Frame& frame);

}  // namespace gf::ui
