#include "text/tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "core/utf8.h"

namespace gf {
namespace {

constexpr std::string_view kMarks = ".,!?;:()[]{}\"…“”«»¿¡";
constexpr std::string_view kInsideWords = "'’-";
// Spaces beyond ASCII: no-break, line and paragraph separators, ideographic.
constexpr std::string_view kWideSpaces[] = {"\xC2\xA0", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE3\x80\x80"};

std::size_t character_length(std::string_view text) { return std::max<std::size_t>(1, utf8_length(text)); }

bool is_space(std::string_view character) {
  if (character.size() == 1) return std::string_view(" \t\r\n\v\f").find(character) != std::string_view::npos;
  return std::find(std::begin(kWideSpaces), std::end(kWideSpaces), character) != std::end(kWideSpaces);
}

bool is_mark(std::string_view character) { return kMarks.find(character) != std::string_view::npos; }

// Returns the length of a name in angle brackets, such as "<start>", that begins the text; 0 if the text begins with no such name.
std::size_t bracketed_name(std::string_view text) {
  if (text.front() != '<') return 0;
  const std::size_t end = text.find_first_of("> \t\r\n", 1);
  return end == std::string_view::npos || text[end] != '>' || end == 1 ? 0 : end + 1;
}

}  // namespace

std::vector<std::string> word_tokens(std::string_view text) {
  std::vector<std::string> tokens;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) tokens.push_back(std::move(word));
    word.clear();
  };
  while (!text.empty()) {
    std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length);
    if (is_space(character)) {
      finish();
    } else if (const std::size_t name = word.empty() ? bracketed_name(text) : 0; name > 0) {
      length = name;
      tokens.emplace_back(text.substr(0, name));
    } else if (is_mark(character) || (kInsideWords.find(character) != std::string_view::npos && word.empty())) {
      finish();
      tokens.emplace_back(character);
    } else {
      word += character;
    }
    text.remove_prefix(length);
  }
  finish();
  return tokens;
}

std::vector<int> align_tokens(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const std::size_t n = before.size(), m = after.size();
  std::vector<std::vector<int>> length(n + 1, std::vector<int>(m + 1));  // of the longest common subsequence from (i, j) on
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t j = m; j-- > 0;)
      length[i][j] = before[i] == after[j] ? length[i + 1][j + 1] + 1 : std::max(length[i + 1][j], length[i][j + 1]);
  std::vector<int> from(m, -1);
  for (std::size_t i = 0, j = 0; i < n && j < m;) {
    if (before[i] == after[j])
      from[j++] = static_cast<int>(i++);
    else if (length[i + 1][j] >= length[i][j + 1])
      ++i;
    else
      ++j;
  }
  return from;
}

}  // namespace gf
