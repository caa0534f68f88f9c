// Measures times of this build on this machine. tools/bench compares them with those of PyTorch.
#pragma once

#include <string>
#include <string_view>

#include "cli/cli.h"
#include "core/tensor.h"

namespace gf {

inline constexpr std::string_view kBenches[] = {"train-step", "decode", "lessons"};

/// The options of `glassformer bench NAME`.
struct BenchOptions {
  std::string name{kBenches[0]};  // one of kBenches
  int threads = 0;                // 0: as many threads as the machine has cores
  Index repeats = 20;             // the number of timed runs, after a few runs to warm up
  std::string lesson;             // for "lessons": the only lesson to measure; empty: all lessons
};

/// Measures, and returns all times in milliseconds with their median and best, as JSON.
///   train-step: forward pass, gradients and AdamW of a decoder of 4 layers, width 128, 4 heads, 256 tokens, 16 sequences of 64
///   decode:     a token after 49 and after 499 tokens whose keys and values are kept, by a decoder of 4 layers, width 768, window 1024
///   lessons:    from an edit of each input to the new trace, for each lesson with its defaults and with its largest inputs
/// Throws InputError for another name.
std::string run_bench(const BenchOptions& options, const AssetReader& assets);

}  // namespace gf
