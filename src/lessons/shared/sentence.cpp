#include "lessons/shared/sentence.h"

#include <algorithm>
#include <cmath>

#include "core/problem.h"
#include "core/random.h"
#include "lessons/shared/worked_example.h"
#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf {

std::vector<std::string> sentence_tokens(const std::string& where, const std::string& text, std::size_t most) {
  std::vector<std::string> tokens = word_tokens(text);
  if (tokens.empty()) throw InputError({"no_tokens", {{"where", where}}});
  if (tokens.size() > most)
    throw InputError({"too_many_tokens", {{"where", where}, {"got", std::to_string(tokens.size())}, {"most", std::to_string(most)}}});
  return tokens;
}

KnownWords worked_example_words() { return {self_attention::kVocabularyWidth, self_attention::vocabulary_row}; }

Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded) {
  return word_embeddings(tokens, width, seed, seeded, width == self_attention::kVocabularyWidth ? worked_example_words() : KnownWords{});
}

Tensor word_embeddings(const std::vector<std::string>& tokens, Index width, std::uint32_t seed, std::vector<std::string>& seeded,
                       const KnownWords& known) {
  Tensor x(matrix_shape(std::ssize(tokens), width));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    float* row = x.row(static_cast<Index>(t));
    const float* own = known.row ? known.row(tokens[t]) : nullptr;
    NumpyRandom random(seed_of_word(seed, tokens[t]));
    for (Index c = 0; c < width; ++c) row[c] = static_cast<float>(std::round((random.uniform() - 0.5) * 100) / 100);
    if (own) std::copy(own, own + std::min(width, known.width), row);
    if (!own && std::find(seeded.begin(), seeded.end(), tokens[t]) == seeded.end()) seeded.push_back(tokens[t]);
  }
  return x;
}

std::vector<std::string> distinct_words(const std::vector<std::vector<std::string>>& sentences) {
  std::vector<std::string> words;
  for (const std::vector<std::string>& tokens : sentences)
    for (const std::string& token : tokens)
      if (places_of({token}, words).front() < 0) words.push_back(token);
  return words;
}

std::vector<int> places_of(const std::vector<std::string>& tokens, const std::vector<std::string>& words) {
  std::vector<int> places;
  for (const std::string& token : tokens) {
    const std::string lower = lower_case(token);
    const auto found = std::find_if(words.begin(), words.end(), [&](const std::string& word) { return lower_case(word) == lower; });
    places.push_back(found == words.end() ? -1 : static_cast<int>(found - words.begin()));
  }
  return places;
}

Tensor with_rows_of_words(const Tensor& rows, const std::vector<std::string>& old_words, const std::vector<std::string>& new_words,
                          Tensor fresh) {
  const std::vector<int> from = places_of(new_words, old_words);
  for (std::size_t t = 0; t < from.size(); ++t)
    if (from[t] >= 0) std::copy_n(rows.row(from[t]), rows.cols(), fresh.row(static_cast<Index>(t)));
  return fresh;
}

Tensor with_kept_rows(const Tensor& rows, const std::vector<std::string>& old_tokens, const std::vector<std::string>& new_tokens,
                      Tensor fresh) {
  const std::vector<int> from = align_tokens(old_tokens, new_tokens);
  for (std::size_t t = 0; t < from.size(); ++t)
    if (from[t] >= 0) std::copy(rows.row(from[t]), rows.row(from[t]) + rows.cols(), fresh.row(static_cast<Index>(t)));
  return fresh;
}

std::string numbered_words(std::size_t count) {
  std::vector<std::string> words;
  for (std::size_t i = 1; i <= count; ++i) words.push_back("w" + std::to_string(i));
  return joined(words, " ");
}

}  // namespace gf
