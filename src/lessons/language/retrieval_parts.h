// The parts of the lesson about looking things up: rows of sentences, the search, the answer, and an index for many sentences.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "lessons/language/retrieval_sentences.h"
#include "model/parameters.h"

namespace gf::retrieval_lesson {

/// The reader's sentences and question, in words that count.
struct Notes {
  std::shared_ptr<const LanguageModel> model;
  Labels sentences;
  std::string question;
  std::vector<std::vector<CountedWord>> words;  // of each sentence
  std::vector<CountedWord> asked;

  Axis axis() const { return {"sentences", sentences}; }
  /// With the question as the last one.
  Axis axis_with_question() const {
    Axis all = axis();
    all.labels.push_back(question);
    return all;
  }
};

/// Returns the axis of a single column that a key of the texts names.
inline Axis keyed_column(const char* key) { return keyed_axis("", {key}); }

struct Vectors {
  NodeId all = -1, key = -1, query = -1;  // (N + 1, C), its first N rows, its last one
};
/// Appends words, word_rows, averaging, means, directions, key and query: the rows of the words of each sentence and of the question, their
/// mean, and its direction.
Vectors append_vectors(Tape& tape, const Notes& notes, const ParameterNodes& weights);

/// Appends scores, overlap, and the shares (N, 1) of the k best of what is searched by; all others have 0. If no score is above 0, all
/// shares are 0.
NodeId append_search(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors);

/// Appends the sentences as pieces, those that were found, the prompt, and what the model says to the question alone and to the prompt.
void append_answer(const InputReader& in, LessonBuild& out, const Notes& notes, const ParameterNodes& weights, NodeId shares);

/// Appends the loss of contrastive learning (InfoNCE) for the question: −ln of the probability of its own note, by softmax over the cosines
/// of all notes divided by a temperature; and how it changes with each cosine. Appends nothing where there is no such note.
void append_contrast(const InputReader& in, LessonBuild& out, const Notes& notes, const Vectors& vectors);

/// Appends the lists of all sentences, of the reader and made ones, what a search in some of them reads, and what it misses.
void append_index(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors);
void show_index(LessonBuild& out);

}  // namespace gf::retrieval_lesson
