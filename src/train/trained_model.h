// The kinds of model that a Trainer trains, and all that it has to know of each kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/named_tensors.h"
#include "model/ablation.h"
#include "model/adapter.h"
#include "model/next_word.h"
#include "model/transformer.h"
#include "train/dataset.h"

namespace gf {

/// A model of any kind. The sizes of its vocabularies are those of its task (fit_model).
using ModelConfig = std::variant<TransformerConfig, NextWordConfig, AblationConfig, AdapterConfig>;

/// Whether the questions and answers of a model have one vocabulary. A dataset then has one for both sides (join_vocabularies).
bool has_one_vocabulary(const ModelConfig& config);
/// Sets the sizes of the vocabularies in the config. Throws InputError if the model cannot learn such a task.
void fit_model(const Dataset& dataset, ModelConfig& config);

/// Returns the specs of all weights: their names, their shapes, and whether a step moves them.
std::vector<ParameterSpec> weight_specs(const ModelConfig& config);
/// Returns how many numbers the model learns.
Index learned_numbers(const ModelConfig& config);
/// Returns the loss of guessing at random: ln V, summed over the models that are trained side by side.
double guessing_loss(const ModelConfig& config);
/// Returns the names of the models that are trained side by side; empty for one model.
std::vector<std::string> names_of_models(const ModelConfig& config);
/// Whether an answer is right exactly if each of its tokens is the likeliest after the right tokens before it.
bool sees_no_later_token(const ModelConfig& config);

/// A batch of B examples, run through a model. Each example has P = `places` rows.
struct BatchRun {
  struct Outcome {
    NodeId logits = -1, losses = -1;  // (B, P, V) and (B, P, 1)
  };
  std::vector<Outcome> models;  // one, or those trained side by side, of which the last answers questions
  NodeId loss = -1;             // (1, 1): the loss that a step lowers
  std::vector<int> labels;      // B · P; -1 asks for no token
  Index places = 1;             // P
  int first_token = 0;          // the token of the target vocabulary that the first logit stands for
};

/// Appends the forward pass of a batch. If `dropout_seed` is set, dropout is on, with masks drawn from the seed. If `loss` is false,
/// neither loss nor losses are appended, and of transformers that are trained side by side only the last is run.
BatchRun run_batch(Tape& tape, const ModelConfig& config, const NamedTensors& weights, const Dataset& dataset,
                   const std::vector<const Example*>& examples, bool loss = true, std::optional<std::uint32_t> dropout_seed = {});

/// Returns the phrases of examples as ids of a next-word model, which count from the first word of words_of_vocabulary().
PhraseBatch make_phrases(const Dataset& dataset, const std::vector<const Example*>& examples);
/// Returns the words of a next-word model: the vocabulary without <pad>, <start> and <end>.
std::vector<std::string> words_of_vocabulary(const Dataset& dataset);

}  // namespace gf
