// The text that the embeddings lesson trains on: sentences about a small world, drawn from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gf {

using Sentence = std::vector<std::string>;

/// `count` different sentences at most, each ended by ".": {"today", "the", "queen", "owns", "castles", "."}. The same seed gives the same
/// ones, on every machine.
std::vector<Sentence> corpus_sentences(std::uint32_t seed, std::size_t count);

/// All words that such sentences are made of, "." with them, in alphabetical order.
std::vector<std::string> corpus_words();

}  // namespace gf
