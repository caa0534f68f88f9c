#include "core/token_row.h"

#include <utility>

namespace gf {

int count_pair(const TokenRow& row, TokenPair pair) {
  int count = 0;
  for (std::size_t t = 0; t + 1 < row.size(); ++t) count += row.has_pair_at(t, pair) ? 1 : 0;
  return count;
}

TokenRow merge_pair(const TokenRow& row, TokenPair pair, int merged) {
  MergedRow result = unmerged(row);
  merge_pair(result, pair, merged);
  return result.row;
}

MergedRow unmerged(TokenRow row) {
  MergedRow merged{std::move(row), {}};
  for (std::size_t t = 0; t <= merged.row.size(); ++t) merged.first.push_back(t);
  return merged;
}

void merge_pair(MergedRow& merged, TokenPair pair, int token) {
  TokenRow& row = merged.row;
  std::size_t to = 0, from = 0;
  while (from < row.size()) {
    const bool joins = row.has_pair_at(from, pair);
    row.ids[to] = joins ? token : row.ids[from];
    row.starts[to] = row.starts[from];
    merged.first[to] = merged.first[from];
    ++to;
    from += joins ? 2 : 1;
  }
  merged.first[to] = merged.first[from];
  row.ids.resize(to);
  row.starts.resize(to);
  merged.first.resize(to + 1);
}

}  // namespace gf
