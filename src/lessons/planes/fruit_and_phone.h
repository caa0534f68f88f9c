// The two sentences about apple, the fruit and the brand, and the places of their words: what two lessons share.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"
#include "lessons/shared/sentence.h"

namespace gf::fruit_and_phone {

inline constexpr Index kWidth = 2;  // fruitiness and techiness
inline constexpr std::size_t kMostTokens = 24;
inline constexpr const char* kFruitText = "I ate a banana and an apple";
inline constexpr const char* kPhoneText = "I got a new phone from apple";
inline constexpr const char* kWord = "apple";

/// Words with a place in the plane. The source says where they lie to each other, and draws them; these numbers are of this program.
KnownWords known_words();
/// fruitiness, techiness, then numbers.
Axis feature_names(Index width);

/// Two sentences that share one table of words.
struct Sentences {
  std::vector<std::string> first, second;  // tokens
  std::vector<std::string> words;          // of both, each once
  Tensor table;                            // (words, width)
  std::vector<std::string> seeded;         // words without a place of their own
};
/// Reads the inputs text, other_text, seed and places. Throws InputError where they do not fit.
Sentences read_sentences(const InputReader& in, Index width);

/// One sentence on the tape: its rows of the table, and which of them is pulled.
struct Phrase {
  std::vector<std::string> tokens;
  std::vector<int> ids;  // rows of the table
  int pulled = -1;       // the last place of the word, or the last word
  NodeId x = -1;         // (T, C)
};
/// The place in a sentence of the word that is pulled: the last one, where it comes twice; the end of the sentence, where it doesn't come.
int pulled_place(const std::vector<std::string>& tokens, const std::string& word);
/// Appends `x`. `word` is the one that is pulled.
Phrase look_up(Tape& tape, NodeId table, const std::vector<std::string>& tokens, const Sentences& sentences, const std::string& word);

/// Notes about words without a place of their own, and about a pulled word that a sentence does not have.
void add_word_notes(const InputReader& in, const Sentences& sentences, LessonBuild& out);

/// The rows of the table whose words stay, after a text was changed. `width` is that of the table.
void keep_words(const LessonInfo& lesson, const Inputs& before, Inputs& after, Index width);

/// As many words as a sentence may have, all different from those of another stem.
std::string many_words(const std::string& stem);

/// The table of both default sentences with some words elsewhere, for presets.
Tensor default_table(const std::vector<std::pair<std::string, std::vector<float>>>& elsewhere = {});

}  // namespace gf::fruit_and_phone
