// Draws attention weights as ribbons between two lines of words. Each ribbon is as wide as its weight.
#pragma once

#include <optional>
#include <vector>

#include "core/tensor.h"
#include "ui/box.h"
#include "ui/theme.h"

namespace gf::ui {

/// The places of the words.
struct RibbonLines {
  std::vector<Box> looked_at, looking;  // the words of the columns, which are attended to, and of the rows, which attend
  bool upright = false;                 // the lines stand beside each other, with their words below each other
};

/// The look of the ribbons.
struct RibbonLook {
  Index rows = 0;                 // how many rows have ribbons, from the first row on
  float newest = 1;               // how far the ribbons of the last of these rows are drawn: 0 to 1
  std::optional<Index> lit = {};  // the row whose ribbons stand out
  bool light_crossings = false;   // if no row is lit, wide ribbons that cross each other stand out
};

/// Draws the ribbons of matrix `outer` of `weights`. A weight that is veiled or below 0.01 has no ribbon.
void draw_ribbons(const Theme& theme, const Tensor& weights, Index outer, const RibbonLines& lines, const RibbonLook& look);

}  // namespace gf::ui
