// One frame of a picture: its members in layers from what reads what, the layers in columns.
#pragma once

#include <vector>

#include "ui/box.h"

namespace gf::ui {

struct LayersToStack {
  std::vector<ImVec2> sizes;
  std::vector<std::vector<int>> reads;  // of each member, members before it
  std::vector<char> operands;           // of each member, whether it is weights that a product is made with
  std::vector<char> aside;              // of each member, whether it stands after the flow
  std::vector<float> line;              // of each member, how far below its upper side the main line goes through it; negative: it does not
  float height = 0;                     // that a column should not exceed
  float across = 0, down = 0;           // between neighbours
  bool one_column = false;

  bool on_line(int member) const { return line[static_cast<std::size_t>(member)] >= 0; }
};

struct StackedLayers {
  std::vector<Box> members;  // the least x and y being 0: right of or below all that they read
  float line = -1;           // the height of the main line: straight, with nothing else on it or below it; negative where there is none
  int broken = 0;            // layers that are higher than a column
};

StackedLayers stack_layers(const LayersToStack& input);

}  // namespace gf::ui
