// Draws a heat map as filled boxes, one for each cell, for vector pictures and for programs without GL.
#pragma once

#include <imgui.h>

#include <algorithm>

#include "render/heatmap.h"

namespace gf {

/// Appends the cells of the matrix `outer` of a tensor into a rectangle in ImGui points. If several cells share a point, draws only one of
/// them.
inline void draw_as_boxes(ImDrawList* list, const Tensor& tensor, Index outer, float x0, float y0, float x1, float y1,
                          const HeatmapStyle& style) {
  const Index rows = tensor.rows(), cols = tensor.cols();
  const float w = (x1 - x0) / static_cast<float>(cols), h = (y1 - y0) / static_cast<float>(rows);
  const Index every_row = std::max<Index>(1, static_cast<Index>(1 / h)), every_col = std::max<Index>(1, static_cast<Index>(1 / w));
  const auto fewer_lines = list->Flags;
  list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (Index row = 0; row < rows; row += every_row)
    for (Index col = 0; col < cols; col += every_col) {
      const ImVec2 at(x0 + w * static_cast<float>(col), y0 + h * static_cast<float>(row));
      const float value = colormap_position(tensor.at({outer, row, col}), style);
      const ImVec2 end(std::min(at.x + w * static_cast<float>(every_col), x1), std::min(at.y + h * static_cast<float>(every_row), y1));
      list->AddRectFilled(at, end, colormap(value, style.signed_values, style.dark));
    }
  list->Flags = fewer_lines;
}

}  // namespace gf
