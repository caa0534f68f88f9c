#include "model/parameters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "autograd/ops.h"
#include "core/kernels.h"

namespace gf {
namespace {

const Axis kFeatures{"features", {}}, kHidden{"hidden", {}}, kVocabulary{"vocabulary", {}}, kPositions{"positions", {}}, kOne{"", {}};

class Specs {
 public:
  explicit Specs(const TransformerConfig& config) : config_(config) {}

  std::vector<ParameterSpec> take() {
    if (config_.has_encoder()) stack("encoder.", config_.encoder_layers, false);
    if (config_.has_decoder()) stack("decoder.", config_.decoder_layers, config_.architecture == Architecture::encoder_decoder);
    if (!config_.tied) add("output.w", config_.width, config_.logits(), ParameterRole::weight, kFeatures, kVocabulary);
    if (config_.output_bias) add("output.b", 1, config_.logits(), ParameterRole::bias, kOne, kVocabulary);
    return std::move(specs_);
  }

 private:
  void add(const std::string& name, Index rows, Index cols, ParameterRole role, const Axis& row_axis, const Axis& col_axis) {
    specs_.push_back({name, rows, cols, role, row_axis, col_axis});
  }

  void stack(const std::string& prefix, Index layers, bool crossed) {
    const Index rows = crossed && config_.target_vocabulary > 0 ? config_.target_vocabulary : config_.vocabulary;
    if (!crossed || config_.target_vocabulary > 0)
      add(prefix + "token_table", rows, config_.width, ParameterRole::table, kVocabulary, kFeatures);
    if (config_.positions == Positions::learned)
      add(prefix + "position_table", config_.longest, config_.width, ParameterRole::table, kPositions, kFeatures);
    for (Index layer = 0; layer < layers; ++layer) {
      const std::string block = prefix + std::to_string(layer) + ".";
      attention(block + "self_attention.");
      if (crossed) attention(block + "cross_attention.");
      if (config_.feed_forward) feed_forward(block + "feed_forward.");
    }
    if (config_.final_norm) norm(prefix);
  }

  void attention(const std::string& prefix) {
    for (const char* suffix : {"q", "k", "v", "o"}) {
      if (*suffix == 'o' && !config_.output_projection) continue;
      add(prefix + "w_" + suffix, config_.width, config_.width, ParameterRole::weight, kFeatures, kFeatures);
      if (config_.biases) add(prefix + "b_" + suffix, 1, config_.width, ParameterRole::bias, kOne, kFeatures);
    }
    norm(prefix);
  }

  void feed_forward(const std::string& prefix) {
    add(prefix + "w_1", config_.width, config_.hidden, ParameterRole::weight, kFeatures, kHidden);
    if (config_.biases) add(prefix + "b_1", 1, config_.hidden, ParameterRole::bias, kOne, kHidden);
    add(prefix + "w_2", config_.hidden, config_.width, ParameterRole::weight, kHidden, kFeatures);
    if (config_.biases) add(prefix + "b_2", 1, config_.width, ParameterRole::bias, kOne, kFeatures);
    norm(prefix);
  }

  void norm(const std::string& prefix) {
    if (config_.norm == NormPlacement::none || !config_.norm_gain) return;
    add(prefix + "norm_gain", 1, config_.width, ParameterRole::gain, kOne, kFeatures);
    add(prefix + "norm_bias", 1, config_.width, ParameterRole::bias, kOne, kFeatures);
  }

  const TransformerConfig& config_;
  std::vector<ParameterSpec> specs_;
};

// Returns the name whose stream draws the first values.
const std::string& stream_of(const ParameterSpec& spec) { return spec.drawn_as.empty() ? spec.name : spec.drawn_as; }

bool is_drawn(const ParameterSpec& spec) { return spec.role == ParameterRole::table || spec.role == ParameterRole::weight; }

Tensor drawn_value(const ParameterSpec& spec, Initialisation how, std::uint32_t seed) {
  NumpyRandom random(seed_of_word(seed, stream_of(spec)));
  if (spec.role == ParameterRole::weight) return initialise(how, random, spec.rows, spec.cols);
  return random.normal(matrix_shape(spec.rows, spec.cols),
                       how == Initialisation::normal ? 0.02 : 1 / std::sqrt(static_cast<double>(spec.cols)));
}

Tensor constant_value(const ParameterSpec& spec) {
  return Tensor::filled(matrix_shape(spec.rows, spec.cols), spec.role == ParameterRole::gain ? 1.0f : 0.0f);
}

// Whether two weights have the same first values.
bool are_drawn_alike(const ParameterSpec& a, const ParameterSpec& b) {
  return stream_of(a) == stream_of(b) && a.role == b.role && a.rows == b.rows && a.cols == b.cols;
}

Label label_of(const ParameterSpec& spec) { return Label(spec.name).with_rows(spec.row_axis).with_cols(spec.col_axis); }

}  // namespace

std::vector<ParameterSpec> parameter_specs(const TransformerConfig& config) {
  check_config(config);
  return Specs(config).take();
}

Index parameter_count(const TransformerConfig& config) {
  Index count = 0;
  for (const ParameterSpec& spec : parameter_specs(config)) count += spec.rows * spec.cols;
  return count;
}

NamedTensors initial_parameters(const TransformerConfig& config, Initialisation how, std::uint32_t seed) {
  return initial_parameters(parameter_specs(config), how, seed);
}

NamedTensors initial_parameters(const std::vector<ParameterSpec>& specs, Initialisation how, std::uint32_t seed) {
  NamedTensors values;
  std::map<std::string_view, std::size_t> of_stream;  // the place of its first weight: models side by side draw the same numbers
  for (const ParameterSpec& spec : specs) {
    const std::size_t place = values.tensors.size();
    if (!is_drawn(spec)) {
      values.tensors.push_back({spec.name, constant_value(spec)});
      continue;
    }
    const std::size_t first = of_stream.try_emplace(stream_of(spec), place).first->second;
    const bool again = first != place && are_drawn_alike(specs[first], spec);
    values.tensors.push_back({spec.name, again ? Tensor(values.tensors[first].value) : drawn_value(spec, how, seed)});
  }
  return values;
}

void check_parameters(const TransformerConfig& config, const NamedTensors& values) { check_parameters(parameter_specs(config), values); }

void check_parameters(const std::vector<ParameterSpec>& specs, const NamedTensors& values) {
  for (const ParameterSpec& spec : specs) {
    const Tensor* value = values.find(spec.name);
    const Shape expected{{}, spec.rows, spec.cols};
    if (!value) throw std::invalid_argument(spec.name + " is missing, expected " + to_string(expected));
    if (value->shape() != expected)
      throw std::invalid_argument(spec.name + " is " + to_string(value->shape()) + ", expected " + to_string(expected));
  }
  if (values.tensors.size() == specs.size()) return;
  for (const NamedTensor& value : values.tensors) {
    const auto is = [&](const ParameterSpec& spec) { return spec.name == value.name; };
    if (std::none_of(specs.begin(), specs.end(), is)) throw std::invalid_argument(value.name + " belongs to no part of this model");
  }
}

ParameterNodes::ParameterNodes(Tape& tape, const TransformerConfig& config, const NamedTensors& values)
    : ParameterNodes(tape, parameter_specs(config), values) {}

ParameterNodes::ParameterNodes(Tape& tape, const std::vector<ParameterSpec>& specs, const NamedTensors& values) {
  check_parameters(specs, values);
  for (const ParameterSpec& spec : specs) {
    Label label = label_of(spec);
    nodes_[spec.name] =
        spec.fixed ? constant(tape, values.at(spec.name), std::move(label)) : parameter(tape, values.at(spec.name), std::move(label));
  }
}

ParameterNodes::ParameterNodes(Tape& tape, const TransformerConfig& config, const std::shared_ptr<const NamedTensors>& values,
                               const NamedPanels& panels) {
  const std::vector<ParameterSpec> specs = parameter_specs(config);
  check_parameters(specs, *values);
  for (const ParameterSpec& spec : specs) {
    const auto packed = panels.find(spec.name);
    nodes_[spec.name] = parameter(tape, std::shared_ptr<const Tensor>(values, &values->at(spec.name)), label_of(spec),
                                  packed == panels.end() ? nullptr : packed->second);
  }
}

NamedPanels panels_of(const TransformerConfig& config, const NamedTensors& values) {
  NamedPanels panels;
  for (const ParameterSpec& spec : parameter_specs(config))
    if (spec.role == ParameterRole::weight && ColumnPanels::worth_it(spec.rows, spec.cols))
      panels.emplace(spec.name, std::make_shared<const ColumnPanels>(values.at(spec.name).data(), spec.rows, spec.cols));
  return panels;
}

NodeId ParameterNodes::at(const std::string& name) const {
  const NodeId found = find(name);
  if (found < 0) throw std::invalid_argument("[parameters] the weight " + name + " is missing");
  return found;
}

}  // namespace gf
