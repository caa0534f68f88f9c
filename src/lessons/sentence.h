// What the lessons about a typed sentence share: its words, their embeddings, and rows that stay when the sentence changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/join.h"
#include "core/tensor.h"

namespace gf {

/// The words of a text input. Throws InputError "no_tokens" or "too_many_tokens", which name the input `where`.
std::vector<std::string> sentence_tokens(const std::string& where, const std::string& text, std::size_t most);

/// A row for each token, (T, C): the worked example's embedding at its width, else drawn from the seed and the word, in hundredths, so that
/// a word gets the same numbers wherever it stands. Words that were drawn are added to `seeded`, each once.
Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded);

/// `fresh` with the rows of the tokens that stay: a row for each new token, taken from `rows` of the old ones where the token was there.
/// Example: rows of {"a", "b", "c"} for {"a", "c"} are the first and the third.
Tensor with_kept_rows(const Tensor& rows, const std::vector<std::string>& old_tokens, const std::vector<std::string>& new_tokens,
                      Tensor fresh);

/// "w1 w2 w3 ...": a sentence of `count` different words, none of which any vocabulary has.
std::string numbered_words(std::size_t count);

inline Axis token_axis(const std::vector<std::string>& tokens) { return {"tokens", tokens}; }
inline Axis feature_axis() { return {"features", {}}; }

}  // namespace gf
