#include <vector>

#include "core/utf8.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "text/bpe_tokenizer.h"
#include "text/edit_distance.h"
#include "text/tokenizer.h"

namespace gf::test {
namespace {

void check_bytes(std::string_view text, BpeSplit split, int merges) {
  const BpeTokenizer tokenizer = learn_bpe(byte_row(byte_tokenizer(), text, split), merges);
  expect(static_cast<int>(tokenizer.merges.size()) <= merges, "no more merges than were asked for");
  for (const BpeSplit way : {BpeSplit::whole, BpeSplit::words})
    expect(decode(tokenizer, encode(tokenizer, text, way)) == text, "tokens and back are the same bytes");
}

void check_letters(std::string_view text) {
  std::string joined;
  for (const std::string_view character : utf8_characters(text)) joined += character;
  expect(joined == text, "the characters of a text are the text");
  expect(is_utf8(readable_utf8(text)) && is_utf8(visible_text(text)), "what is to be read is UTF-8");
  expect(!is_utf8(text) || readable_utf8(text) == text, "what can be read stays");
  if (is_utf8(text))
    expect(is_utf8(lower_case(text)) && is_utf8(composed(text)) && utf8_of(letters_of(text)) == text, "letters are letters");
  const std::vector<std::string> words = word_tokens(text);
  expect(align_tokens(words, words).size() == words.size(), "each word has its place");
}

// Returns the edit distance by its definition, cell by cell.
std::size_t distance_by_definition(std::u32string_view a, std::u32string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

void check_distance(std::u32string_view a, std::u32string_view b) {
  const std::size_t expected = distance_by_definition(a, b);
  expect(edit_distance(a, b) == expected, "the edit distance is that of its definition");
  expect(edits_between(a, b).size() == expected, "as many edits as the distance");
  const WordPattern pattern{std::u32string(a)};
  expect(pattern.least_distance(b) <= expected, "a bound is a bound");
  for (const std::size_t most : {expected, expected / 2}) {
    const std::size_t found = pattern.distance(b, most);
    expect(expected <= most ? found == expected : found > most, "a distance within a bound");
  }
}

}  // namespace

// Quadratic by design: pairs are counted again after each merge, and the definition fills a matrix. Most inputs are cut where two words
// take three blocks of 64 letters.
int fuzz_tokenizer(const std::uint8_t* data, std::size_t size, Checks checks) {
  constexpr std::uint32_t kLong = 32;
  if (size < 3) return 0;
  const bool is_long = is_sampled(checks, text_of(data, size), kLong);
  const std::size_t longest = is_long ? 4096 : 256, longest_word = is_long ? 600 : 160;
  const int merges = is_long ? data[0] / 2 : data[0] / 2 % 16;
  const std::string_view text = text_of(data, std::min(size, longest));
  check_bytes(text.substr(2), data[0] % 2 == 0 ? BpeSplit::whole : BpeSplit::words, merges);
  check_letters(text.substr(2));
  const std::u32string letters = letters_of(text.substr(2, longest_word));
  const std::size_t cut = letters.size() * data[1] / 256;
  check_distance(std::u32string_view(letters).substr(0, cut), std::u32string_view(letters).substr(cut));
  return 0;
}

}  // namespace gf::test
