// How far the reader got in a lesson, as a mark beside its name.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// A ring that closes as the questions of the lesson are answered, and a tick once all are. `inside`: what stands in it until then.
void draw_progress_mark(const Frame& frame, const LessonInfo& lesson, ImVec2 at, float radius, const std::string& inside = {});

Progress progress_of(const Frame& frame, const LessonInfo& lesson);

}  // namespace gf::ui
