// Fine-tuning: a trained transformer learns another task twice, with low-rank adapters beside its fixed weights (LoRA, Hu et al. 2021), and
// with all its weights.
//
// Weights: full.<weight> is learned; adapted.<weight> is fixed. An adapted matrix also has adapted.<weight>.a (in, rank), which begins
// random, and adapted.<weight>.b (rank, out), which begins at 0. Nodes: adapted.<weight>.ab = A B, adapted.<weight>.adapted = W + A B.
//
// with_base puts the weights of a trained transformer in place, and adapted_models appends both models to a tape.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/transformer.h"

namespace gf {

/// The configuration of a transformer that is tuned twice from the same weights: through adapters, and as a whole.
struct AdapterConfig {
  TransformerConfig whole;
  Index rank = 2;  // r: columns of A, rows of B
  bool operator==(const AdapterConfig&) const = default;
};

enum class Tuned { full, adapted };

/// Returns the name of a model: "full" or "adapted".
std::string_view name_of(Tuned tuned);

/// Returns the models, the adapted model last.
const std::vector<Tuned>& models_of(const AdapterConfig& config);

/// Whether a weight has an adapter: the matrices of attention and feed-forward do.
bool is_adapted(const ParameterSpec& weight);

/// Returns all weights; `tokens` are the tokens of the vocabulary, as labels, or empty. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const AdapterConfig& config, const Labels& tokens = {});

/// Returns how many numbers the adapters have: r · (in + out) for each adapted matrix.
Index adapter_numbers(const AdapterConfig& config);

/// Returns `first` with the weights of a trained transformer in place of the weights of the same name. A weight of `first` may have the
/// name of its model before its own name; a weight that `base` lacks stays. Throws std::invalid_argument if the shapes differ.
NamedTensors with_base(NamedTensors first, const NamedTensors& base);

/// Returns the fixed weights of the adapted model, by the names of a transformer. Throws std::invalid_argument if one is missing.
std::shared_ptr<const NamedTensors> base_of(const AdapterConfig& config, const NamedTensors& weights);

/// Appends A B and W + A B for each adapted matrix, in the current scope. Returns the weights that the transformer then reads, by its
/// names. `parameters` has the names of one model: <weight>, and for an adapted matrix <weight>.a and <weight>.b.
ParameterNodes with_adapters(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters);

/// One model on a tape.
struct TunedNodes {
  TransformerNodes nodes;
  ParameterNodes weights;  // the weights that the model reads, by the names of a transformer
};

/// Appends the forward pass of one model, in the scope of its name. Throws like `transformer`.
TunedNodes tuned_model(Tape& tape, const AdapterConfig& config, Tuned tuned, const ParameterNodes& parameters, const Batch& batch,
                       const ForwardOptions& options);
/// Appends the forward passes of both models.
std::vector<TunedNodes> adapted_models(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options);

}  // namespace gf
