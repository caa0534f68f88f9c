// Draws a matrix as one shaded quad: values go up as a float texture, the colour map is applied by shaders/heatmap.frag.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/tensor.h"

struct ImDrawList;

namespace gf {

struct HeatmapStyle {
  bool signed_values = false;  // two directions from zero, else one
  float least = 0, most = 1;   // the value range of the colour map
  bool dark = false;
};

/// Owns the shader program and a cache of textures keyed by the tensor they show. One per window.
/// Everything that belongs to GL can be lost and is made again (`context_lost`).
class HeatmapRenderer {
 public:
  /// The GLSL ES 3.00 bodies of shaders/heatmap.vert and heatmap.frag (no #version line). Throws with the compiler's log.
  HeatmapRenderer(const std::string& vertex_source, const std::string& fragment_source);
  ~HeatmapRenderer();
  HeatmapRenderer(const HeatmapRenderer&) = delete;
  HeatmapRenderer& operator=(const HeatmapRenderer&) = delete;

  /// Appends the drawing of one matrix of `tensor` into the rectangle (in ImGui points). `tensor` is kept alive until the frame is drawn.
  void draw(ImDrawList* list, std::shared_ptr<const Tensor> tensor, Index outer, float x0, float y0, float x1, float y1,
            const HeatmapStyle& style);

  /// Whether matrices are drawn as boxes from now on, one a cell, as a picture that scales needs them.
  void use_boxes(bool boxes);

  /// Frees textures that the last frame did not use. Call once per frame after drawing.
  void end_frame();
  void context_lost();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The colour map, as the shader computes it, so that cells drawn with digits look alike: 0xAABBGGRR of a value in 0..1
/// (one direction) or -1..1 (two directions). Perceptually even.
std::uint32_t colormap(float value, bool signed_values, bool dark);

/// Returns the position of a matrix value on the colour map of `style`: 0..1 (one direction) or -1..1 (two directions, zero stays zero).
/// NaN and the infinities stay what they are and have colours of their own.
float colormap_position(float value, const HeatmapStyle& style);

}  // namespace gf
