// The small world that the corpus of the embeddings lesson is about: pairs of words that differ in one respect, and what is said of them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace gf {

/// Two words that differ by the relation, and what is said of both: "king queen" like crowns and own castles.
struct WordPair {
  std::string_view first, second;
  std::string_view marks[2];
};

/// Sentences with a place {x} for a word of a pair and {0} or {1} for what marks the pair.
struct PairRelation {
  std::string_view name;
  std::vector<WordPair> pairs;
  std::vector<std::string_view> of_first, of_second;
};

/// gender, capital, superlative, plural, ceo, zip.
std::span<const PairRelation> pair_relations();

}  // namespace gf
