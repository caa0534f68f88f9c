// A large dictionary as one text that is searched as it lies, without being taken apart first.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "text/edit_distance.h"

namespace gf {

/// A line of the dictionary.
struct Headword {
  std::string_view key, value;
  std::size_t place = 0;  // of its line in the text, in bytes: keys in their order have growing places
};

/// A headword and how far a word is from it.
struct NearHeadword {
  Headword headword;
  std::size_t distance = 0;
};

/// Lines "key<tab>value<newline>" in the order of the keys' bytes, each key once, after lines that begin with # and say where it is from.
/// The text must outlive this.
class Headwords {
 public:
  explicit Headwords(std::string_view text);

  /// The lines before the first headword, without their # and with the newlines between them.
  std::string_view about() const { return about_; }
  /// How many headwords there are.
  std::size_t count() const;
  /// The line of a key, in a time that grows with the logarithm of the size.
  std::optional<Headword> find(std::string_view key) const;
  /// For each word the `most` nearest headwords, nearest first; those at one distance in their order. One pass over the text for all words.
  std::vector<std::vector<NearHeadword>> nearest(const std::vector<WordPattern>& words, std::size_t most) const;

 private:
  Headword line_at(std::size_t place) const;

  std::string_view about_, lines_;
};

}  // namespace gf
