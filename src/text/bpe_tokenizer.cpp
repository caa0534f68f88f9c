#include "text/bpe_tokenizer.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#include "core/nth.h"
#include "core/utf8.h"
#include "text/letters.h"

namespace gf {
namespace {

constexpr int kBytes = 256;
constexpr int kLeastCount = 2;  // a pair that occurs once would only copy the text into the table

std::uint64_t key_of(TokenPair pair) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(pair.left)) << 32 | static_cast<std::uint32_t>(pair.right);
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// Whether a byte is a punctuation mark of ASCII. All bytes beyond ASCII belong to words.
bool is_mark(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool letter = (byte | 32) >= 'a' && (byte | 32) <= 'z';
  return byte < 0x80 && !letter && !(byte >= '0' && byte <= '9') && !is_space(c);
}

// Whether a part begins at byte i of a text: a word with the white space before it, or for BpeSplit::pieces a change between letters and
// marks.
bool part_begins(std::string_view text, std::size_t i, BpeSplit split) {
  if (i == 0) return true;
  if (split == BpeSplit::whole) return false;
  if (is_space(text[i])) return !is_space(text[i - 1]);
  return split == BpeSplit::pieces && !is_space(text[i - 1]) && is_mark(text[i]) != is_mark(text[i - 1]);
}

// Whether the letter of a byte is the byte itself: a printable character of Latin-1. All other bytes have the letters from U+0100 on.
bool names_itself(unsigned byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}
const std::array<char32_t, kBytes>& letters_of_bytes() {
  static const std::array<char32_t, kBytes> letters = [] {
    std::array<char32_t, kBytes> letter_of_byte{};
    char32_t next = 0x100;
    for (unsigned byte = 0; byte < kBytes; ++byte) letter_of_byte[byte] = names_itself(byte) ? byte : next++;
    return letter_of_byte;
  }();
  return letters;
}

// Returns the earliest merge among the pairs of a row; -1 if no pair is a merge.
int first_merge(const BpeTokenizer& tokenizer, const TokenRow& row) {
  int best = -1;
  for (std::size_t t = 0; t + 1 < row.size(); ++t) {
    if (row.starts[t + 1] != 0) continue;
    const auto found = tokenizer.ranks.find(key_of({row.ids[t], row.ids[t + 1]}));
    if (found != tokenizer.ranks.end() && (best < 0 || found->second < best)) best = found->second;
  }
  return best;
}

// Appends the tokens of one part. Parts are encoded one by one, because a long text has many short words with few merges each.
void encode_part(const BpeTokenizer& tokenizer, TokenRow part, std::vector<int>& tokens) {
  for (int merge = first_merge(tokenizer, part); merge >= 0; merge = first_merge(tokenizer, part))
    part = merge_pair(part, nth(tokenizer.merges, merge), kBytes + merge);
  tokens.insert(tokens.end(), part.ids.begin(), part.ids.end());
}

std::string hexadecimal(char byte) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {kDigits[value >> 4], kDigits[value & 15]};
}

std::string visible_character(std::string_view character) {
  if (character == " ") return "␣";
  if (character == "\n") return "⏎";
  if (character == "\t") return "⇥";
  const char32_t point = code_point(character);
  const bool broken = point == 0xFFFD && character.size() == 1;
  if (broken || point < 0x20 || point == 0x7F) return hexadecimal(character.front());
  return std::string(character);
}

}  // namespace

BpeTokenizer byte_tokenizer() {
  BpeTokenizer tokenizer;
  for (int byte = 0; byte < kBytes; ++byte) {
    tokenizer.pieces.emplace_back(1, static_cast<char>(byte));
    nth(tokenizer.of_byte, byte) = byte;
  }
  return tokenizer;
}

void add_merge(BpeTokenizer& tokenizer, TokenPair pair) {
  const int count = static_cast<int>(tokenizer.pieces.size());
  if (pair.left < 0 || pair.right < 0 || pair.left >= count || pair.right >= count)
    throw std::invalid_argument("[bpe] a merge of tokens " + std::to_string(pair.left) + " and " + std::to_string(pair.right) +
                                ", but there are " + std::to_string(count));
  tokenizer.ranks.emplace(key_of(pair), static_cast<int>(tokenizer.merges.size()));
  tokenizer.merges.push_back(pair);
  tokenizer.pieces.push_back(nth(tokenizer.pieces, pair.left) + nth(tokenizer.pieces, pair.right));
}

TokenRow byte_row(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split) {
  TokenRow row;
  for (std::size_t i = 0; i < text.size(); ++i) {
    row.ids.push_back(tokenizer.of_byte[static_cast<unsigned char>(text[i])]);
    row.starts.push_back(part_begins(text, i, split) ? 1 : 0);
  }
  return row;
}

std::vector<PairCount> pair_counts(const TokenRow& row) {
  std::vector<TokenPair> pairs;
  for (std::size_t t = 0; t + 1 < row.size(); ++t)
    if (row.starts[t + 1] == 0) pairs.push_back({row.ids[t], row.ids[t + 1]});
  std::sort(pairs.begin(), pairs.end());
  std::vector<PairCount> counts;
  for (const TokenPair& pair : pairs) {
    if (counts.empty() || counts.back().pair != pair) counts.push_back({pair, 0});
    ++counts.back().count;
  }
  std::stable_sort(counts.begin(), counts.end(), [](const PairCount& a, const PairCount& b) { return a.count > b.count; });
  return counts;
}

BpeTokenizer learn_bpe(const TokenRow& bytes, int merges) {
  BpeTokenizer tokenizer = byte_tokenizer();
  MergedRow merged = unmerged(bytes);
  const auto most = static_cast<std::size_t>(kBytes + std::max(merges, 0));
  std::vector<int> counts(most * most);  // the count of (left, right) stands at left * most + right; all are 0 between two merges
  const auto place = [&](std::size_t t) {
    return static_cast<std::size_t>(merged.row.ids[t]) * most + static_cast<std::size_t>(merged.row.ids[t + 1]);
  };
  const auto each_pair = [&](auto&& visit) {
    for (std::size_t t = 0; t + 1 < merged.row.size(); ++t)
      if (merged.row.starts[t + 1] == 0) visit(place(t));
  };
  for (int merge = 0; merge < merges; ++merge) {
    std::size_t best = 0;
    int best_count = 0;
    each_pair([&](std::size_t pair) { ++counts[pair]; });
    each_pair([&](std::size_t pair) {
      if (counts[pair] < best_count || (counts[pair] == best_count && pair >= best)) return;
      best = pair;
      best_count = counts[pair];
    });
    each_pair([&](std::size_t pair) { counts[pair] = 0; });
    if (best_count < kLeastCount) break;
    const TokenPair pair{static_cast<int>(best / most), static_cast<int>(best % most)};
    add_merge(tokenizer, pair);
    merge_pair(merged, pair, kBytes + merge);
  }
  return tokenizer;
}

std::vector<int> encode(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split) {
  const TokenRow row = byte_row(tokenizer, text, split);
  std::vector<int> tokens;
  for (std::size_t begin = 0; begin < row.size();) {
    std::size_t end = begin + 1;
    while (end < row.size() && row.starts[end] == 0) ++end;
    const auto part = [&](const auto& from) {
      return typename std::remove_cvref_t<decltype(from)>(from.begin() + static_cast<std::ptrdiff_t>(begin),
                                                          from.begin() + static_cast<std::ptrdiff_t>(end));
    };
    encode_part(tokenizer, {part(row.ids), part(row.starts)}, tokens);
    begin = end;
  }
  return tokens;
}

std::string decode(const BpeTokenizer& tokenizer, const std::vector<int>& tokens) {
  std::string text;
  for (const int token : tokens) {
    if (token < 0 || token >= static_cast<int>(tokenizer.pieces.size()))
      throw std::invalid_argument("[bpe] token " + std::to_string(token) + ", but there are " + std::to_string(tokenizer.pieces.size()));
    text += nth(tokenizer.pieces, token);
  }
  return text;
}

std::string byte_name(std::string_view bytes) {
  std::u32string name;
  for (const char byte : bytes) name += letters_of_bytes()[static_cast<unsigned char>(byte)];
  return utf8_of(name);
}

std::string bytes_of_name(std::string_view name) {
  const auto& letters = letters_of_bytes();
  std::string bytes;
  for (const char32_t letter : letters_of(name)) {
    const auto found = std::find(letters.begin(), letters.end(), letter);
    if (found == letters.end())
      throw std::invalid_argument("[bpe] \"" + std::string(name) + "\" is not made of letters that stand for bytes");
    bytes += static_cast<char>(found - letters.begin());
  }
  return bytes;
}

std::string visible_text(std::string_view bytes) {
  std::string text;
  for (const std::string_view character : utf8_characters(bytes)) text += visible_character(character);
  return text;
}

}  // namespace gf
