// Next-word prediction as classification. The words of a phrase make a context vector. A classifier with a row for each word of the
// vocabulary scores the next word.
//
//   B phrases   N words of all phrases, one after another   C width   V vocabulary   n words side by side
//
// Weights: [MODEL.]token_table (V, C); [MODEL.]{w_q, w_k} (C, C) of `attention`; [MODEL.]classifier (V, C), of `together` (V, n·C). MODEL
// is the name of the model if several models are trained side by side. Fixed embeddings are one token_table, without MODEL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "autograd/ops.h"
#include "model/parameters.h"

namespace gf {

/// The way to make a context vector.
enum class ContextVector {
  last,       // the embedding of the last word
  average,    // the mean of all embeddings
  attention,  // their weighted mean, with the weights softmax(x_last W_Q (X W_K)ᵀ / √C)
  compared,   // the three above, as three models that are trained side by side
  together,   // the embeddings of n words side by side
};

struct NextWordConfig {
  Index vocabulary = 0;  // V
  Index width = 8;       // C
  Index words = 2;       // n, of `together`; all other models take phrases of any length
  ContextVector context = ContextVector::attention;
  bool fixed_embeddings = false;  // the table is not trained, and all models share it
  bool operator==(const NextWordConfig&) const = default;
};

/// Returns "last", "average", "attention", "compared" or "together".
std::string_view name_of(ContextVector context);

/// Returns the models of a configuration: three for `compared`, otherwise one.
std::vector<ContextVector> models_of(const NextWordConfig& config);

/// Returns all weights; `labels` are the words of the vocabulary, or empty. Throws std::invalid_argument if vocabulary, width or words is
/// not positive.
std::vector<ParameterSpec> parameter_specs(const NextWordConfig& config, const Labels& labels = {});

/// Phrases of word ids, none of them empty, and the next word of each phrase; `next` may be empty.
struct PhraseBatch {
  std::vector<std::vector<int>> phrases;
  std::vector<int> next;
};

/// Labels of axes, for display; may be empty.
struct NextWordLabels {
  Labels vocabulary, phrases;
};

/// The nodes of one model. Names: [MODEL.]{mixture, context, logits, probabilities, losses, loss}; [MODEL.]phrase_words, or phrase_words of
/// all models with fixed embeddings; [MODEL.]{last_words, query, key, dot_products, scores, masked_scores} of `attention`; word_1, word_2,
/// ... of `together`.
struct NextWordNodes {
  NodeId mixture = -1;        // (B, N): the share of each word in the context vector; -1 for `together`
  NodeId context = -1;        // (B, C), for `together` (B, n·C)
  NodeId logits = -1;         // (B, V): context · classifierᵀ
  NodeId probabilities = -1;  // (B, V): softmax(logits); -1 unless asked for
  NodeId losses = -1;         // (B, 1): -ln p(next); -1 without `next`
  NodeId loss = -1;           // (1, 1): the mean of `losses`; -1 without `next`
};

/// Appends the forward pass of every model of the configuration. Throws std::invalid_argument if phrases and configuration do not fit.
std::vector<NextWordNodes> next_word(Tape& tape, const NextWordConfig& config, const ParameterNodes& parameters, const PhraseBatch& batch,
                                     bool probabilities = false, const NextWordLabels& labels = {});

}  // namespace gf
