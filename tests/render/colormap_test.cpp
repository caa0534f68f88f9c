#include "render/colormap.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace colormap_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr int kSteps = 200;

float distance(const gf::OkLab& p, const gf::OkLab& q) { return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b); }

// Returns the colours of 0, 1/200, ..., 1 (or of 0, -1/200, ..., -1).
std::vector<gf::OkLab> walk(bool signed_values, bool dark, float sign) {
  std::vector<gf::OkLab> colors;
  for (int i = 0; i <= kSteps; ++i) {
    colors.push_back(gf::color_on_scale(gf::color_scale(signed_values, dark), sign * static_cast<float>(i) / kSteps));
  }
  return colors;
}

struct Walk {
  bool signed_values, dark;
  float sign;
};
const std::vector<Walk> kWalks{{false, false, 1}, {false, true, 1}, {true, false, 1}, {true, false, -1}, {true, true, 1}, {true, true, -1}};

gf::OkLab of_bytes(std::uint32_t color) {
  const auto channel = [&](int shift) { return static_cast<float>(color >> shift & 0xFFU) / 255; };
  return gf::to_oklab({channel(0), channel(8), channel(16)});
}

}  // namespace

TEST_CASE("colormap: lightness falls from zero outwards on a light screen and rises on a dark one") {
  for (const Walk& w : kWalks) {
    CAPTURE(w.signed_values);
    CAPTURE(w.dark);
    CAPTURE(w.sign);
    const auto colors = walk(w.signed_values, w.dark, w.sign);
    for (std::size_t i = 1; i < colors.size(); ++i) {
      const float step = colors[i].lightness - colors[i - 1].lightness;
      CHECK((w.dark ? step : -step) > 0);
    }
  }
}

TEST_CASE("colormap: equal steps of the value are equal steps of colour") {
  for (const Walk& w : kWalks) {
    const auto colors = walk(w.signed_values, w.dark, w.sign);
    const float first = distance(colors[0], colors[1]);
    for (std::size_t i = 1; i < colors.size(); ++i) {
      // Only the step across the bend in the middle is shorter than its neighbours, since its chord cuts the corner.
      CHECK(distance(colors[i - 1], colors[i]) == doctest::Approx(first).epsilon(0.2));
    }
    CHECK(distance(colors[kSteps - 1], colors[kSteps]) == doctest::Approx(first).epsilon(0.001));
  }
}

TEST_CASE("colormap: every colour lies inside sRGB, so that no channel is cut off") {
  for (const Walk& w : kWalks) {
    for (const gf::OkLab& color : walk(w.signed_values, w.dark, w.sign)) {
      // The clamping changes a colour outside of the range. 0.002 is far below a visible difference.
      CHECK(distance(gf::to_oklab(gf::to_srgb(color)), color) < 0.002F);
    }
  }
}

TEST_CASE("colormap: the bytes keep the order of lightness") {
  for (const Walk& w : kWalks) {
    float last = w.dark ? -1.0F : 2.0F;
    for (int i = 0; i <= 64; ++i) {
      const std::uint32_t color = gf::colormap(w.sign * static_cast<float>(i) / 64, w.signed_values, w.dark);
      CHECK((color & 0xFF000000U) == 0xFF000000U);
      const float lightness = of_bytes(color).lightness;
      CHECK((w.dark ? lightness > last : lightness < last));
      last = lightness;
    }
  }
}

TEST_CASE("colormap: both directions reach equally far, and zero is the same from both sides") {
  for (const bool dark : {false, true}) {
    const auto positive = walk(true, dark, 1), negative = walk(true, dark, -1);
    CHECK(positive.back().lightness == doctest::Approx(negative.back().lightness));
    CHECK(distance(positive.front(), negative.front()) == 0);
    CHECK(gf::colormap(0.0F, true, dark) == gf::colormap(-0.0F, true, dark));
  }
}

TEST_CASE("colormap: values outside have the colour of the nearer end") {
  CHECK(gf::colormap(7, false, false) == gf::colormap(1, false, false));
  CHECK(gf::colormap(-7, false, false) == gf::colormap(0, false, false));
  CHECK(gf::colormap(-7, true, true) == gf::colormap(-1, true, true));
}

TEST_CASE("colormap: NaN and both infinities have colours of their own") {
  for (const bool dark : {false, true}) {
    for (const bool signed_values : {false, true}) {
      std::vector<gf::OkLab> special;
      for (const float value : {kNan, kInfinity, -kInfinity}) special.push_back(of_bytes(gf::colormap(value, signed_values, dark)));
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < i; ++j) CHECK(distance(special[i], special[j]) > 0.1F);
        for (const float sign : {1.0F, -1.0F}) {
          // 0.04 is twice the least visible difference of neighbouring patches.
          for (const gf::OkLab& color : walk(signed_values, dark, sign)) CHECK(distance(special[i], color) > 0.04F);
        }
      }
    }
  }
}

TEST_CASE("colormap_position: where a value lies on the scale") {
  const gf::HeatmapStyle one{.signed_values = false, .least = 2, .most = 6};
  CHECK(gf::colormap_position(2, one) == 0.0F);
  CHECK(gf::colormap_position(5, one) == 0.75F);
  CHECK(gf::colormap_position(9, one) == 1.0F);
  const gf::HeatmapStyle two{.signed_values = true, .least = -4, .most = 2};
  CHECK(gf::colormap_position(2, two) == 0.5F);
  CHECK(gf::colormap_position(-4, two) == -1.0F);
  CHECK(std::isnan(gf::colormap_position(kNan, two)));
  CHECK(gf::colormap_position(-kInfinity, one) == -kInfinity);
}

TEST_CASE("colormap_position: a matrix whose values are all the same is not NaN") {
  CHECK(gf::colormap_position(3, {.signed_values = false, .least = 3, .most = 3}) == 0.0F);
  CHECK(gf::colormap_position(0, {.signed_values = true, .least = 0, .most = 0}) == 0.0F);
}

}  // namespace colormap_test
