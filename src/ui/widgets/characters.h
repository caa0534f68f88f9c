// Rules to cut and order a line of text: which way a character is read, and what belongs together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gf::ui {

enum class Direction : unsigned char { left, right, number, neutral };  // left: from left to right

Direction direction_of(char32_t c);

/// Whether a character is written on, below or around the one before it, or only says something about it: accents, vowel signs, joiners,
/// skin tones.
bool extends(char32_t c);

/// Whether a line may be cut on both sides of a character, and its neighbours don't change its shape: Chinese, Japanese, Korean, Thai,
/// signs and emoji.
bool stands_alone(char32_t c);

/// A character with what extends it, as bytes of the text; flags are made of two letters, families are joined.
struct Cluster {
  std::size_t begin = 0, end = 0;
  char32_t first = 0;
};
std::vector<Cluster> clusters_of(std::string_view text);

/// The order in which pieces of a line stand from left to right, by the direction of each: Unicode's algorithm for pieces without nested
/// quotations. `levels` says for each whether it is read to the left (odd) or to the right (even). Example: of {right, neutral, right} in a
/// line that begins at the left, the order is {2, 1, 0}.
struct Visual {
  std::vector<std::size_t> order;
  std::vector<int> levels;
};
Visual visual_order(const std::vector<Direction>& pieces, bool line_from_right);

/// The bracket that stands for this one where a line is read from the right; the character itself where it is none.
std::string_view mirrored(std::string_view character);

}  // namespace gf::ui
