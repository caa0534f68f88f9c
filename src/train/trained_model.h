// The kinds of model that one trainer trains, and all that it has to know of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/ablation.h"
#include "model/adapter.h"
#include "model/next_word.h"
#include "model/transformer.h"
#include "train/dataset.h"

namespace gf {

/// A model of any kind. The sizes of its vocabularies are those of its task (fit_model).
using ModelConfig = std::variant<TransformerConfig, NextWordConfig, AblationConfig, AdapterConfig>;

/// Whether a model reads and says tokens of one vocabulary: then a dataset has one for both sides (join_vocabularies).
bool has_one_vocabulary(const ModelConfig& config);
/// Sets the sizes of the vocabularies in the config. Throws InputError where the model cannot learn such a task.
void fit_model(const Dataset& dataset, ModelConfig& config);

/// Its weights: names, shapes, which of them no step moves.
std::vector<ParameterSpec> weight_specs(const ModelConfig& config);
/// How many numbers it learns.
Index learned_numbers(const ModelConfig& config);
/// The loss of guessing at random: ln V, for each of the models trained side by side.
double guessing_loss(const ModelConfig& config);
/// The models that are trained side by side, by name; none where there is one.
std::vector<std::string> names_of_models(const ModelConfig& config);
/// Whether an answer is right exactly if each of its tokens is the likeliest after the right ones before it.
bool sees_no_later_token(const ModelConfig& config);

/// A batch of examples, run through a model.
struct BatchRun {
  struct Outcome {
    NodeId logits = -1, losses = -1;  // a row for each place of each example, example after example
  };
  std::vector<Outcome> models;  // one, or those trained side by side
  NodeId loss = -1;             // (1, 1): what is trained on
  std::vector<int> labels;      // of each row; -1 where nothing is asked
  Index places = 1;             // rows of each example
  int first_token = 0;          // the token of the target vocabulary that the first logit is for
};

/// Appends the forward pass of a batch. `dropout_seed` set: dropout is on, with masks drawn from it. Without `loss` neither loss nor
/// losses.
BatchRun run_batch(Tape& tape, const ModelConfig& config, const NamedTensors& weights, const Dataset& dataset,
                   const std::vector<const Example*>& examples, bool loss = true, std::optional<std::uint32_t> dropout_seed = {});

/// Phrases of a batch of examples, as ids of a next-word model: those of the vocabulary without its three marks.
PhraseBatch make_phrases(const Dataset& dataset, const std::vector<const Example*>& examples);
/// The words of a next-word model: the vocabulary without its three marks.
std::vector<std::string> words_of_vocabulary(const Dataset& dataset);

}  // namespace gf
