#include "text/near_words.h"

#include <algorithm>
#include <utility>

#include "text/edit_distance.h"
#include "text/letters.h"

namespace gf {

std::vector<std::string> near_words(const std::vector<std::string>& known, const std::string& word, std::size_t most) {
  const WordPattern pattern(letters_of(lower_case(word)));
  const std::size_t letters = pattern.word().size(), allowed = std::max<std::size_t>(1, (letters + 2) / 3);
  struct Near {
    std::size_t distance, difference;  // the edit distance, and the difference of the lengths
    const std::string* word;
  };
  std::vector<Near> near;
  for (const std::string& candidate : known) {
    const std::u32string other = letters_of(lower_case(candidate));
    const std::size_t distance = pattern.distance(other, allowed);
    const std::size_t difference = std::max(letters, other.size()) - std::min(letters, other.size());
    // A word of which every letter must change is not similar.
    if (distance <= allowed && distance < std::max(letters, other.size())) near.push_back({distance, difference, &candidate});
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const Near& a, const Near& b) { return std::pair(a.distance, a.difference) < std::pair(b.distance, b.difference); });
  std::vector<std::string> words;
  for (const Near& row : near)
    if (words.size() < most && std::find(words.begin(), words.end(), *row.word) == words.end()) words.push_back(*row.word);
  return words;
}

}  // namespace gf
