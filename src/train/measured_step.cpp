#include "train/measured_step.h"

#include "core/node_name.h"
#include "core/random.h"

namespace gf {

TransformerConfig measured_config() {
  TransformerConfig config;
  config.architecture = Architecture::decoder_only;
  config.vocabulary = 256;
  config.width = 128;
  config.heads = 4;
  config.hidden = 512;
  config.decoder_layers = 4;
  config.longest = 64;
  config.positions = Positions::learned;
  config.activation = Activation::gelu;
  return config;
}

Batch random_batch(const TransformerConfig& config, Index size) {
  NumpyRandom random(1);
  Batch batch;
  batch.size = size;
  batch.target_length = config.longest;
  const auto draw = [&] { return static_cast<int>(draw_index(random, static_cast<std::size_t>(config.vocabulary))); };
  for (Index i = 0; i < size * config.longest; ++i) {
    batch.target.push_back(draw());
    batch.labels.push_back(draw());
  }
  return batch;
}

MeasuredStep::MeasuredStep()
    : config_(measured_config()), batch_(random_batch(config_, 16)), weights_(initial_parameters(config_, Initialisation::normal, 1)) {}

double MeasuredStep::take() {
  Tape tape;
  const ParameterNodes parameters(tape, config_, weights_);
  ForwardOptions options;
  options.probabilities = false;
  const NodeId loss = transformer(tape, config_, parameters, batch_, options).loss;
  backward(tape, loss);
  std::vector<const Tensor*> gradients;
  // The gradient of decoder.0.feed_forward.w_1 is the node decoder.0.feed_forward.d_w_1.
  for (const NamedTensor& weight : weights_.tensors) gradients.push_back(&tape.value(tape.find(gradient_name(weight.name))));
  optimizer_step(OptimizerSettings{}, 1e-3, weights_, gradients, state_);
  return static_cast<double>(tape.value(loss).at(0, 0, 0));
}

}  // namespace gf
