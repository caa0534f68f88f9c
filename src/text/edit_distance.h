// The edit distance of Levenshtein: the fewest letters that must be inserted, removed or replaced to turn one word into another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "text/letters.h"

namespace gf {

/// A word, prepared for comparisons with many other words: the places of each of its letters are bits.
/// Example: `WordPattern(letters_of("tables")).distance(letters_of("table")) == 1`.
class WordPattern {
 public:
  explicit WordPattern(std::u32string word);

  const std::u32string& word() const { return word_; }
  /// Returns the edit distance to `other`. Computes 64 cells of the edit matrix at a time (Myers 1999, in the block form of Hyyrö 2003). If
  /// the distance is above `most`, the result may be any number above `most`.
  std::size_t distance(std::u32string_view other, std::size_t most = std::numeric_limits<std::size_t>::max() / 2) const;
  /// Returns a lower bound of the distance: the length of the longer word, less the letters that the words share at any place.
  std::size_t least_distance(std::u32string_view other) const;

 private:
  const std::uint64_t* places_of(char32_t letter) const { return places_.data() + row_of(letter) * blocks_; }
  std::size_t row_of(char32_t letter) const;
  std::size_t distance_in_one_block(std::u32string_view other, std::size_t most) const;
  std::size_t distance_in_blocks(std::u32string_view other, std::size_t most) const;

  std::u32string word_;
  std::size_t blocks_ = 1;             // of 64 letters
  std::vector<std::uint32_t> latin_;   // letter -> row of `places_`, for the letters up to U+024F
  std::u32string others_;              // the letters of the word above U+024F, sorted
  std::uint32_t first_other_ = 0;      // row of the first letter of `others_`
  std::vector<std::uint64_t> places_;  // a row of blocks for each letter of the word; row 0 is for letters that the word lacks
  std::vector<std::uint32_t> counts_;  // how often each letter stands in the word, by row
};

/// Returns the edit distance of two words.
std::size_t edit_distance(std::u32string_view a, std::u32string_view b);

/// One edit of a word: a letter is inserted if `from` is 0, removed if `to` is 0, otherwise replaced.
struct Edit {
  char32_t from = 0, to = 0;
  bool operator==(const Edit&) const = default;
};

/// Returns the fewest edits that turn `a` into `b`, in order. Takes time and memory for |a| · |b| cells.
/// Example: kitten becomes sitting by k to s, e to i, and an inserted g.
std::vector<Edit> edits_between(std::u32string_view a, std::u32string_view b);

}  // namespace gf
