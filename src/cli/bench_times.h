// Measures and summarises times, for all parts of a bench.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/bench.h"
#include "core/elapsed.h"

namespace gf {

/// Runs `work`, and returns the time that it took, in milliseconds.
template <typename Work>
double milliseconds_of(const Work& work) {
  const auto began = SteadyClock::now();
  work();
  return elapsed_ms(began);
}

/// Returns the median of times, the greater one of two. There must be a time.
inline double median_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// Returns {"name", "median_ms", "best_ms", "times_ms"}.
inline nlohmann::json summary_of(std::string name, const std::vector<double>& times) {
  return {{"name", std::move(name)},
          {"median_ms", median_of(times)},
          {"best_ms", *std::min_element(times.begin(), times.end())},
          {"times_ms", times}};
}

/// Returns the milliseconds from an edit to the new trace, for each lesson and input (bench_lessons.cpp).
nlohmann::json bench_lessons(const BenchOptions& options, const AssetReader& assets);

}  // namespace gf
