#include "model/adapter.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/enum_names.h"
#include "model/side_by_side.h"
#include "model/token_axes.h"

namespace gf {

std::string_view name_of(Tuned tuned) { return name_in({"full", "adapted"}, tuned); }

const std::vector<Tuned>& models_of(const AdapterConfig&) {
  static const std::vector<Tuned> all = {Tuned::full, Tuned::adapted};
  return all;
}

bool is_adapted(const ParameterSpec& weight) {
  return weight.role == ParameterRole::weight &&
         (weight.name.find("attention.w_") != std::string::npos || weight.name.find("feed_forward.w_") != std::string::npos);
}

std::vector<ParameterSpec> parameter_specs(const AdapterConfig& config, const Labels& tokens) {
  std::vector<ParameterSpec> base = parameter_specs(config.whole), all;
  if (!tokens.empty()) name_tokens(base, tokens, tokens);
  for (const Tuned tuned : models_of(config))
    for (const ParameterSpec& weight : base) {
      ParameterSpec spec = weight;
      spec.name = std::string(name_of(tuned)) + "." + weight.name;
      spec.drawn_as = weight.name;
      spec.fixed = tuned == Tuned::adapted;
      const ParameterSpec& placed = all.emplace_back(std::move(spec));
      if (!placed.fixed || !is_adapted(weight)) continue;
      const Axis ranks{"rank", {}};
      const std::string name = placed.name;
      all.push_back({name + ".a", weight.rows, config.rank, ParameterRole::weight, weight.row_axis, ranks});
      all.push_back({name + ".b", config.rank, weight.cols, ParameterRole::zero, ranks, weight.col_axis});
    }
  return all;
}

Index adapter_numbers(const AdapterConfig& config) {
  Index count = 0;
  for (const ParameterSpec& weight : parameter_specs(config.whole))
    if (is_adapted(weight)) count += config.rank * (weight.rows + weight.cols);
  return count;
}

NamedTensors with_base(NamedTensors first, const NamedTensors& base) {
  for (NamedTensor& weight : first.tensors) {
    std::string name = weight.name;  // without the name of the model
    if (!base.find(name)) name.erase(0, name.find('.') + 1);
    const Tensor* value = base.find(name);
    if (!value) continue;
    if (value->shape() != weight.value.shape())
      throw std::invalid_argument(name + " is " + to_string(value->shape()) + ", expected " + to_string(weight.value.shape()));
    weight.value = *value;
  }
  return first;
}

std::shared_ptr<const NamedTensors> base_of(const AdapterConfig& config, const NamedTensors& weights) {
  auto base = std::make_shared<NamedTensors>();
  for (const ParameterSpec& weight : parameter_specs(config.whole))
    base->tensors.push_back({weight.name, weights.at(std::string(name_of(Tuned::adapted)) + "." + weight.name)});
  return base;
}

ParameterNodes with_adapters(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters) {
  ParameterNodes read;
  for (const ParameterSpec& weight : parameter_specs(config.whole)) {
    const NodeId w = parameters.at(weight.name), a = parameters.find(weight.name + ".a"), b = parameters.find(weight.name + ".b");
    if (a < 0 || b < 0) {
      read.set(weight.name, w);
      continue;
    }
    const NodeId product = matmul(tape, a, b, Label(weight.name + ".ab"));
    read.set(weight.name, add(tape, w, product, Label(weight.name + ".adapted")));
  }
  return read;
}

TunedNodes tuned_model(Tape& tape, const AdapterConfig& config, Tuned tuned, const ParameterNodes& parameters, const Batch& batch,
                       const ForwardOptions& options) {
  const std::string name(name_of(tuned));
  const auto scope = tape.scope(name);
  ParameterNodes weights = with_adapters(tape, config, weights_of(parameters, name + "."));
  const TransformerNodes nodes = transformer(tape, config.whole, weights, batch, options);
  return {nodes, std::move(weights)};
}

std::vector<TunedNodes> adapted_models(Tape& tape, const AdapterConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options) {
  std::vector<TunedNodes> models;
  for (const Tuned tuned : models_of(config)) models.push_back(tuned_model(tape, config, tuned, parameters, batch, options));
  return models;
}

}  // namespace gf
