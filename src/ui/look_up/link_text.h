// Draws words as links, and follows links to lessons and steps.
#pragma once

#include <string>
#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// Draws underlined words at the cursor, broken at `width`. Returns whether they were pressed. `address` becomes Control::address.
bool link_text(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& address, float width);

/// Draws a link to a page elsewhere, which a press opens. `address` begins with "https://".
void outer_link(const Frame& frame, Screen& screen, const Type& type, const std::string& words, const std::string& address, float width);

/// Draws a link to a step of a lesson, or to the lesson alone if `step` is less than 0. A press does what go_to_lesson does.
void step_link(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& lesson, int step, float width);

/// Goes to a step of a lesson, or to the lesson alone if `step` is less than 0. Closes the map, the sources, the glossary and the list of
/// lessons.
void go_to_lesson(const Frame& frame, Screen& screen, const std::string& lesson, int step);

}  // namespace gf::ui
