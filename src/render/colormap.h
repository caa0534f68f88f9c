// Defines the colour scales of heat maps as paths through OKLab, a space in which equal distances look equally different. colormap() and
// shaders/heatmap.frag follow the same paths: the shader gets their points as uniforms.
#pragma once

#include <cstdint>

#include "render/heatmap.h"

namespace gf {

/// A colour of OKLab (Ottosson, "A perceptual color space for image processing", 2020): lightness from 0 to 1, and two opponent axes.
struct OkLab {
  float lightness, a, b;
};

/// Two straight pieces from the neutral colour. `split` is the share of the first piece in the whole length, so that equal steps of the
/// value are equal steps of colour.
struct ColorPath {
  OkLab middle, end;
  float split;
};

/// The colours of a heat map.
struct ColorScale {
  OkLab neutral;  // the colour of zero
  ColorPath positive, negative;
  OkLab not_a_number, plus_infinity, minus_infinity;
};

/// Returns the scale for values of two directions or of one, on a dark or a light screen.
ColorScale color_scale(bool signed_values, bool dark);

/// Returns the colour of a value from 0 to 1 (one direction) or from -1 to 1 (two directions). Finite values outside get the colour of the
/// nearer end; NaN and the infinities have their own colours.
OkLab color_on_scale(const ColorScale& scale, float value);

/// A colour of gamma-encoded sRGB. Each channel is from 0 to 1.
struct Srgb {
  float red, green, blue;
};
/// Converts a colour. Channels outside sRGB are clamped.
Srgb to_srgb(const OkLab& color);
/// Converts a colour.
OkLab to_oklab(const Srgb& color);

}  // namespace gf
