// The list of all terms, over the screen.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws the terms by their first letters, each with what it means and where it is introduced, in columns where there is room; scrolled.
void draw_glossary_page(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
