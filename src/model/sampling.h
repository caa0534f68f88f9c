// Samples the next token: sampling_shares turns logits into shares and cuts unlikely tokens, and draw_token draws one of the rest.
#pragma once

#include <vector>

#include "core/tensor.h"

namespace gf {

struct SamplingSettings {
  double temperature = 1;  // T: softmax(logits / T); 0: greedy decoding
  Index top_k = 0;         // only the k likeliest tokens; 0: all
  double top_p = 1;        // only the fewest likeliest tokens that together have this share (Holtzman et al. 2020)
};

/// Throws InputError that names the field for a temperature outside 0 to 1e9, a k outside 0 to 1e6, or a p outside 0 to 1.
void check_sampling(const SamplingSettings& settings);

/// Returns the share of each token: softmax(z / T), 0 for a token that is cut, divided by the sum of the rest. At least one token remains.
/// The lower index counts as likelier among equal logits. Throws like check_sampling.
/// Example: logits {2, 1, 0} with top_k 2 give {0.731, 0.269, 0}.
std::vector<double> sampling_shares(const float* logits, Index count, const SamplingSettings& settings);

/// Returns the token at which the running sum of the shares first exceeds `number`, a number in [0, 1). The sum begins with the largest
/// share; the lower index comes first among equal shares.
/// Example: {0.2, 0.5, 0.3} with 0.6 gives token 2.
Index draw_token(const std::vector<double>& shares, double number);
/// Like draw_token, for each of many numbers.
std::vector<Index> draw_tokens(const std::vector<double>& shares, const std::vector<double>& numbers);

}  // namespace gf
