// Shared parts of lessons about the attention of one sentence: embeddings and weights, typed or made; the chain of nodes from the
// embeddings to the result; what stays when an input changes. With one head and three weights it is the lesson `self-attention`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lessons/build.h"
#include "model/attention.h"

namespace gf {

/// One weight: its input, its shape, and the matrix that the choice `given` stands for; empty where it has none of this shape.
struct WeightInput {
  const char* name;
  Index rows = 0, cols = 0;
  Tensor given;
  Index most_cols = 0;  // above 0: a typed matrix may have any number of columns up to this
};

/// The options that a lesson sets for its sentence.
struct AttentionExercise {
  std::vector<std::string> tokens;  // padding too
  Index words = 0;                  // tokens before the padding, whose rows are zeros
  Index width = 0;
  /// The rows of the words, (words, width), unless `weights` is "numpy"; names in `seeded` the words that it draws.
  std::function<Tensor(std::vector<std::string>& seeded)> embeddings;
  std::vector<WeightInput> weights;
};

/// The resolved inputs, before anything is computed.
struct AttentionInputs {
  std::vector<std::string> tokens;
  Tensor x;                         // (tokens, width)
  std::vector<Tensor> weights;      // in the order of the exercise
  std::vector<std::string> seeded;  // words whose embeddings were drawn
  bool typed_x = false;
  bool drawn_for_shape = false;  // `given` has no matrices of this shape
};

/// Reads `weights`, `seed`, `x` and the weights. All that is drawn comes from one stream, as a notebook draws it: X where `weights` is
/// "numpy", then the weights. Throws InputError where a matrix has another shape.
AttentionInputs read_attention(const InputReader& in, const AttentionExercise& exercise);

/// The node `x`, and the node of a weight, which edit their inputs.
NodeId append_embeddings(const InputReader& in, const AttentionInputs& inputs, LessonBuild& out);
NodeId append_weight(const InputReader& in, const char* name, Tensor value, Axis cols, LessonBuild& out);

/// Notes about numbers that were drawn; `shape` are the words of the note that `given` has none of this shape.
void add_drawn_notes(const InputReader& in, const AttentionInputs& inputs, std::vector<std::pair<std::string, std::string>> shape,
                     LessonBuild& out);

struct ChainOptions {
  bool positions = true;
  bool published = false;             // positions as the worked example prints them
  Along softmax_along = Along::rows;  // columns: the slip of published code
  AttentionOptions attention;
};

struct AttentionChain {
  NodeId position = -1;  // -1 without positions
  NodeId input = -1;
  AttentionNodes attention;
};

/// x, with positions or without, and its attention.
AttentionChain attention_chain(Tape& tape, NodeId x, const AttentionWeights& weights, const ChainOptions& options);

/// The words of a lesson's sentence, padding too, and its embeddings.
struct SentenceOfLesson {
  std::vector<std::string> (*tokens)(const InputReader& in);
  Tensor (*embeddings)(const InputReader& in);
};

/// The rows of a typed `x` whose tokens stay, where the sentence changes; new tokens get their own embedding.
void keep_token_rows(const LessonInfo& lesson, const Inputs& before, Inputs& after, const SentenceOfLesson& sentence);

/// Forgets these inputs, so that they are made again.
void forget(Inputs& inputs, const std::vector<const char*>& names);

}  // namespace gf
