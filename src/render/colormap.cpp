#include "render/colormap.h"

#include <algorithm>
#include <cmath>

namespace gf {
namespace {

float distance(const OkLab& p, const OkLab& q) { return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b); }

ColorPath path(const OkLab& start, const OkLab& middle, const OkLab& end) {
  const float first = distance(start, middle);
  return {middle, end, first / (first + distance(middle, end))};
}

OkLab mix(const OkLab& p, const OkLab& q, float t) {
  return {p.lightness + (q.lightness - p.lightness) * t, p.a + (q.a - p.a) * t, p.b + (q.b - p.b) * t};
}

ColorPath straight(const OkLab& start, const OkLab& end) { return path(start, mix(start, end, 0.5f), end); }

float encode_gamma(float linear) {
  const float x = std::clamp(linear, 0.0f, 1.0f);
  return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
}

float decode_gamma(float encoded) { return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f); }

std::uint32_t to_byte(float channel) { return static_cast<std::uint32_t>(channel * 255 + 0.5f); }

}  // namespace

// The end points are chosen by lightness, chroma and hue. Every path stays inside sRGB, which the tests check. Neutral is close to the
// background of the page, so that zero recedes. Signed values are warm or cool, and pale enough for dark digits (on a dark screen, dark
// enough for light digits). People of every kind of colour vision can distinguish blue and orange. Shares, which have one direction, are
// violet.
ColorScale color_scale(bool signed_values, bool dark) {
  ColorScale scale;
  if (dark) {
    scale.not_a_number = {0.68f, 0.2175f, -0.1014f};
    scale.plus_infinity = {0.82f, -0.1414f, 0.1414f};
    scale.minus_infinity = {0.62f, 0, 0};
  } else {
    scale.not_a_number = {0.58f, 0.2078f, -0.1200f};
    scale.plus_infinity = {0.74f, -0.1344f, 0.1344f};
    scale.minus_infinity = {0.62f, 0, 0};
  }
  if (!signed_values) {
    scale.neutral = dark ? OkLab{0.2486f, 0.0098f, -0.0265f} : OkLab{0.9633f, 0.0068f, -0.0118f};
    scale.positive = dark ? path(scale.neutral, {0.5200f, 0.0480f, -0.1180f}, {0.8311f, 0.0365f, -0.0789f})
                          : path(scale.neutral, {0.6900f, 0.0460f, -0.0950f}, {0.4040f, 0.0536f, -0.1526f});
    scale.negative = scale.positive;
  } else if (dark) {
    scale.neutral = {0.2726f, -0.0011f, -0.0177f};
    scale.positive = straight(scale.neutral, {0.4950f, 0.0658f, 0.0776f});
    scale.negative = straight(scale.neutral, {0.4950f, -0.0320f, -0.0830f});
  } else {
    scale.neutral = {0.9801f, 0.0012f, 0.0073f};
    scale.positive = straight(scale.neutral, {0.7400f, 0.0609f, 0.0920f});
    scale.negative = straight(scale.neutral, {0.7400f, -0.0306f, -0.0700f});
  }
  return scale;
}

OkLab color_on_scale(const ColorScale& scale, float value) {
  if (std::isnan(value)) return scale.not_a_number;
  if (std::isinf(value)) return value > 0 ? scale.plus_infinity : scale.minus_infinity;
  const ColorPath& path = value < 0 ? scale.negative : scale.positive;
  const float t = std::min(std::fabs(value), 1.0f);
  if (t < path.split) return mix(scale.neutral, path.middle, t / path.split);
  return mix(path.middle, path.end, (t - path.split) / (1 - path.split));
}

Srgb to_srgb(const OkLab& color) {
  const float l = std::pow(color.lightness + 0.3963377774f * color.a + 0.2158037573f * color.b, 3.0f);
  const float m = std::pow(color.lightness - 0.1055613458f * color.a - 0.0638541728f * color.b, 3.0f);
  const float s = std::pow(color.lightness - 0.0894841775f * color.a - 1.2914855480f * color.b, 3.0f);
  return {encode_gamma(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
          encode_gamma(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
          encode_gamma(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

OkLab to_oklab(const Srgb& color) {
  const float r = decode_gamma(color.red), g = decode_gamma(color.green), b = decode_gamma(color.blue);
  const float l = std::cbrt(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
  const float m = std::cbrt(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
  const float s = std::cbrt(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
  return {0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s, 1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
          0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s};
}

float colormap_position(float value, const HeatmapStyle& style) {
  if (!std::isfinite(value)) return value;
  if (style.signed_values) {
    const float most = std::max(std::fabs(style.least), std::fabs(style.most));
    return most > 0 ? std::clamp(value / most, -1.0f, 1.0f) : 0.0f;
  }
  const float range = style.most - style.least;
  if (!(range > 0)) return value > style.least ? 1.0f : 0.0f;
  return std::clamp((value - style.least) / range, 0.0f, 1.0f);
}

std::uint32_t colormap(float value, bool signed_values, bool dark) {
  const float position = signed_values || !std::isfinite(value) ? value : std::max(value, 0.0f);
  const Srgb color = to_srgb(color_on_scale(color_scale(signed_values, dark), position));
  return 0xFF000000U | to_byte(color.blue) << 16 | to_byte(color.green) << 8 | to_byte(color.red);
}

}  // namespace gf
