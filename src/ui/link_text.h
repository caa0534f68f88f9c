// Words that lead somewhere.
#pragma once

#include <string>
#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// Underlined words in the flow of a window, broken at `width`. Returns whether they were pressed. `address` is that of Control.
bool link_text(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& address, float width);

/// The same to a page elsewhere, `address` with its "https://", which a press opens.
void outer_link(const Frame& frame, Screen& screen, const Type& type, const std::string& words, const std::string& address, float width);

/// A link to a step of a lesson, or to the lesson alone if `step` is less than 0. A press goes there, and closes what is over the lesson.
void step_link(const Frame& frame, Screen& screen, const Type& type, std::string_view id, const std::string& words,
               const std::string& lesson, int step, float width);

/// Goes to a step of a lesson, or to the lesson alone if `step` is less than 0, and closes what is over it.
void go_to_lesson(const Frame& frame, Screen& screen, const std::string& lesson, int step);

}  // namespace gf::ui
