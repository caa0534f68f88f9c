#include "core/half.h"

#include <bit>

namespace gf {
namespace {

// Returns the bits of a float from bit `shift` on, rounded to the nearest, ties to even. A carry correctly increases the exponent.
std::uint32_t rounded(std::uint32_t bits, int shift) {
  const std::uint32_t half_way = (1u << (shift - 1)) - 1;
  return (bits + half_way + ((bits >> shift) & 1u)) >> shift;
}

}  // namespace

std::uint16_t half_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u, size = bits & 0x7fffffffu;
  const auto signed_half = [&](std::uint32_t half) { return static_cast<std::uint16_t>(sign | half); };
  if (size > 0x7f800000u) return signed_half(0x7e00u);                           // NaN
  if (size >= 0x477ff000u) return signed_half(0x7c00u);                          // from 65520
  if (size >= 0x38800000u) return signed_half(rounded(size - 0x38000000u, 13));  // normal: the exponent's bias is 112 less
  if (size < 0x33000000u) return signed_half(0);                                 // less than half of the smallest half
  const int exponent = static_cast<int>(size >> 23);
  return signed_half(rounded((size & 0x7fffffu) | 0x800000u, 126 - exponent));  // in units of 2⁻²⁴
}

float float_from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16, exponent = (half >> 10) & 0x1fu, fraction = half & 0x3ffu;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float size = static_cast<float>(fraction) * 0x1p-24f;  // subnormal: exact
  return sign != 0 ? -size : size;
}

float float_from_bfloat16(std::uint16_t bfloat16) { return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat16) << 16); }

std::uint16_t bfloat16_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);  // NaN
  return static_cast<std::uint16_t>(rounded(bits, 16));
}

}  // namespace gf
