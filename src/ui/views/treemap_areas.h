// Divides a box into areas in proportion to numbers.
#pragma once

#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// Divides a box into nearly square areas in proportion to numbers (Bruls, Huizing, van Wijk 2000). A number that is not above 0, or not
/// finite, gets an empty box.
/// Example: for {1, 1} in a box of 20 × 10, each area is 10 × 10.
std::vector<Box> squarified(const std::vector<float>& values, const Box& area);

}  // namespace gf::ui
