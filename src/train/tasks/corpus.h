// The text that the embeddings lesson trains on: sentences about a small world, drawn from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gf {

using Sentence = std::vector<std::string>;

/// Returns at most `count` different sentences. Each ends with ".": {"today", "the", "queen", "owns", "castles", "."}. The same seed gives
/// the same sentences on every machine.
std::vector<Sentence> corpus_sentences(std::uint32_t seed, std::size_t count);

/// Returns all words that such sentences can have, and ".", in alphabetical order.
std::vector<std::string> corpus_words();

}  // namespace gf
