// Counts a number up by itself, such as the number of tokens that a model has written. Each number is shown before the next one is asked
// for. Call follow_counting once a frame, and draw_counting beside the text.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Returns the input of the open lesson that counts itself up (InputSpec::runs); null if there is none or the page locks that input.
const InputSpec* counting_input(const Frame& frame);
/// Asks for the next number once the last one is shown. Ends at the last number, when the lesson refuses one, or when the reader changes
/// something else.
void follow_counting(const Frame& frame, Screen& screen);
/// Returns the width of the buttons in points. A narrow row has a button without words.
float counting_width(const Frame& frame, bool narrow);
/// Draws three buttons: run or pause, one more, and put the written text into the input `text`. If the row is wide, draws the rate per
/// second behind them.
void draw_counting(const Frame& frame, Screen& screen, const InputSpec& text, float height, bool narrow);

}  // namespace gf::ui
