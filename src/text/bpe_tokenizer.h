// Byte-pair encoding (Gage 1994; Sennrich et al. 2016), on bytes, so that every text and every other row of bytes comes back exactly.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/token_row.h"

namespace gf {

/// A learned tokenizer. Tokens 0 to 255 are the single bytes, in any order that `of_byte` says; merge k makes token 256 + k.
struct BpeTokenizer {
  std::vector<std::string> pieces;               // the bytes of each token
  std::array<int, 256> of_byte{};                // the token of each byte
  std::vector<TokenPair> merges;                 // in the order in which they apply
  std::unordered_map<std::uint64_t, int> ranks;  // of a pair of tokens: which merge it is
};

/// Which neighbours may become one token.
enum class BpeSplit {
  whole,   // any
  words,   // only those inside one word; a word takes the white space before it along
  pieces,  // only those inside one word or one row of marks, with the space before it: "dog." is "dog" and "."
};

struct PairCount {
  TokenPair pair;
  int count = 0;
};

/// The 256 bytes and no merges; token b is byte b.
BpeTokenizer byte_tokenizer();
/// Appends a merge of two tokens that there are already. Throws std::invalid_argument where there are not.
void add_merge(BpeTokenizer& tokenizer, TokenPair pair);

/// The bytes of a text as tokens.
TokenRow byte_row(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split);
/// Every pair of neighbours with how often it occurs, the most frequent first; among equally frequent ones the pair of the older tokens.
std::vector<PairCount> pair_counts(const TokenRow& row);

/// Learns at most `merges` merges of a row of bytes (with 0 to 255 as tokens): each time the first of pair_counts, as long as that occurs
/// at least twice.
/// Example: of "aaabdaaabac" it learns aa, ab, and then (aa)(ab); what is left is (aaab) d (aaab) a c.
BpeTokenizer learn_bpe(const TokenRow& bytes, int merges);

/// The tokens of a text: its bytes, with the learned merges applied in the order in which they were learned.
std::vector<int> encode(const BpeTokenizer& tokenizer, std::string_view text, BpeSplit split);
/// The bytes of tokens. Throws std::invalid_argument for a token that there is not. decode(encode(text)) is the text, whatever bytes it
/// has.
std::string decode(const BpeTokenizer& tokenizer, const std::vector<int>& tokens);

/// A token's bytes as a name in letters alone, as GPT-2's vocabulary files have them: each byte is a letter of its own, the space is Ġ.
/// Example: `byte_name(" the") == "Ġthe"`.
std::string byte_name(std::string_view bytes);
/// The other way round. Throws std::invalid_argument for letters that stand for no byte.
std::string bytes_of_name(std::string_view name);

/// Bytes as people can read them: spaces and line ends as visible signs, bytes that are no whole character as hexadecimal digits.
/// Example: " a\n" is "␣a⏎"; the first byte of "é" is "C3".
std::string visible_text(std::string_view bytes);

}  // namespace gf
