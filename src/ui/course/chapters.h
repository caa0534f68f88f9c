// Draws the lessons of the course by chapters, each lesson with its number and the reader's progress.
#pragma once

#include <string>

#include "protocol/schema.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the title of a chapter.
std::string chapter_title(const Frame& frame, Chapter chapter);

/// Returns the height of the chapters at a width.
float chapters_height(const Frame& frame, float width);

/// Draws the chapters into a box of this height, in the present ImGui window. A press on a lesson opens the lesson.
void draw_chapters(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
