// Sentences as the lesson about looking things up reads them: their words that count, each with its rows in the table of a language model.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "train/language_model.h"

namespace gf {

/// A word of a sentence: in lower case, and the rows of the table that stand for it. A word that the table has not whole has a row for each
/// of its pieces.
struct CountedWord {
  std::string word;
  std::vector<int> ids;
};

/// The words of a text that count: punctuation does not, nor do little words ("the", "is", "where"), unless `little`. A name that the table
/// knows by its capital letter alone keeps that row.
/// Example: of "Tim has a red ball." they are tim, red, ball.
std::vector<CountedWord> counted_words(const LanguageModel& model, std::string_view text, bool little);

/// The lines of a text that are not empty, without the white space around them.
std::vector<std::string> sentence_lines(std::string_view text);

/// How many different words of the question a sentence has, and how many different words the question has.
struct SharedWords {
  Index shared = 0, asked = 0;
  double share() const { return asked == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(asked); }
};
SharedWords shared_words(const std::vector<CountedWord>& question, const std::vector<CountedWord>& sentence);

/// Many sentences with a row of length 1 each: the mean of the rows of their words, divided by its length; 0 where no word counts.
struct SentenceRows {
  std::vector<std::string> texts;
  Tensor rows;  // (sentences, width)
};
SentenceRows rows_of_sentences(const LanguageModel& model, std::vector<std::string> texts, bool little);

/// Sentences such as "Mia has a grey lamp near the window.", or questions about such; their words are those of the language model's
/// grammar. Each part of a seed is a stream of its own.
std::vector<std::string> made_sentences(std::uint32_t seed, std::size_t part, std::size_t count);
std::vector<std::string> made_questions(std::uint32_t seed, std::size_t count);

}  // namespace gf
