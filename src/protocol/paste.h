// The limit of pasted and typed texts.
#pragma once

#include <cstddef>

namespace gf {

/// The most bytes of a paste. The platform cuts a longer clipboard at one byte more, so that a text of that length counts as too long
/// (kMostPasted in platform/platform.h).
inline constexpr std::size_t kLongestPaste = 1'000'000;

}  // namespace gf
