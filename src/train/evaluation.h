// Measures how good weights are, on training examples or on held-out ones.
#pragma once

#include <vector>

#include "core/named_tensors.h"
#include "train/trained_model.h"

namespace gf {

/// How good the weights are on a set of examples. If several models are trained side by side, `loss` is the sum of their losses, and the
/// two shares are those of the last model.
struct Evaluation {
  double loss = 0;
  double token_accuracy = 0;               // share of the answers' tokens that are the likeliest after the right tokens before them
  double exact_match = 0;                  // share of answers that the model generates without a wrong token; NaN if `answers` was 0
  Index examples = 0;                      // measured for loss and token accuracy
  std::vector<double> losses, accuracies;  // of each model that is trained side by side; empty for one model
};

/// Measures loss and token accuracy on at most `limit` examples, evenly spread and always the same.
/// If `answers` is above 0, measures the share of right answers as well. If no token attends to a later token, an answer is right exactly
/// if each of its tokens is the likeliest after the right tokens before it. The same pass then tells the share for all examples.
/// Otherwise generates at most `answers` answers.
/// `limit` and `answers` are small while a run is watched, because the training steps wait for the evaluation.
/// `config` has the sizes of its vocabularies.
Evaluation evaluate(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights, bool held_out, Index limit,
                    Index answers);

}  // namespace gf
