// Draws the reader's progress in a lesson as a mark beside the name of the lesson.
#pragma once

#include <imgui.h>

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Draws a ring that closes as the questions of the lesson are answered, and a tick when all are answered. `inside` stands in the ring.
void draw_progress_mark(const Frame& frame, const LessonInfo& lesson, ImVec2 at, float radius, const std::string& inside = {});

/// Returns the reader's progress in a lesson; a lesson without questions has none.
Progress progress_of(const Frame& frame, const LessonInfo& lesson);

}  // namespace gf::ui
