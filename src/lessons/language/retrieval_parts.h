// The parts of the lesson retrieval: rows of sentences, the search, the answer, contrastive learning, and an index for many sentences.
// In order: append_vectors(), append_search(), append_answer(). append_contrast() and append_index() need the vectors alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "lessons/language/retrieval_sentences.h"
#include "model/parameters.h"

namespace gf::retrieval_lesson {

/// The reader's sentences and question, with their words that count.
struct Notes {
  std::shared_ptr<const LanguageModel> model;
  Labels sentences;
  std::string question;
  std::vector<std::vector<CountedWord>> words;  // of each sentence
  std::vector<CountedWord> asked;               // the words of the question

  Axis axis() const { return {"sentences", sentences}; }
  /// Returns the axis of the sentences, with the question as the last one.
  Axis axis_with_question() const {
    Axis all = axis();
    all.labels.push_back(question);
    return all;
  }
};

/// Returns the axis of a single column that a key of the texts names.
inline Axis keyed_column(const char* key) { return keyed_axis("", {key}); }

/// Directions of N sentences and the question.
struct Vectors {
  NodeId all = -1;    // (N + 1, C), the question last
  NodeId key = -1;    // (N, C)
  NodeId query = -1;  // (1, C)
};
/// Appends the rows of the words in each sentence and in the question, their means, and the directions of the means.
Vectors append_vectors(Tape& tape, const Notes& notes, const ParameterNodes& weights);

/// Appends the scores of the sentences, the words that they share with the question, and the shares (N, 1) of the k best sentences. The
/// other shares are 0. If no score is above 0, all shares are 0. Returns the shares.
NodeId append_search(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors);

/// Appends the tokens of the sentences, the sentences found, the prompt, and the model's answers to the question alone and to the prompt.
void append_answer(const InputReader& in, LessonBuild& out, const Notes& notes, const ParameterNodes& weights, NodeId shares);

/// Appends the loss of contrastive learning (InfoNCE) for the question, and its derivative with respect to each cosine. The loss is −ln of
/// the probability of the question's own note, by a softmax over the cosines of all notes divided by a temperature. Appends no nodes if the
/// reader has no such note.
void append_contrast(const InputReader& in, LessonBuild& out, const Notes& notes, const Vectors& vectors);

/// Appends the lists of the reader's and of made sentences, and the work and the recall of a search in some lists.
void append_index(const InputReader& in, Tape& tape, const Notes& notes, const Vectors& vectors);
/// Lists the panels of append_index.
void show_index(LessonBuild& out);

}  // namespace gf::retrieval_lesson
