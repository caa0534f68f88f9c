// The dictionary that a sentence is looked up in, small or real: the keys that are shown, and which of them each word goes to.
#pragma once

#include <string>
#include <vector>

#include "lessons/dictionary/dictionary_entries.h"
#include "lessons/lesson.h"

namespace gf {

/// A sentence, and the part of a dictionary that its answers are in.
struct Search {
  std::vector<std::string> words;    // as typed, without punctuation
  std::vector<std::string> forms;    // under which they are looked up
  std::vector<bool> known;           // is a key
  std::vector<Entry> entries;        // the dictionary, or of a large one the keys that are nearest to the words, in its order
  std::string chosen;                // the word whose distances are shown
  std::vector<std::size_t> ranking;  // its nearest entries, nearest first
  std::size_t headwords = 0;         // of the whole dictionary
  std::string about;                 // where a large one is from
};

inline constexpr std::size_t kMostWords = 64;  // of a sentence
inline constexpr const char* kRealDictionary = "assets/dictionaries/french-english.txt";

/// Reads `dictionary`, `entries`, `text` and `word`. Throws InputError, also where the words are so long that comparing them would take too
/// long.
Search search_dictionary(const InputReader& in);

}  // namespace gf
