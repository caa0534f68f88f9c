// Shared parts of the lessons about a typed sentence: its words, their embeddings, and rows that stay when the sentence changes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/join.h"
#include "core/tensor.h"

namespace gf {

/// The words of a text input. Throws InputError "no_tokens" or "too_many_tokens", which name the input `where`.
std::vector<std::string> sentence_tokens(const std::string& where, const std::string& text, std::size_t most);

/// Words that have an embedding of their own: `row` gives its first `width` numbers, null for any other word.
struct KnownWords {
  Index width = 0;
  const float* (*row)(std::string_view word) = nullptr;
};
/// The worked example's words.
KnownWords worked_example_words();

/// A row for each token, (T, C): that of a known word, else drawn from the seed and the word, in hundredths from -0.5 to 0.5, so that a
/// word gets the same numbers wherever it stands. Known words are those of the worked example at its very width; words known at a smaller
/// width have their further numbers drawn. Words that were drawn altogether are added to `seeded`, each once.
Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded);
Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded,
                       const KnownWords& known);

/// The different words of some sentences in the order in which they first come, as they are first written; "Apple" and "apple" are one.
std::vector<std::string> distinct_words(const std::vector<std::vector<std::string>>& sentences);
/// Returns the index of each token among the words; -1 for one that is not there. Capital letters do not count.
std::vector<int> places_of(const std::vector<std::string>& tokens, const std::vector<std::string>& words);
/// `fresh` with the rows of the words that were there before, wherever they stood.
Tensor with_rows_of_words(const Tensor& rows, const std::vector<std::string>& old_words, const std::vector<std::string>& new_words,
                          Tensor fresh);

/// `fresh` with the rows of the tokens that stay: a row for each new token, taken from `rows` of the old ones where the token was there.
/// Example: rows of {"a", "b", "c"} for {"a", "c"} are the first and the third.
Tensor with_kept_rows(const Tensor& rows, const std::vector<std::string>& old_tokens, const std::vector<std::string>& new_tokens,
                      Tensor fresh);

/// "w1 w2 w3 ...": a sentence of `count` different words, none of which any vocabulary has.
std::string numbered_words(std::size_t count);

inline Axis token_axis(const std::vector<std::string>& tokens) { return {"tokens", tokens}; }
inline Axis feature_axis() { return {"features", {}}; }

}  // namespace gf
