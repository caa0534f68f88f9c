// The pages of the course: the first one, with the model at work on the map; the map over any lesson; the last one.
#pragma once

#include "protocol/step.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the page that the present step shows in place of the picture.
StepPage page_of_step(const Frame& frame);

/// The first lesson on a route that has something left to answer; null if there is none.
const LessonInfo* next_to_do(const Frame& frame, Route route);

/// Draws that page into a box.
void draw_course_page(const Frame& frame, Screen& screen, const Box& box);

/// The map over the screen, while it is asked for; the sources likewise.
void draw_course_over(const Frame& frame, Screen& screen, const Box& whole);

}  // namespace gf::ui
