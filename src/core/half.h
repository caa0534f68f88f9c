// Numbers of 16 bits, as files keep weights in: half precision (IEEE 754 binary16) and bfloat16, the upper half of a float.
#pragma once

#include <cstdint>

namespace gf {

/// The nearest half, of two equally near ones the one with an even last bit. From 65520 on that is infinity; NaN stays NaN.
/// Example: `half_from_float(1.0f) == 0x3c00`.
std::uint16_t half_from_float(float value);

/// Exactly the same number.
float float_from_half(std::uint16_t half);
float float_from_bfloat16(std::uint16_t bits);

/// The nearest bfloat16, rounded as half_from_float does. Example: `bfloat16_from_float(1.0f) == 0x3f80`.
std::uint16_t bfloat16_from_float(float value);

}  // namespace gf
