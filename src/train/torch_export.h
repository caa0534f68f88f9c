// A training run for PyTorch: the examples that assets/torch/train.py reads beside its settings and weights.
#pragma once

#include <string>

#include "train/dataset.h"
#include "train/settings.h"

namespace gf {

/// Throws InputError that names the field if assets/torch/train.py cannot train the model. It trains a decoder with a causal mask and
/// without dropout, because PyTorch draws other dropout masks.
void check_torch_export(const TrainSettings& settings);

/// Returns the examples as ids of a joined vocabulary (fit_model), in the order in which an epoch counts them:
/// {"training": {"rows": [[5, 3, 1, 3, 5, 2], ...], "asked": [[[2, 5]], ...]}, "held_out": {...}}.
/// A row has the tokens of a question, <start>, the tokens of its answer, and <end>. For each row, `asked` has the spans [from, to) of
/// positions at which the next token is asked for (make_batch). Throws std::invalid_argument for a token that the vocabulary lacks.
std::string examples_json(const Dataset& dataset);

}  // namespace gf
