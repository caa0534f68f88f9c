// Words of a list that a misspelt one may stand for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf {

inline constexpr std::size_t kMostNearWords = 6;

/// The known words that are nearest to `word` in spelling, nearest first and of these those as long as it, `most` of them at most. A word
/// is near if at most a third of the letters of `word`, and at least one, must be changed; capitals do not count.
/// Example: `near_words({"dog", "table"}, "tabel", 3)` is {"table"}.
std::vector<std::string> near_words(const std::vector<std::string>& known, const std::string& word, std::size_t most = kMostNearWords);

}  // namespace gf
