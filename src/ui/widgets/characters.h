// Gives the rules to cut and order a line of text: the direction in which a character is read, and the characters that belong together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gf::ui {

/// The side from which a character is read: `left` means from left to right.
enum class Direction : unsigned char { left, right, number, neutral };

/// Returns the direction of a character.
Direction direction_of(char32_t c);

/// Whether a character is written on, below or around the previous character, or only changes it: accents, vowel signs, joiners, skin
/// tones.
bool extends(char32_t c);

/// Whether a line may be cut on both sides of a character whose shape does not depend on its neighbours: Chinese, Japanese, Korean, Thai,
/// signs and emoji.
bool stands_alone(char32_t c);

/// A character with the characters that extend it, as bytes begin..end-1 of the text. A flag of two letters and a joined family are one
/// cluster.
struct Cluster {
  std::size_t begin = 0, end = 0;
  char32_t first = 0;
};
/// Cuts a text into clusters.
std::vector<Cluster> clusters_of(std::string_view text);

/// The order of the pieces of a line from left to right. The level of a piece that is read from the right is odd, and otherwise even.
struct Visual {
  std::vector<std::size_t> order;
  std::vector<int> levels;
};
/// Orders pieces by their directions, with Unicode's algorithm for pieces without nested quotations.
/// Example: the order of {right, neutral, right} in a line that begins at the left is {2, 1, 0}.
Visual visual_order(const std::vector<Direction>& pieces, bool line_from_right);

/// Returns the opposite bracket, which is drawn for a bracket that is read from the right; for another character, returns that character.
std::string_view mirrored(std::string_view character);

}  // namespace gf::ui
