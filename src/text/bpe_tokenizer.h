// Byte-pair encoding (Gage 1994; Sennrich et al. 2016). It works on bytes, so that every row of bytes, text or not, comes back exactly.
// learn_bpe makes a tokenizer, or byte_tokenizer and add_merge; encode and decode then use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/token_row.h"

namespace gf {

/// A learned tokenizer. Tokens 0 to 255 are the single bytes, in the order of `of_byte`; merge k makes token 256 + k.
struct BpeTokenizer {
  std::vector<std::string> pieces;               // the bytes of each token
  std::array<int, 256> of_byte{};                // the token of each byte
  std::vector<TokenPair> merges;                 // in the order in which they apply
  std::unordered_map<std::uint64_t, int> ranks;  // the index in `merges` of a pair of tokens
};

/// The parts of a text inside which neighbours may become one token.
enum class BpeSplit {
  whole,   // the text
  words,   // a word with the white space before it
  pieces,  // a word or a row of marks, with the white space before it: "dog." is "dog" and "."
};

struct PairCount {
  TokenPair pair;
  int count = 0;
};

/// Returns a tokenizer with the 256 bytes and no merges; token b is byte b.
BpeTokenizer byte_tokenizer();
/// Appends a merge of two known tokens. Throws std::invalid_argument if the tokenizer has no such token.
void add_merge(BpeTokenizer& tokenizer, TokenPair pair);

/// Returns the bytes of a text as tokens.
TokenRow byte_row(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split);
/// Returns every pair of neighbours with its count, the most frequent pair first. Among equal counts, the pair of the older tokens comes
/// first.
std::vector<PairCount> pair_counts(const TokenRow& row);

/// Learns at most `merges` merges from a row of bytes (tokens 0 to 255). Each merge is the first pair of pair_counts; learning ends when no
/// pair occurs twice.
/// Example: from "aaabdaaabac" it learns aa, ab and (aa)(ab), which leaves (aaab) d (aaab) a c.
BpeTokenizer learn_bpe(const TokenRow& bytes, int merges);

/// Returns the tokens of a text: its bytes after the merges, each applied in the order in which it was learned.
std::vector<int> encode(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split);
/// Returns the bytes of tokens; decode(encode(text)) is the text, for any bytes. Throws std::invalid_argument for an unknown token.
std::string decode(const BpeTokenizer& tokenizer, const std::vector<int>& tokens);

/// Returns bytes as a name in letters alone, as in GPT-2's vocabulary files: one letter for each byte, Ġ for the space.
/// Example: `byte_name(" the") == "Ġthe"`.
std::string byte_name(std::string_view bytes);
/// Returns the bytes of a name that byte_name made. Throws std::invalid_argument for a letter that stands for no byte.
std::string bytes_of_name(std::string_view name);

/// Returns bytes as people can read them. Spaces, tabs and line ends are visible signs; other control characters, and bytes that are no
/// character, are hexadecimal digits.
/// Example: " a\n" is "␣a⏎"; the first byte of "é" is "C3".
std::string visible_text(std::string_view bytes);

}  // namespace gf
