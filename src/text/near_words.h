// Finds the words of a list that a misspelt word may stand for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf {

inline constexpr std::size_t kMostNearWords = 6;

/// Returns at most `most` known words that are near to `word` in spelling: the nearest first, then the words of the most similar length. A
/// word is near if its edit distance is at most a third of the letters of `word`, rounded up. Capitals do not count.
/// Example: `near_words({"dog", "table"}, "tabel", 3)` is {"table"}.
std::vector<std::string> near_words(const std::vector<std::string>& known, const std::string& word, std::size_t most = kMostNearWords);

}  // namespace gf
