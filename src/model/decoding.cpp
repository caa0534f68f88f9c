#include "model/decoding.h"

#include <stdexcept>

#include "autograd/tape.h"
#include "core/kernels.h"
#include "model/sequence_pass.h"

namespace gf {
Decoding::Decoding(TransformerConfig config, std::shared_ptr<const NamedTensors> weights)
    : config_(std::move(config)), weights_(std::move(weights)) {
  if (config_.architecture != Architecture::decoder_only || !config_.causal)
    throw std::invalid_argument("[decoding] only a decoder that sees no later token keeps what it has read");
}

Tensor Decoding::read(const std::vector<int>& tokens) {
  const auto length = static_cast<Index>(tokens.size());
  if (!packed_ && length_ > 0 && ColumnPanels::serve(length)) {
    panels_ = panels_of(config_, *weights_);
    packed_ = true;
  }
  Tape tape;
  const TransformerNodes nodes = pass_over(tape, config_, ParameterNodes(tape, config_, weights_, panels_), tokens, {.past = kept_});
  std::vector<KeyValues> kept;
  for (Index layer = 0; layer < config_.decoder_layers; ++layer) {
    const std::string part = "decoder." + std::to_string(layer) + ".self_attention.";
    kept.push_back({tape[tape.find(part + "key")].value, tape[tape.find(part + "value")].value});
  }
  kept_ = std::move(kept);
  length_ += length;
  return tape.value(nodes.logits);
}

void Decoding::forget() {
  kept_.clear();
  length_ = 0;
}

double multiplications(const TransformerConfig& config, Index rows, Index seen) {
  const auto t = static_cast<double>(rows), s = static_cast<double>(seen), c = static_cast<double>(config.width);
  const double projections = (config.output_projection ? 4 : 3) * t * c * c, attention = 2 * t * s * c;
  const double feed_forward = config.feed_forward ? 2 * t * c * static_cast<double>(config.hidden) : 0;
  return static_cast<double>(config.decoder_layers) * (projections + attention + feed_forward) +
         t * c * static_cast<double>(config.logits());
}

}  // namespace gf
