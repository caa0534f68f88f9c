// Converts floats to the 16-bit numbers of weight files and back: half precision (IEEE 754 binary16), and bfloat16, the upper half of a
// float.
#pragma once

#include <cstdint>

namespace gf {

/// Returns the bits of the nearest half, ties to even. A size of at least 65520 becomes infinity; NaN stays NaN.
/// Example: `half_from_float(1.0f) == 0x3c00`.
std::uint16_t half_from_float(float value);

/// Return exactly the number that the 16 bits stand for.
float float_from_half(std::uint16_t half);
float float_from_bfloat16(std::uint16_t bfloat16);

/// Returns the bits of the nearest bfloat16, ties to even; NaN stays NaN.
/// Example: `bfloat16_from_float(1.0f) == 0x3f80`.
std::uint16_t bfloat16_from_float(float value);

}  // namespace gf
