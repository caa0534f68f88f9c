// The small world of the embeddings lesson's corpus: pairs of words that differ in one respect, and sentences about them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace gf {

/// Two words that differ by the relation, and two words that stand with both: a king and a queen like crowns and own castles.
struct WordPair {
  std::string_view first, second;
  std::string_view marks[2];
};

/// A relation, its pairs, and its sentences. In a sentence, {x} stands for a word of a pair, and {0} or {1} for a mark of the pair.
struct PairRelation {
  std::string_view name;
  std::vector<WordPair> pairs;
  std::vector<std::string_view> of_first, of_second;  // sentences about the first and the second word of a pair
};

/// Returns the relations gender, capital, superlative, plural, ceo, zip.
std::span<const PairRelation> pair_relations();

}  // namespace gf
