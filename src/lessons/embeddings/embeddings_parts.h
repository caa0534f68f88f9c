// Parts of the embeddings lesson: the predictions, the plane, the neighbours and the analogies of a model of windows.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"
#include "train/run_model.h"

namespace gf {

/// Appends nodes and panels about a model to a lesson. Each part takes the name of the input that it reads and its text; where the text is
/// empty it chooses words by itself, or leaves the part out.
class Learned {
 public:
  Learned(LessonBuild& out, const RunModel& model);
  /// The word after two words, as predicted; with a third one, which is the one that really comes, the loss.
  void predict(const std::string& input, const std::string& text);
  /// Words as points: the embeddings, centred, along the two directions in which they differ most.
  void project(const std::string& input, const std::string& text);
  /// All words by the cosine with one, in per cent.
  void rank_neighbours(const std::string& input, const std::string& text);
  /// "b - a + c" as a vector, and all words by the cosine with it.
  void solve_analogy(const std::string& input, const std::string& text);
  /// How many of the held-out analogies the embeddings answer, all together and by their relations; nothing where their words are not of
  /// this vocabulary.
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
