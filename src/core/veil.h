// The value of a cell that a question veils until the reader has guessed it: a NaN whose bits arithmetic does not make. The true number is
// not in the veiled tensor, so no function that draws, prints or says numbers can reveal it.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace gf {

inline constexpr std::uint32_t kVeilBits = 0x7FC0'0A5C;
inline constexpr float kVeil = std::bit_cast<float>(kVeilBits);
/// The text that is printed for a veiled value.
inline constexpr std::string_view kVeiled = "?";

/// Whether a value is veiled; a NaN that was computed is not.
inline bool is_veil(float value) { return std::bit_cast<std::uint32_t>(value) == kVeilBits; }

}  // namespace gf
