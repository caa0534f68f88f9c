// Places the members of one frame of a picture: in layers that follow from what reads what, and the layers in columns.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <vector>

#include "core/nth.h"
#include "ui/box.h"

namespace gf::ui {

/// The members of a frame. Each vector has an entry for each member.
struct LayersToStack {
  std::vector<ImVec2> sizes;
  std::vector<std::vector<int>> reads;  // the earlier members that the member reads
  std::vector<bool> operands;           // whether the member is weights that a product is made with
  std::vector<bool> aside;              // whether the member stands after the flow
  std::vector<float> line;              // how far below the member's upper side the main line goes through it; negative: it does not
  float height = 0;                     // the height that a column should not exceed
  float across = 0, down = 0;           // the gaps between neighbours

  bool on_line(int member) const { return nth(line, member) >= 0; }
};

/// The places of the members.
struct StackedLayers {
  std::vector<Box> members;  // to the right of or below all that they read; the least x and y are 0
  float line = -1;           // the y of the main line, which is straight with no other member on or below it; negative: none
  int broken = 0;            // how often a layer was broken into a further column
};

/// Places the members, so that each stands near to what it reads and to what reads it. Members on the main line stand on it.
StackedLayers stack_layers(const LayersToStack& input);

}  // namespace gf::ui
