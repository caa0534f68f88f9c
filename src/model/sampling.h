// Sampling of the next token: logits become shares, a cut leaves the likeliest, and one of those is drawn.
#pragma once

#include <vector>

#include "core/tensor.h"

namespace gf {

struct SamplingSettings {
  double temperature = 1;  // T: softmax(logits / T); 0: always the likeliest
  Index top_k = 0;         // only the k likeliest; 0: all
  double top_p = 1;        // only as many of the likeliest as together have this share (Holtzman et al. 2020)
};

/// Throws InputError that names the field for a temperature outside 0 to 1e9, a k outside 0 to 1e6, or a p outside 0 to 1.
void check_sampling(const SamplingSettings& settings);

/// The share of each token: softmax(z / T), 0 where the cut took it, what is left divided by its sum. The first of equal tokens
/// comes first. At least one is left. Throws like check_sampling. Example: logits {2, 1, 0} with top_k 2 give {0.731, 0.269, 0}.
std::vector<double> sampling_shares(const float* logits, Index count, const SamplingSettings& settings);

/// Returns the token at which the running sum of the shares first exceeds `number`, a number in [0, 1). The sum begins with the largest
/// share; the lower index precedes an equal share. Example: {0.2, 0.5, 0.3} with 0.6 gives token 2.
Index draw_token(const std::vector<double>& shares, double number);
/// The same of many numbers, each a draw of its own.
std::vector<Index> draw_tokens(const std::vector<double>& shares, const std::vector<double>& numbers);

}  // namespace gf
