#include "text/letters.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace gf {
namespace {

struct Composition {
  char32_t letter, accent, whole;
};
// The capitals first, first + step, ..., last have the lower cases small, small + step, and so on.
struct LowerCases {
  char32_t first, last, step, small;
};

#include <letter_tables.inc>  // kCompositions and kLowerCases, sorted, as tools/lib/letter_tables makes them

constexpr char32_t kNoLetter = 0xFFFD;

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >> 5 == 6) return 2;
  if (lead >> 4 == 14) return 3;
  return lead >> 3 == 30 ? 4 : 0;
}

// Returns how many bytes follow the first byte of a letter beyond ASCII.
int bytes_after_lead(char32_t letter) {
  if (letter < 0x800) return 1;
  return letter < 0x10000 ? 2 : 3;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char32_t lower_case(char32_t letter) {
  if (letter < 0x80) return letter >= U'A' && letter <= U'Z' ? letter - U'A' + U'a' : letter;
  const auto run = std::lower_bound(std::begin(kLowerCases), std::end(kLowerCases), letter,
                                    [](const LowerCases& row, char32_t wanted) { return row.last < wanted; });
  if (run == std::end(kLowerCases) || letter < run->first || (letter - run->first) % run->step != 0) return letter;
  return run->small + (letter - run->first);
}

// Returns the letter that is composed of a letter and an accent; 0 if Unicode has no such letter.
char32_t composition(char32_t letter, char32_t accent) {
  const auto found =
      std::lower_bound(std::begin(kCompositions), std::end(kCompositions), std::pair(letter, accent),
                       [](const Composition& row, const auto& wanted) { return std::pair(row.letter, row.accent) < wanted; });
  return found != std::end(kCompositions) && found->letter == letter && found->accent == accent ? found->whole : 0;
}

}  // namespace

void read_letters(std::string_view text, std::u32string& letters) {
  letters.clear();
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = sequence_length(lead);
    if (length == 0 || i + length > text.size()) {
      letters += kNoLetter;
      ++i;
      continue;
    }
    char32_t letter = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length; ++k) letter = (letter << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    letters += letter;
    i += length;
  }
}

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  read_letters(text, letters);
  return letters;
}

std::string utf8_of(std::u32string_view letters) {
  std::string text;
  for (const char32_t c : letters) {
    if (c < 0x80) {
      text += static_cast<char>(c);
      continue;
    }
    const int more = bytes_after_lead(c);
    constexpr unsigned kLeads[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(kLeads[more] | (c >> (6 * more)));
    for (int k = more - 1; k >= 0; --k) text += static_cast<char>(0x80U | (c >> (6 * k) & 0x3FU));
  }
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  if (is_ascii(text)) {
    for (char& c : lower) c = static_cast<char>(lower_case(static_cast<char32_t>(c)));
    return lower;
  }
  std::u32string letters = letters_of(text);
  for (char32_t& letter : letters) letter = lower_case(letter);
  return utf8_of(letters);
}

std::string composed(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::u32string result;
  for (const char32_t letter : letters_of(text)) {
    const char32_t whole = result.empty() ? 0 : composition(result.back(), letter);
    if (whole != 0)
      result.back() = whole;
    else
      result += letter;
  }
  return utf8_of(result);
}

}  // namespace gf
