// The look-up of a sentence in a dictionary, which is small and typed, or real and large.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lessons/dictionary/dictionary_entries.h"
#include "lessons/lesson.h"

namespace gf {

/// A sentence, and the entries that its words are compared with.
struct Search {
  std::vector<std::string> words;    // as typed, without punctuation
  std::vector<std::string> forms;    // for each word: the form that is looked up
  std::vector<bool> known;           // for each word: whether its form is a key
  std::vector<Entry> entries;        // of the small dictionary: all; of the real one: those nearest to the words, in its order
  std::string chosen;                // the word whose distances are shown
  std::vector<std::size_t> ranking;  // indices of the entries nearest to `chosen`, nearest first
  std::size_t headwords = 0;         // of the whole dictionary
  std::string about;                 // the origin of the real dictionary
};

inline constexpr std::size_t kMostWords = 64;  // of a sentence
inline constexpr const char* kRealDictionary = "assets/dictionaries/french-english.txt";

/// Looks up the words of the input `text`. Reads the inputs `dictionary`, `entries`, `text` and `word`. Throws InputError for a broken
/// input, and for words so long that comparing them would take too much time.
Search search_dictionary(const InputReader& in);

}  // namespace gf
