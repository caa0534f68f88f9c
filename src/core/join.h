// Joins words, splits text at white space, and trims text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// Returns the text without spaces, tabs and line breaks at its ends.
inline std::string_view without_space_around(std::string_view text) {
  constexpr std::string_view white = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(white);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin, text.find_last_not_of(white) + 1 - begin);
}

/// Returns the words between ASCII white space.
/// Example: split_at_space(" a  b") is {"a", "b"}.
inline std::vector<std::string> split_at_space(std::string_view text) {
  constexpr std::string_view white = " \t\r\n\v\f";
  std::vector<std::string> words;
  for (std::size_t begin = text.find_first_not_of(white); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(white, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(white, end);
  }
  return words;
}

/// Returns the two lines of a title: breaks it at the last space up to a little beyond its middle, otherwise at its first space. Without a
/// space, the second line is empty.
/// Example: two_lines_of("residual after attention") is {"residual after", "attention"}.
inline std::pair<std::string_view, std::string_view> two_lines_of(std::string_view title) {
  const std::size_t early = title.rfind(' ', title.size() / 2 + 2);
  const std::size_t space = early == std::string_view::npos ? title.find(' ') : early;
  if (space == std::string_view::npos) return {title, {}};
  return {title.substr(0, space), title.substr(space + 1)};
}

/// Returns the parts in one text, with `between` between neighbours.
/// Example: joined of {"a", "b", "c"} is "a, b, c".
template <typename Texts>
std::string joined(const Texts& parts, std::string_view between = ", ") {
  std::string text;
  for (const auto& part : parts) {
    if (&part != &*std::begin(parts)) text += between;
    text += part;
  }
  return text;
}

}  // namespace gf
