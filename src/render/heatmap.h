// Draws a matrix as a heat map. With GL, that is a shaded quad: the values are uploaded as a float texture, and shaders/heatmap.frag
// applies the colour map. Without GL (heatmap_cells.cpp), each cell is a box.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/tensor.h"

struct ImDrawList;

namespace gf {

/// The style of a heat map.
struct HeatmapStyle {
  bool signed_values = false;  // values have two directions from zero; otherwise one
  float least = 0, most = 1;   // the range of values that the colour map covers
  bool dark = false;
};

/// Owns the shader program and a cache of textures, whose key is the tensor that they show. A window has one renderer. Every frame: draw
/// for each matrix, then end_frame. All GL objects can be lost; they are made again after context_lost.
class HeatmapRenderer {
 public:
  /// Takes the GLSL ES 3.00 bodies of shaders/heatmap.vert and heatmap.frag, without a #version line, and begins to compile them.
  HeatmapRenderer(const std::string& vertex_source, const std::string& fragment_source);
  ~HeatmapRenderer();
  HeatmapRenderer(const HeatmapRenderer&) = delete;
  HeatmapRenderer& operator=(const HeatmapRenderer&) = delete;

  /// Appends the drawing of the matrix `outer` of a tensor of shape (..., rows, columns) into a rectangle in ImGui points. Keeps `tensor`
  /// alive until the frame is drawn. Throws std::runtime_error if the shaders do not compile.
  void draw(ImDrawList* list, std::shared_ptr<const Tensor> tensor, Index outer, float x0, float y0, float x1, float y1,
            const HeatmapStyle& style);

  /// Draws matrices as boxes from now on, one for each cell, as vector pictures need them; or, with false, by the shader again.
  void use_boxes(bool boxes);

  /// Frees textures that the last frame did not use. Call once a frame after drawing.
  void end_frame();
  /// Forgets all GL objects, which are gone with their context.
  void context_lost();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the colour 0xAABBGGRR of a value from 0 to 1 (one direction) or from -1 to 1 (two directions), as the shader computes it. So
/// cells with digits have the colours of the heat map. Equal steps of the value look equally different.
std::uint32_t colormap(float value, bool signed_values, bool dark);

/// Returns the place of a value on the colour map of `style`: from 0 to 1 (one direction), or from -1 to 1 (two directions, zero stays
/// zero). Returns NaN and the infinities unchanged, since they have their own colours.
float colormap_position(float value, const HeatmapStyle& style);

}  // namespace gf
