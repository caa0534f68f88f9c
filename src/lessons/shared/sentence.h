// Shared parts of the lessons about a typed sentence: its words, their embeddings, and rows that are kept when the sentence changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/join.h"
#include "core/tensor.h"

namespace gf {

/// Returns the words of a text input. Throws InputError "no_tokens" or "too_many_tokens", which name the input `where`.
std::vector<std::string> sentence_tokens(const std::string& where, const std::string& text, std::size_t most);

/// Words with given embeddings.
struct KnownWords {
  Index width = 0;
  const float* (*row)(std::string_view word) = nullptr;  // returns `width` numbers, or null for any other word
};
/// Returns the words of the worked example.
KnownWords worked_example_words();

/// Returns a row for each token, (T, C). The row of an unknown word is drawn from the seed and the word alone, in hundredths from -0.5 to
/// 0.5. A row that is wider than `known.width` has further drawn numbers. Unknown words are added to `seeded`, each once. Without `known`,
/// the known words are those of the worked example if the width is its width.
Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded);
Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded,
                       const KnownWords& known);

/// Returns the different words of sentences, in order of first appearance. "Apple" and "apple" are one word, as it is first written.
std::vector<std::string> distinct_words(const std::vector<std::vector<std::string>>& sentences);
/// Returns the index of each token among the words, or -1 for an unknown token. Capital letters do not count.
std::vector<int> places_of(const std::vector<std::string>& tokens, const std::vector<std::string>& words);
/// Returns `fresh` with the rows of words that `rows` already has, in any order.
Tensor with_rows_of_words(const Tensor& rows, const std::vector<std::string>& old_words, const std::vector<std::string>& new_words,
                          Tensor fresh);

/// Returns `fresh` with the rows of tokens that stay in their order (align_tokens).
/// Example: rows of {"a", "b", "c"} for {"a", "c"} are the first and the third.
Tensor with_kept_rows(const Tensor& rows, const std::vector<std::string>& old_tokens, const std::vector<std::string>& new_tokens,
                      Tensor fresh);

/// Returns a sentence of `count` different words that no vocabulary has: "w1 w2 w3 ...".
std::string numbered_words(std::size_t count);

inline Axis token_axis(const std::vector<std::string>& tokens) { return {"tokens", tokens}; }
inline Axis feature_axis() { return {"features", {}}; }

}  // namespace gf
