// The value of a cell that a question veils until the reader has guessed it: a NaN of its own, which arithmetic does not give. Nothing
// that draws, prints or says numbers can let it slip.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace gf {

inline constexpr std::uint32_t kVeilBits = 0x7FC0'0A5C;
inline constexpr float kVeil = std::bit_cast<float>(kVeilBits);
/// The text that is printed in its place.
inline constexpr std::string_view kVeiled = "?";

/// Whether a value is veiled; a NaN that was computed is not.
inline bool is_veil(float value) { return std::bit_cast<std::uint32_t>(value) == kVeilBits; }

}  // namespace gf
