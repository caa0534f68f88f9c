// The edit distance of Levenshtein: how many letters must be put in, taken out or replaced to make one word of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "text/letters.h"

namespace gf {

/// A word that is to be compared with many others, with where each of its letters stands as bits.
/// Example: `WordPattern(letters_of("tables")).distance(letters_of("table")) == 1`.
class WordPattern {
 public:
  explicit WordPattern(std::u32string word);

  const std::u32string& word() const { return word_; }
  /// The edit distance to `other`, 64 cells of the edit matrix at a time (Myers 1999, in the block form of Hyyrö 2003).
  /// A distance above `most` may come out as any number above `most`.
  std::size_t distance(std::u32string_view other, std::size_t most = std::numeric_limits<std::size_t>::max() / 2) const;
  /// A number that the distance can't be below, by how many letters the two have in common wherever they stand.
  std::size_t least_distance(std::u32string_view other) const;

 private:
  const std::uint64_t* places_of(char32_t letter) const { return places_.data() + row_of(letter) * blocks_; }
  std::size_t row_of(char32_t letter) const;
  std::size_t distance_in_one_block(std::u32string_view other, std::size_t most) const;
  std::size_t distance_in_blocks(std::u32string_view other, std::size_t most) const;

  std::u32string word_;
  std::size_t blocks_ = 1;            // of 64 letters
  std::vector<std::uint32_t> latin_;  // letter -> row of `places_`, for the letters up to U+024F
  std::u32string others_;             // the word's other letters in order; their rows follow
  std::uint32_t first_other_ = 0;
  std::vector<std::uint64_t> places_;  // a row of blocks for each letter of the word; row 0 is for all letters that it does not have
  std::vector<std::uint32_t> counts_;  // how often each letter stands in the word, by row
};

/// The edit distance of two words.
std::size_t edit_distance(std::u32string_view a, std::u32string_view b);

/// One place where two words differ: 0 stands for no letter (put in where `from` is 0, taken out where `to` is).
struct Edit {
  char32_t from = 0, to = 0;
  bool operator==(const Edit&) const = default;
};

/// The fewest edits that make `b` of `a`, in order. Takes time and memory for |a| times |b| cells.
/// Example: kitten to sitting: k to s, e to i, nothing to g.
std::vector<Edit> edits_between(std::u32string_view a, std::u32string_view b);

}  // namespace gf
