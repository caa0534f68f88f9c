// Fine-tuning: a trained transformer learns another task, with low-rank adapters beside its weights, which stay as they are (LoRA, Hu et
// al. 2021), and for comparison with all its weights.
//
// Weights: adapted.<weight>, fixed; adapted.<weight>.a (in, rank) drawn, adapted.<weight>.b (rank, out) zero, of matrices that are adapted;
// full.<weight>, all learned. Nodes: adapted.<weight>.ab = A B, adapted.<weight>.adapted = W + A B.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/transformer.h"

namespace gf {

/// A transformer that is tuned twice from the same weights: through adapters, and as a whole.
struct AdapterConfig {
  TransformerConfig whole;
  Index rank = 2;  // r: columns of A, rows of B
  bool operator==(const AdapterConfig&) const = default;
};

enum class Tuned { full, adapted };

/// "full", "adapted".
std::string_view name_of(Tuned tuned);

/// The models, the adapted one last.
const std::vector<Tuned>& models_of(const AdapterConfig& config);

/// Whether a weight gets an adapter: the matrices of attention and feed-forward.
bool is_adapted(const ParameterSpec& weight);

/// All weights. With `tokens`, names of the vocabulary's, for display. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const AdapterConfig& config, const Labels& tokens = {});

/// How many numbers the adapters have: r · (in + out) for each matrix.
Index adapter_numbers(const AdapterConfig& config);

/// First weights with those of a trained transformer in their places; what that does not have stays as it is. `base` has a transformer's
/// names. Throws std::invalid_argument where a shape is another one.
NamedTensors with_base(NamedTensors first, const NamedTensors& base);

/// The other way round: the weights that an adapted model does not change, by a transformer's names.
std::shared_ptr<const NamedTensors> base_of(const AdapterConfig& config, const NamedTensors& weights);

/// Appends A B and W + A B for each adapted matrix, in the present scope, and gives the weights that the transformer then reads, by its own
/// names. `parameters` has the names of one model: <weight>, and where it is adapted <weight>.a and <weight>.b.
ParameterNodes with_adapters(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters);

/// One of the models on a tape.
struct TunedNodes {
  TransformerNodes nodes;
  ParameterNodes weights;  // that it reads, by a transformer's names
};

/// Appends the forward pass of the models, each in the scope of its name.
std::vector<TunedNodes> adapted_models(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options);

}  // namespace gf
