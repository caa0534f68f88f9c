// Shared parts of the lessons self-attention and multi-head: the embeddings and weights of one sentence, typed or made; the chain of nodes
// from the embeddings to the result; the rows that are kept when an input changes.
// In order: read_attention() resolves the inputs; append_embeddings() and append_weight() make nodes of them; attention_chain() appends the
// rest; add_drawn_notes() says which numbers were drawn.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lessons/build.h"
#include "model/attention.h"

namespace gf {

/// One weight and its input.
struct WeightInput {
  const char* name;  // of the input
  Index rows = 0, cols = 0;
  Tensor given;         // (rows, cols), the matrix of the choice `given`; empty: that choice has no matrix of this shape
  Index most_cols = 0;  // above 0: a typed matrix may have any number of columns up to this
};

/// The options that a lesson sets for its sentence.
struct AttentionExercise {
  std::vector<std::string> tokens;  // with the padding
  Index words = 0;                  // tokens before the padding; the rows of the padding are zeros
  Index width = 0;
  /// Returns the rows of the words, (words, width), and adds drawn words to `seeded`. Not called if the input `weights` is "numpy".
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

/// Reads the inputs `weights`, `seed`, `x` and the weights. One stream draws all numbers, in the order of a notebook: X if `weights` is
/// "numpy", then the weights. Throws InputError if a matrix has another shape.
AttentionInputs read_attention(const InputReader& in, const AttentionExercise& exercise);

/// Appends the node `x`, which edits its input.
NodeId append_embeddings(const InputReader& in, const AttentionInputs& inputs, LessonBuild& out);
/// Appends the node of a weight, which edits its input.
NodeId append_weight(const InputReader& in, const char* name, Tensor value, Axis cols, LessonBuild& out);

/// Appends notes about numbers that were drawn. `shape` has the words of the note that `given` has no matrices of this shape.
void add_drawn_notes(const InputReader& in, const AttentionInputs& inputs, std::vector<std::pair<std::string, std::string>> shape,
                     LessonBuild& out);

struct ChainOptions {
  bool positions = true;
  bool published = false;             // positions as the worked example prints them
  Along softmax_along = Along::rows;  // columns: as published code has it by a slip
  AttentionOptions attention;
};

struct AttentionChain {
  NodeId position = -1;  // -1 without positions
  NodeId input = -1;
  AttentionNodes attention;
};

/// Appends the attention of `x`, (T, C), with or without positions.
AttentionChain attention_chain(Tape& tape, NodeId x, const AttentionWeights& weights, const ChainOptions& options);

/// The functions that give the tokens of a lesson's sentence, with the padding, and their embeddings.
struct SentenceOfLesson {
  std::vector<std::string> (*tokens)(const InputReader& in);
  Tensor (*embeddings)(const InputReader& in);
};

/// Keeps the rows of a typed `x` whose tokens stay in a changed sentence. New tokens get their own embeddings.
void keep_token_rows(const LessonInfo& lesson, const Inputs& before, Inputs& after, const SentenceOfLesson& sentence);

/// Removes these inputs, so that the lesson makes them from the other inputs.
void forget(Inputs& inputs, const std::vector<const char*>& names);

}  // namespace gf
