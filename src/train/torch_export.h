// A training as PyTorch carries it out: what the program of assets/torch/train.py reads beside its settings and weights.
#pragma once

#include <string>

#include "train/dataset.h"
#include "train/settings.h"

namespace gf {

/// The program knows a transformer of the architecture decoder that sees no later token and has no dropout, since no other program draws
/// its masks. Throws InputError that names the field where these settings ask for something else.
void check_torch_export(const TrainSettings& settings);

/// Returns the examples as ids of a joined vocabulary (fit_model), in the order in which an epoch counts them:
/// {"training": {"rows": [[5, 3, 1, 3, 5, 2], ...], "asked": [[[2, 5]], ...]}, "held_out": {...}}.
/// A row has the tokens of a question, <start>, the tokens of its answer, and <end>. `asked` has, for each row, the spans [from, to) of
/// positions at which the next token is asked for (make_batch). Throws std::invalid_argument for a token that the vocabulary lacks.
std::string examples_json(const Dataset& dataset);

}  // namespace gf
