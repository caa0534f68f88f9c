// The step of training that tools/bench measures beside PyTorch's: tools/lib/bench_torch.py takes the same.
#pragma once

#include "model/transformer.h"
#include "train/optimizer.h"

namespace gf {

/// A decoder of 4 layers, width 128, 4 heads, 256 tokens.
TransformerConfig measured_config();

/// Sequences of random tokens with random labels, as long as the decoder can read.
Batch random_batch(const TransformerConfig& config, Index size);

class MeasuredStep {
 public:
  /// 16 sequences of 64 tokens.
  MeasuredStep();
  /// Forward pass, gradients and AdamW, as the trainer does it. Returns the loss.
  double take();
  Index parameters() const { return parameter_count(config_); }

 private:
  MemoryReuse memory_;  // every step makes the same tensors; declared first, so that it goes last
  TransformerConfig config_;
  Batch batch_;
  NamedTensors weights_;
  OptimizerState state_;
};

}  // namespace gf
