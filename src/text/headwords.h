// Searches a large dictionary in the text of its file, without a copy of its lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "text/edit_distance.h"

namespace gf {

/// A line of the dictionary.
struct Headword {
  std::string_view key, value;
  std::size_t place = 0;  // offset of its line from the first headword, in bytes; it grows with the key
};

/// A headword, and its edit distance from a word.
struct NearHeadword {
  Headword headword;
  std::size_t distance = 0;
};

/// A dictionary: lines "key<tab>value<newline>" in the order of the keys' bytes, each key once. Lines that begin with # precede them and
/// name the source. The text must outlive the Headwords.
class Headwords {
 public:
  explicit Headwords(std::string_view text);

  /// Returns the lines before the first headword, with their # and newlines.
  std::string_view about() const { return about_; }
  /// Returns the number of headwords.
  std::size_t count() const;
  /// Returns the line of a key, in a time that grows with the logarithm of the size; std::nullopt if the dictionary lacks the key.
  std::optional<Headword> find(std::string_view key) const;
  /// Returns the `most` nearest headwords of each word, nearest first, and in the order of the dictionary at equal distance.
  /// Reads the text once for all words.
  std::vector<std::vector<NearHeadword>> nearest(const std::vector<WordPattern>& words, std::size_t most) const;

 private:
  Headword line_at(std::size_t place) const;

  std::string_view about_, lines_;
};

}  // namespace gf
