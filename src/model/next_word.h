// Next-word prediction as classification: a context vector is made of the words before, and a matrix with a row for each word of the
// vocabulary scores what comes next.
//
//   B phrases   N words of all phrases, one after another   C width   V vocabulary   n words side by side
//
// Weights: [MODEL.]token_table (V, C); attention.{w_q, w_k} (C, C); [MODEL.]classifier (V, C), of `together` (V, n·C). MODEL stands before
// a name where several models are trained beside each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autograd/ops.h"
#include "model/parameters.h"

namespace gf {

/// How a context vector is made.
enum class ContextVector {
  last,       // the embedding of the last word
  average,    // the mean of all embeddings
  attention,  // their weighted mean, the weights softmax(x_last W_Q (X W_K)ᵀ / √C)
  compared,   // the three above, each a model of its own, trained side by side
  together,   // the embeddings of n words side by side
};

struct NextWordConfig {
  Index vocabulary = 0;  // V
  Index width = 8;       // C
  Index words = 2;       // n, of `together`; the others take phrases of any length
  ContextVector context = ContextVector::attention;
  bool fixed_embeddings = false;  // the table stays as it was drawn; all models share it
  bool operator==(const NextWordConfig&) const = default;
};

std::string_view name_of(ContextVector context);

/// The models that this one is made of: one, or three of `compared`.
std::vector<ContextVector> models_of(const NextWordConfig& config);

/// All weights. With `labels`, names of the words, for display.
std::vector<ParameterSpec> parameter_specs(const NextWordConfig& config, const Labels& labels = {});

/// Phrases of word ids, none of them empty, and for each the word that comes next; `next` may be empty.
struct PhraseBatch {
  std::vector<std::vector<int>> phrases;
  std::vector<int> next;
};

/// Names of places, for display; may be empty.
struct NextWordLabels {
  Labels vocabulary, phrases;
};

/// The nodes of one model: MODEL.{query, key, dot_products, scores, masked_scores} of attention, MODEL.{mixture, context, logits,
/// probabilities, losses, loss}; phrase_words, or MODEL.phrase_words where each model has embeddings of its own; word_1 ... of `together`.
struct NextWordNodes {
  NodeId mixture = -1;        // (B, N): how much of each word is in the context vector; -1 of `together`
  NodeId context = -1;        // (B, C), of `together` (B, n·C)
  NodeId logits = -1;         // (B, V): context · output.wᵀ
  NodeId probabilities = -1;  // (B, V), where they were asked for
  NodeId losses = -1;         // (B, 1): -ln p(next); -1 without `next`, as the loss
  NodeId loss = -1;           // (1, 1): their mean
};

/// Appends the forward pass of every model of the config. Throws std::invalid_argument where phrases and config do not fit together.
std::vector<NextWordNodes> next_word(Tape& tape, const NextWordConfig& config, const ParameterNodes& parameters, const PhraseBatch& batch,
                                     bool probabilities = false, const NextWordLabels& labels = {});

}  // namespace gf
