// A number that counts itself up: a model that writes, piece by piece. Each is shown before the next is asked for.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The input of the open lesson that counts itself up (InputSpec::runs), or null.
const InputSpec* counting_input(const Frame& frame);
/// Asks for the next number where the last one is shown, and ends where there is no more or the reader changed something else.
void follow_counting(const Frame& frame, Screen& screen);
/// How wide the buttons are: the words of the button left out where it is narrow.
float counting_width(const Frame& frame, bool narrow);
/// The buttons that begin, hold and make one more, the one that puts what was written into the input `text`, and how many it makes a
/// second.
void draw_counting(const Frame& frame, Screen& screen, const InputSpec& text, float height, bool narrow);

}  // namespace gf::ui
