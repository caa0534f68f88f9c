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

float encode_gamma(float linear) {
  const float x = std::clamp(linear, 0.0F, 1.0F);
  return x <= 0.0031308F ? 12.92F * x : 1.055F * std::pow(x, 1 / 2.4F) - 0.055F;
}

float decode_gamma(float encoded) { return encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F); }

std::uint32_t to_byte(float channel) { return static_cast<std::uint32_t>(channel * 255 + 0.5F); }

}  // namespace

// The end points were chosen by lightness, chroma and hue; every path stays inside sRGB, which the tests check. Neutral is close to the
// page's own background, so that zero recedes; blue and orange are told apart by people of every kind of colour vision.
ColorScale color_scale(bool signed_values, bool dark) {
  ColorScale scale;
  if (dark) {
    scale.not_a_number = {0.68F, 0.2175F, -0.1014F};
    scale.plus_infinity = {0.82F, -0.1414F, 0.1414F};
    scale.minus_infinity = {0.38F, 0, 0};
  } else {
    scale.not_a_number = {0.58F, 0.2078F, -0.1200F};
    scale.plus_infinity = {0.74F, -0.1344F, 0.1344F};
    scale.minus_infinity = {0.83F, 0, 0};
  }
  if (!signed_values) {
    scale.neutral = dark ? OkLab{0.25F, -0.0021F, -0.0149F} : OkLab{0.975F, -0.0021F, -0.0056F};
    scale.positive = dark ? path(scale.neutral, {0.53F, -0.0324F, -0.1207F}, {0.92F, -0.0705F, -0.0257F})
                          : path(scale.neutral, {0.72F, -0.0646F, -0.0827F}, {0.36F, -0.0094F, -0.1347F});
    scale.negative = scale.positive;
  } else if (dark) {
    scale.neutral = {0.255F, 0, 0.005F};
    scale.positive = path(scale.neutral, {0.54F, 0.0884F, 0.0884F}, {0.86F, 0.0218F, 0.1027F});
    scale.negative = path(scale.neutral, {0.54F, -0.0336F, -0.1256F}, {0.86F, -0.0737F, -0.0516F});
  } else {
    scale.neutral = {0.975F, 0, 0.003F};
    scale.positive = path(scale.neutral, {0.75F, 0.0717F, 0.1024F}, {0.46F, 0.1143F, 0.0893F});
    scale.negative = path(scale.neutral, {0.75F, -0.0556F, -0.0890F}, {0.46F, -0.0209F, -0.1485F});
  }
  return scale;
}

OkLab color_on_scale(const ColorScale& scale, float value) {
  if (std::isnan(value)) return scale.not_a_number;
  if (std::isinf(value)) return value > 0 ? scale.plus_infinity : scale.minus_infinity;
  const ColorPath& path = value < 0 ? scale.negative : scale.positive;
  const float t = std::min(std::fabs(value), 1.0F);
  if (t < path.split) return mix(scale.neutral, path.middle, t / path.split);
  return mix(path.middle, path.end, (t - path.split) / (1 - path.split));
}

Srgb to_srgb(const OkLab& color) {
  const float l = std::pow(color.lightness + 0.3963377774F * color.a + 0.2158037573F * color.b, 3.0F);
  const float m = std::pow(color.lightness - 0.1055613458F * color.a - 0.0638541728F * color.b, 3.0F);
  const float s = std::pow(color.lightness - 0.0894841775F * color.a - 1.2914855480F * color.b, 3.0F);
  return {encode_gamma(4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s),
          encode_gamma(-1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s),
          encode_gamma(-0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s)};
}

OkLab to_oklab(const Srgb& color) {
  const float r = decode_gamma(color.red), g = decode_gamma(color.green), b = decode_gamma(color.blue);
  const float l = std::cbrt(0.4122214708F * r + 0.5363325363F * g + 0.0514459929F * b);
  const float m = std::cbrt(0.2119034982F * r + 0.6806995451F * g + 0.1073969566F * b);
  const float s = std::cbrt(0.0883024619F * r + 0.2817188376F * g + 0.6299787005F * b);
  return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s, 1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
          0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

float colormap_position(float value, const HeatmapStyle& style) {
  if (!std::isfinite(value)) return value;
  if (style.signed_values) {
    const float most = std::max(std::fabs(style.least), std::fabs(style.most));
    return most > 0 ? std::clamp(value / most, -1.0F, 1.0F) : 0.0F;
  }
  const float range = style.most - style.least;
  if (!(range > 0)) return value > style.least ? 1.0F : 0.0F;
  return std::clamp((value - style.least) / range, 0.0F, 1.0F);
}

std::uint32_t colormap(float value, bool signed_values, bool dark) {
  const float position = signed_values || !std::isfinite(value) ? value : std::max(value, 0.0F);
  const Srgb color = to_srgb(color_on_scale(color_scale(signed_values, dark), position));
  return 0xFF000000U | to_byte(color.blue) << 16 | to_byte(color.green) << 8 | to_byte(color.red);
}

}  // namespace gf
