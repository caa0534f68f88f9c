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
    std::size_t distance, longer;  // by so many letters one of the two is
    const std::string* word;
  };
  std::vector<Near> near;
  for (const std::string& one : known) {
    const std::u32string other = letters_of(lower_case(one));
    const std::size_t distance = pattern.distance(other, allowed);
    // Words that share no letter are no likeness.
    const std::size_t longer = std::max(letters, other.size()) - std::min(letters, other.size());
    if (distance <= allowed && distance < std::max(letters, other.size())) near.push_back({distance, longer, &one});
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const Near& a, const Near& b) { return std::pair(a.distance, a.longer) < std::pair(b.distance, b.longer); });
  std::vector<std::string> words;
  for (const Near& one : near)
    if (words.size() < most && std::find(words.begin(), words.end(), *one.word) == words.end()) words.push_back(*one.word);
  return words;
}

}  // namespace gf
