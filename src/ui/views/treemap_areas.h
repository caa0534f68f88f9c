// Areas that are as large as numbers.
#pragma once

#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// Divides a box among numbers so that areas are to each other as they are, and are nearly square (Bruls, Huizing, van Wijk 2000). A number
/// that is not above 0, or not finite, gets an empty box.
/// Example: of {1, 1} in a box of 20 × 10 each has 10 × 10.
std::vector<Box> squarified(const std::vector<float>& values, const Box& area);

}  // namespace gf::ui
