// The colour scales of heat maps as paths through OKLab, the space in which equal distances look equally different.
// colormap() and shaders/heatmap.frag walk the same path: the shader gets these points as uniforms.
#pragma once

#include <cstdint>

#include "render/heatmap.h"

namespace gf {

/// A colour of OKLab (Ottosson, "A perceptual color space for image processing", 2020): lightness 0..1 and two opponent axes.
struct OkLab {
  float lightness, a, b;
};

/// Two straight pieces from the neutral colour; `split` is the share of the first one in the whole length, so that equal steps of the
/// value are equal steps of colour.
struct ColorPath {
  OkLab middle, end;
  float split;
};

struct ColorScale {
  OkLab neutral;  // at zero
  ColorPath positive, negative;
  OkLab not_a_number, plus_infinity, minus_infinity;
};

ColorScale color_scale(bool signed_values, bool dark);

/// The colour of a value in 0..1 (one direction) or -1..1 (two directions); values outside get the colour of the nearer end.
OkLab color_on_scale(const ColorScale& scale, float value);

/// Gamma-encoded sRGB, each channel 0..1.
struct Srgb {
  float red, green, blue;
};
Srgb to_srgb(const OkLab& color);
OkLab to_oklab(const Srgb& color);

}  // namespace gf
