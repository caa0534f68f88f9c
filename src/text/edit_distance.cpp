#include "text/edit_distance.h"

#include <algorithm>
#include <utility>

namespace gf {
namespace {

constexpr char32_t kLatinEnd = 0x250;
constexpr std::size_t kBlock = 64;

// One column of a block of the edit matrix. A bit of `up` or `down` is set if the cell of its row is larger or smaller by one than the cell
// of the row above.
struct Column {
  std::uint64_t up = ~std::uint64_t{0}, down = 0;

  // Moves to the next column. `in` is the difference of the new cell and the old cell in the row above the block: -1, 0 or 1. Returns this
  // difference in the row `last`.
  int step(std::uint64_t equal, int in, unsigned last) {
    const std::uint64_t falls_in = in < 0 ? 1 : 0, grows_in = in > 0 ? 1 : 0;
    const std::uint64_t vertical = equal | down;
    equal |= falls_in;
    const std::uint64_t diagonal = (((equal & up) + up) ^ up) | equal;
    std::uint64_t grows = down | ~(diagonal | up), falls = up & diagonal;
    const int out = static_cast<int>((grows >> last) & 1) - static_cast<int>((falls >> last) & 1);
    grows = (grows << 1) | grows_in;
    falls = (falls << 1) | falls_in;
    up = falls | ~(vertical | grows);
    down = grows & vertical;
    return out;
  }
};

}  // namespace

WordPattern::WordPattern(std::u32string word) : word_(std::move(word)), latin_(kLatinEnd) {
  blocks_ = std::max<std::size_t>(1, (word_.size() + kBlock - 1) / kBlock);
  std::uint32_t rows = 1;
  for (const char32_t letter : word_) {
    if (letter >= kLatinEnd)
      others_ += letter;
    else if (latin_[letter] == 0)
      latin_[letter] = rows++;
  }
  std::sort(others_.begin(), others_.end());
  others_.erase(std::unique(others_.begin(), others_.end()), others_.end());
  first_other_ = rows;
  rows += static_cast<std::uint32_t>(others_.size());
  places_.assign(rows * blocks_, 0);
  counts_.assign(rows, 0);
  for (std::size_t i = 0; i < word_.size(); ++i) {
    const std::size_t row = row_of(word_[i]);
    places_[row * blocks_ + i / kBlock] |= std::uint64_t{1} << (i % kBlock);
    ++counts_[row];
  }
}

std::size_t WordPattern::row_of(char32_t letter) const {
  if (letter < kLatinEnd) return latin_[letter];
  const auto found = std::lower_bound(others_.begin(), others_.end(), letter);
  return found == others_.end() || *found != letter ? 0 : first_other_ + static_cast<std::size_t>(found - others_.begin());
}

std::size_t WordPattern::distance(std::u32string_view other, std::size_t most) const {
  const std::size_t longer = std::max(word_.size(), other.size()), shorter = std::min(word_.size(), other.size());
  if (shorter == 0 || longer - shorter > most) return longer - shorter;
  return blocks_ == 1 ? distance_in_one_block(other, most) : distance_in_blocks(other, most);
}

std::size_t WordPattern::distance_in_one_block(std::u32string_view other, std::size_t most) const {
  Column column;
  const auto last = static_cast<unsigned>(word_.size() - 1);
  std::size_t score = word_.size();
  for (std::size_t i = 0; i < other.size(); ++i) {
    score += static_cast<std::size_t>(column.step(*places_of(other[i]), 1, last));
    if (score > most + (other.size() - 1 - i)) return score - (other.size() - 1 - i);  // each further letter subtracts at most 1
  }
  return score;
}

std::size_t WordPattern::distance_in_blocks(std::u32string_view other, std::size_t most) const {
  std::vector<Column> columns(blocks_);
  const auto last = static_cast<unsigned>((word_.size() - 1) % kBlock);
  std::size_t score = word_.size();
  for (std::size_t i = 0; i < other.size(); ++i) {
    const std::uint64_t* equal = places_of(other[i]);
    int carry = 1;
    for (std::size_t block = 0; block < blocks_; ++block)
      carry = columns[block].step(equal[block], carry, block + 1 == blocks_ ? last : kBlock - 1);
    score += static_cast<std::size_t>(carry);
    if (score > most + (other.size() - 1 - i)) return score - (other.size() - 1 - i);
  }
  return score;
}

std::size_t WordPattern::least_distance(std::u32string_view other) const {
  std::vector<std::pair<std::size_t, std::uint32_t>> seen;  // row and count; a list, because a word has few letters
  std::size_t common = 0;
  for (const char32_t letter : other) {
    const std::size_t row = row_of(letter);
    if (row == 0) continue;
    auto found = std::find_if(seen.begin(), seen.end(), [&](const auto& entry) { return entry.first == row; });
    if (found == seen.end()) found = seen.insert(seen.end(), {row, 0});
    if (found->second++ < counts_[row]) ++common;
  }
  return std::max(word_.size(), other.size()) - common;
}

std::size_t edit_distance(std::u32string_view a, std::u32string_view b) {
  // The bits run along the pattern, so the shorter word makes fewer blocks.
  return a.size() <= b.size() ? WordPattern(std::u32string(a)).distance(b) : WordPattern(std::u32string(b)).distance(a);
}

std::vector<Edit> edits_between(std::u32string_view a, std::u32string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> cells((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return cells[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0)
        at(i, j) = static_cast<std::uint32_t>(i + j);
      else
        at(i, j) = std::min({at(i - 1, j - 1) + (a[i - 1] != b[j - 1] ? 1U : 0U), at(i - 1, j) + 1, at(i, j - 1) + 1});
    }
  std::vector<Edit> edits;
  for (std::size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
    const bool both = i > 0 && j > 0;
    if (both && at(i, j) == at(i - 1, j - 1) + (a[i - 1] != b[j - 1] ? 1U : 0U)) {
      --i;
      --j;
      if (a[i] != b[j]) edits.push_back({a[i], b[j]});
    } else if (i > 0 && at(i, j) == at(i - 1, j) + 1) {
      edits.push_back({a[--i], 0});
    } else {
      edits.push_back({0, b[--j]});
    }
  }
  std::reverse(edits.begin(), edits.end());
  return edits;
}

}  // namespace gf
