// Rows of token ids in which a pair of neighbours becomes one token: the arithmetic under byte-pair encoding.
#pragma once

#include <cstddef>
#include <vector>

namespace gf {

/// Two neighbouring tokens.
struct TokenPair {
  int left = 0, right = 0;
  auto operator<=>(const TokenPair&) const = default;
};

/// Tokens in order. `starts[t]` is not 0 where a part of the text begins (a word) that no pair may reach into from its left.
struct TokenRow {
  std::vector<int> ids;
  std::vector<char> starts;

  std::size_t size() const { return ids.size(); }
  bool has_pair_at(std::size_t t, TokenPair pair) const {
    return t + 1 < ids.size() && starts[t + 1] == 0 && ids[t] == pair.left && ids[t + 1] == pair.right;
  }
};

/// How often the pair stands side by side. Occurrences may overlap: "aaa" has the pair aa twice.
int count_pair(const TokenRow& row, TokenPair pair);

/// The row with each occurrence of the pair, from left to right, as the one token `merged`.
/// Example: a a a b with aa as Z is Z a b.
TokenRow merge_pair(const TokenRow& row, TokenPair pair, int merged);

/// A row with the place of each token in the row that it was merged from: token t covers the cells `first[t]` to `first[t + 1] - 1`.
struct MergedRow {
  TokenRow row;
  std::vector<std::size_t> first;
};

MergedRow unmerged(TokenRow row);
/// merge_pair that keeps count of where tokens come from.
void merge_pair(MergedRow& merged, TokenPair pair, int token);

}  // namespace gf
