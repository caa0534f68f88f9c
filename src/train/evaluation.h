// How good weights are, on examples that they were trained on or never saw.
#pragma once

#include <vector>

#include "train/trained_model.h"

namespace gf {

/// How good the weights are on a set of examples.
struct Evaluation {
  double loss = 0;
  double token_accuracy = 0;  // share of the answer's tokens that are the likeliest, the right ones before them given
  double exact_match = 0;     // share of answers that are right from start to end when said by itself; NaN where none was asked for
  Index examples = 0;         // that loss and token accuracy were taken from
  std::vector<double> losses, accuracies;  // of each of the models that are trained side by side; empty where there is one
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
