// The lessons of the course by chapters: each lesson with its number, and how far the reader got in it.
#pragma once

#include <string>

#include "protocol/schema.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

std::string chapter_title(const Frame& frame, Chapter chapter);

/// The height that the chapters take at a width.
float chapters_height(const Frame& frame, float width);

/// Draws the chapters into a box of that height, in the present ImGui window. A lesson that is pressed opens.
void draw_chapters(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
