// Examples of a lesson to be chosen from: all of them in the top bar, and after the last step those to which no step leads.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// An entry of an open menu for each example of these names.
void example_entries(const Frame& frame, Screen& screen, const std::vector<std::string>& names, float width, float height);
/// How high an entry of a menu is.
float entry_height(const Frame& frame);

/// How wide the button "Try also" is; 0 where a step brings every example.
float try_also_width(const Frame& frame, Screen& screen);
/// The button, and its menu of the examples that no step brings.
void try_also_button(const Frame& frame, Screen& screen, float height);

}  // namespace gf::ui
