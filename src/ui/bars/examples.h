// Offers the examples of a lesson: the top bar has all of them, and the last step has those to which no step leads.
#pragma once

#include <string>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Draws an entry of an open menu for each example in `names`. A press on an entry applies the example.
void example_entries(const Frame& frame, Screen& screen, const std::vector<std::string>& names, float width, float height);
/// Returns the height of an entry of a menu, in points.
float entry_height(const Frame& frame);

/// Returns the width of the button *Try also*; 0 if steps bring all examples.
float try_also_width(const Frame& frame, Screen& screen);
/// Draws the button *Try also*, and its menu of the examples that no step brings.
void try_also_button(const Frame& frame, Screen& screen, float height);

}  // namespace gf::ui
