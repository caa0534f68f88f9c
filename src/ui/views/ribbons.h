// Weights as ribbons between two lines of words: from each word that looks to those that it takes from, as wide as the weight.
#pragma once

#include <optional>
#include <vector>

#include "core/tensor.h"
#include "ui/box.h"
#include "ui/theme.h"

namespace gf::ui {

/// The places of the words. The columns of the weights are looked at, the rows look. Lines that are `upright` stand beside each other, with
/// their words below each other.
struct RibbonLines {
  std::vector<Box> looked_at, looking;
  bool upright = false;
};

struct RibbonLook {
  Index rows = 0;                 // so many rows have ribbons: the first ones
  float newest = 1;               // how far the ribbons of the last of them have come: 0 to 1
  std::optional<Index> lit = {};  // the row whose ribbons stand out
  bool light_crossings = false;   // or else those that cross each other
};

/// Draws the ribbons of one matrix of `weights`. Weights that are veiled, or hardly larger than 0, have none.
void draw_ribbons(const Theme& theme, const Tensor& weights, Index outer, const RibbonLines& lines, const RibbonLook& look);

}  // namespace gf::ui
