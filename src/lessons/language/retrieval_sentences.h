// The sentences of the lesson retrieval: their words that count, each with its rows in the token table of a language model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "train/language_model.h"

namespace gf {

/// A word of a sentence in lower case, and its rows in the table. A word that is no token has a row for each of its tokens.
struct CountedWord {
  std::string word;
  std::vector<int> ids;
};

/// Returns the words of a text that count. Punctuation does not count, and little words ("the", "is", "where") only if `little`. A name
/// that the vocabulary has with a capital letter alone gets the row of that token. Example: the words of "Tim has a red ball." are tim,
/// red, ball.
std::vector<CountedWord> counted_words(const LanguageModel& model, std::string_view text, bool little);

/// Returns the lines of a text that are not empty, without the white space around them.
std::vector<std::string> sentence_lines(std::string_view text);

struct SharedWords {
  Index shared = 0;  // different words of the question that the sentence has
  Index asked = 0;   // different words of the question
  double share() const { return asked == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(asked); }
};
/// Counts the words of a question that a sentence has.
SharedWords shared_words(const std::vector<CountedWord>& question, const std::vector<CountedWord>& sentence);

struct SentenceRows {
  std::vector<std::string> texts;
  Tensor rows;  // (sentences, C)
};
/// Returns a row of length 1 for each sentence: the mean of the rows of its words, divided by its length. A sentence without words that
/// count has a row of zeros.
SentenceRows rows_of_sentences(const LanguageModel& model, std::vector<std::string> texts, bool little);

/// Draws sentences such as "Mia has a grey lamp near the window.", with the words of the language model's grammar. Each part of a seed has
/// its own stream.
std::vector<std::string> made_sentences(std::uint32_t seed, std::size_t part, std::size_t count);
/// Draws questions about such sentences.
std::vector<std::string> made_questions(std::uint32_t seed, std::size_t count);

}  // namespace gf
