// Draws the list of all terms of the glossary over the screen.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws the terms by their first letters, each with its meaning and a link to the step that introduces it. A wide box has up to three
/// columns. The page scrolls.
void draw_glossary_page(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
