#include "model/ablation.h"

#include <utility>

#include "model/side_by_side.h"
#include "model/token_axes.h"

namespace gf {

std::string_view name_of(LeftOut part) {
  switch (part) {
    case LeftOut::residual:
      return "no_residual";
    case LeftOut::norm:
      return "no_norm";
    case LeftOut::feed_forward:
      return "no_feed_forward";
    case LeftOut::bend:
      return "no_bend";
    case LeftOut::nothing:
      return "whole";
  }
  return "";
}

const std::vector<LeftOut>& models_of(const AblationConfig&) {
  static const std::vector<LeftOut> all = {LeftOut::residual, LeftOut::norm, LeftOut::feed_forward, LeftOut::bend, LeftOut::nothing};
  return all;
}

TransformerConfig without(TransformerConfig whole, LeftOut part) {
  if (part == LeftOut::residual) whole.residual = false;
  if (part == LeftOut::norm) whole.norm = NormPlacement::none;
  if (part == LeftOut::feed_forward) whole.feed_forward = false;
  if (part == LeftOut::bend) whole.activation = Activation::none;
  return whole;
}

std::vector<ParameterSpec> parameter_specs(const AblationConfig& config, const Labels& tokens) {
  std::vector<ParameterSpec> all;
  for (const LeftOut part : models_of(config)) {
    std::vector<ParameterSpec> specs = parameter_specs(without(config.whole, part));
    if (!tokens.empty()) name_tokens(specs, tokens, tokens);
    for (ParameterSpec& spec : specs) {
      spec.drawn_as = spec.name;
      spec.name = std::string(name_of(part)) + "." + spec.name;
      all.push_back(std::move(spec));
    }
  }
  return all;
}

TransformerNodes ablated_model(Tape& tape, const AblationConfig& config, LeftOut part, const ParameterNodes& parameters, const Batch& batch,
                               const ForwardOptions& options) {
  const std::string name(name_of(part));
  const auto scope = tape.scope(name);
  return transformer(tape, without(config.whole, part), weights_of(parameters, name + "."), batch, options);
}

std::vector<TransformerNodes> ablation(Tape& tape, const AblationConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options) {
  std::vector<TransformerNodes> models;
  for (const LeftOut part : models_of(config)) models.push_back(ablated_model(tape, config, part, parameters, batch, options));
  return models;
}

}  // namespace gf
