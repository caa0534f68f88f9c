// Shared by the parts of a bench: times and how they are told.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/bench.h"
#include "core/elapsed.h"

namespace gf {

template <typename Work>
double milliseconds_of(const Work& work) {
  const auto began = SteadyClock::now();
  work();
  return elapsed_ms(began);
}

inline double median_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// {"name", "median_ms", "best_ms", "times_ms"}.
inline nlohmann::json summary_of(std::string name, const std::vector<double>& times) {
  return {{"name", std::move(name)},
          {"median_ms", median_of(times)},
          {"best_ms", *std::min_element(times.begin(), times.end())},
          {"times_ms", times}};
}

/// bench_lessons.cpp: milliseconds from an edit to the new trace, for each lesson and input.
nlohmann::json bench_lessons(const BenchOptions& options, const AssetReader& assets);

}  // namespace gf
