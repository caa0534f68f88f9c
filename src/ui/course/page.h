// Draws the pages of the course: the first page with a translation above the chapters, the recap and the last page; and over any lesson the
// map, the sources or the glossary.
#pragma once

#include "protocol/step.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the page that the present step shows in place of the picture.
StepPage page_of_step(const Frame& frame);

/// Returns the first lesson on a route, after the first page, with a question that is not answered; null if there is none.
const LessonInfo* next_to_do(const Frame& frame, Route route);

/// Draws the page of the present step into a box.
void draw_course_page(const Frame& frame, Screen& screen, const Box& box);

/// Draws the map, the sources or the glossary over the screen, while it is open. Escape closes it.
void draw_course_over(const Frame& frame, Screen& screen, const Box& whole);

}  // namespace gf::ui
