// How much of a clipboard comes in.
#pragma once

#include <cstddef>

namespace gf {

/// Bytes of the longest paste. A longer clipboard comes cut after one byte more, which tells that there was more, not how much.
inline constexpr std::size_t kLongestPaste = 1'000'000;

}  // namespace gf
