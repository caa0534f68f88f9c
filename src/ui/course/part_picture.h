// What is computed in a part of the map, drawn small: words, rows of numbers, weights, shares.
#pragma once

#include "ui/box.h"
#include "ui/course/work.h"

namespace gf::ui {

/// A share in whole hundredths: "53 %".
std::string in_hundredths(float share);

/// Nothing where the trace has not what the part shows.
void draw_part_picture(const Frame& frame, Screen& screen, CoursePart part, const Box& box, const Work& work);

/// What is drawn, in words, for who can't see it.
std::string part_picture_words(const Frame& frame, CoursePart part, const Work& work);

}  // namespace gf::ui
