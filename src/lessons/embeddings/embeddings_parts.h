// Parts of the lesson embeddings: the prediction, the plane, the neighbours and the analogies of a next-word model.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"
#include "train/run_model.h"

namespace gf {

/// Appends nodes and panels about a trained model to a lesson. `input` is the name of an input, and `text` its value. If the text is empty,
/// a function chooses words by itself, or appends nothing.
class Learned {
 public:
  Learned(LessonBuild& out, const RunModel& model);
  /// Appends the prediction of the word after two words. If the text has a third word, appends the loss of that word.
  void predict(const std::string& input, const std::string& text);
  /// Appends words as points: the centred embeddings along the two directions in which they differ most.
  void project(const std::string& input, const std::string& text);
  /// Appends the cosines of all words with one word, in per cent.
  void rank_neighbours(const std::string& input, const std::string& text);
  /// Appends "b - a + c" as a vector, and the cosines of all words with it, in per cent.
  void solve_analogy(const std::string& input, const std::string& text);
  /// Appends the share of the held-out analogies that the embeddings answer right, in all and by relation. If the vocabulary has the words
  /// of no analogy, appends a note.
  void measure_analogies();

 private:
  std::vector<int> ids_of(const std::string& input, const std::vector<std::string>& words) const;

  LessonBuild& out_;
  const RunModel& model_;
  std::vector<std::string> words_;  // the vocabulary
  Axis vocabulary_;
  ParameterNodes weights_;
  NodeId directions_ = -1;  // (V, C): every embedding at length 1
};

}  // namespace gf
