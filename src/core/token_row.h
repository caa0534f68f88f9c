// Rows of token ids, and the merge of a pair of neighbours into one token: the arithmetic of byte-pair encoding.
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace gf {

/// Two neighbouring tokens.
struct TokenPair {
  int left = 0, right = 0;
  auto operator<=>(const TokenPair&) const = default;
};

/// Tokens in order. `starts[t]` is not 0 if a part of the text, such as a word, begins at token t. No pair spans the beginning of a part.
struct TokenRow {
  std::vector<int> ids;
  std::vector<char> starts;

  std::size_t size() const { return ids.size(); }
  bool has_pair_at(std::size_t t, TokenPair pair) const {
    return t + 1 < ids.size() && starts[t + 1] == 0 && ids[t] == pair.left && ids[t + 1] == pair.right;
  }
};

/// Returns how often the pair stands side by side. Occurrences may overlap: "aaa" has the pair aa twice.
int count_pair(const TokenRow& row, TokenPair pair);

/// Returns the row with each occurrence of the pair, from left to right, replaced by the token `merged`.
/// Example: a a a b with Z for aa is Z a b.
TokenRow merge_pair(const TokenRow& row, TokenPair pair, int merged);

/// A row that was merged from another row. Token t covers the tokens `first[t]` to `first[t + 1] - 1` of the other row.
struct MergedRow {
  TokenRow row;
  std::vector<std::size_t> first;
};

/// Returns the row before any merge: each token covers itself.
MergedRow unmerged(TokenRow row);
/// Merges the pair in place, and updates `first`.
void merge_pair(MergedRow& merged, TokenPair pair, int token);

}  // namespace gf
