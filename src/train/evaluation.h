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

/// Loss and token accuracy of at most `limit` examples, evenly spread and always the same. With `answers` (0: not asked for), how many
/// of them are answered rightly: where no token sees a later one, an answer is right exactly if each of its tokens is the likeliest after
/// the right ones before it, so that is known of all of them at no cost; else at most `answers` are generated. The numbers are small
/// while a run is watched, since its steps wait for them.
/// `config` has the sizes of its vocabularies.
Evaluation evaluate(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights, bool held_out, Index limit,
                    Index answers);

}  // namespace gf
