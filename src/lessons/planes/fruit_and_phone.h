// The sentences about apple, the fruit and the brand, and the places of their words. Shared by the lessons words-pulling-words and spaces.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "lessons/build.h"
#include "lessons/shared/sentence.h"

namespace gf::fruit_and_phone {

inline constexpr Index kWidth = 2;  // fruitiness and techiness
inline constexpr std::size_t kMostTokens = 24;
inline constexpr const char* kFruitText = "I ate a banana and an apple";
inline constexpr const char* kPhoneText = "I got a new phone from apple";
inline constexpr const char* kWord = "apple";

/// Returns the words that have a place in the plane. The source draws their places without numbers; the numbers are those of this program.
KnownWords known_words();
/// Returns the names fruitiness and techiness, then numbers.
Axis feature_names(Index width);

/// Two sentences that share one table of words.
struct Sentences {
  std::vector<std::string> first, second;  // tokens
  std::vector<std::string> words;          // of both, each once
  Tensor table;                            // (words, width)
  std::vector<std::string> seeded;         // words without a place of their own
};
/// Reads the inputs text, other_text, seed and places. Throws InputError if they do not fit.
Sentences read_sentences(const InputReader& in, Index width);

/// One sentence on the tape: its rows of the table, and the place of the pulled word.
struct Phrase {
  std::vector<std::string> tokens;
  std::vector<int> ids;  // rows of the table
  int pulled = -1;       // the index in `tokens`, see pulled_place
  NodeId x = -1;         // (T, C)
};
/// Returns the index of the pulled word: its last occurrence, or the last word of a sentence without it.
int pulled_place(const std::vector<std::string>& tokens, const std::string& word);
/// Appends `x` of a sentence, in which `word` is pulled.
Phrase look_up(Tape& tape, NodeId table, const std::vector<std::string>& tokens, const Sentences& sentences, const std::string& word);

/// Appends notes about words without a place of their own, and about a pulled word that a sentence does not have.
void add_word_notes(const InputReader& in, const Sentences& sentences, LessonBuild& out);

/// Keeps the rows of a typed table whose words stay when a text changes. `width` is that of the table.
void keep_words(const LessonInfo& lesson, const Inputs& before, Inputs& after, Index width);

/// Returns the longest sentence that is allowed: different words, each a stem with a number.
std::string many_words(const std::string& stem);

/// Returns the table of both default sentences for a preset. The words in `elsewhere` have other places.
Tensor default_table(const std::vector<std::pair<std::string, std::vector<float>>>& elsewhere = {});

}  // namespace gf::fruit_and_phone
