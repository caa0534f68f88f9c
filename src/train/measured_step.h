// The training step that tools/bench measures beside PyTorch's. tools/lib/bench_torch.py takes the same step.
#pragma once

#include "core/memory.h"
#include "core/named_tensors.h"
#include "model/transformer.h"
#include "train/optimizer.h"

namespace gf {

/// Returns the config of a decoder with 4 layers, width 128, 4 heads, a vocabulary of 256 tokens and 64 positions.
TransformerConfig measured_config();

/// Returns `size` sequences of random tokens with random labels, each as long as the table of positions.
Batch random_batch(const TransformerConfig& config, Index size);

class MeasuredStep {
 public:
  /// Draws a batch of 16 sequences of 64 tokens, and the first weights.
  MeasuredStep();
  /// Takes a step as the trainer does: forward pass, gradients, AdamW. Returns the loss.
  double take();
  Index parameters() const { return parameter_count(config_); }

 private:
  MemoryReuse memory_;  // every step makes the same tensors; declared first, so that it is destroyed last
  TransformerConfig config_;
  Batch batch_;
  NamedTensors weights_;
  OptimizerState state_;
};

}  // namespace gf
