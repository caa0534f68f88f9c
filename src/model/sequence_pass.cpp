#include "model/sequence_pass.h"

#include <utility>

namespace gf {

TransformerNodes pass_over(Tape& tape, const TransformerConfig& config, const ParameterNodes& weights, std::vector<int> ids,
                           ForwardOptions options) {
  Batch batch;
  batch.target_length = std::ssize(ids);
  batch.target = std::move(ids);
  options.probabilities = false;
  options.loss = false;
  return transformer(tape, config, weights, batch, options);
}

}  // namespace gf
