#include "cli/bench.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/bench_times.h"
#include "core/join.h"
#include "core/memory.h"
#include "core/nth.h"
#include "core/parallel.h"
#include "core/problem.h"
#include "export/export.h"
#include "model/decoding.h"
#include "train/measured_step.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr Index kWarmUp = 3;

json measured(std::string name, Index repeats, const std::function<void()>& work) {
  for (Index i = 0; i < kWarmUp; ++i) work();
  std::vector<double> times;
  for (Index i = 0; i < repeats; ++i) times.push_back(milliseconds_of(work));
  return summary_of(std::move(name), times);
}

json bench_train_step(const BenchOptions& options) {
  MeasuredStep step;
  double loss = 0;
  json result = measured("train-step", options.repeats, [&] { loss = step.take(); });
  result["loss"] = loss;
  result["parameters"] = step.parameters();
  return result;
}

// Returns a decoder with GPT-2's width and window, and a third of its blocks.
TransformerConfig decode_config() {
  TransformerConfig config = measured_config();
  config.vocabulary = 1024;
  config.width = 768;
  config.heads = 12;
  config.hidden = 3072;
  config.longest = 1024;
  config.tied = true;
  return config;
}

// The two lengths take turns, so that the machine is equally fast for both.
json bench_decode(const BenchOptions& options) {
  const TransformerConfig config = decode_config();
  const auto weights = std::make_shared<const NamedTensors>(initial_parameters(config, Initialisation::normal, 1));
  const std::vector<int> ids = random_batch(config, 1).target;
  const MemoryReuse reuse;
  constexpr Index kPlaces[] = {50, 500};
  std::vector<Decoding> readers;
  std::vector<std::vector<double>> times(std::size(kPlaces));
  for (const Index place : kPlaces) {
    Decoding& reader = readers.emplace_back(config, weights);
    reader.read({ids.begin(), ids.begin() + place - 2});
    reader.read({nth(ids, place - 2)});  // brings the weights into panels, as the first short read does
  }
  for (Index i = 0; i < kWarmUp + options.repeats; ++i)
    for (std::size_t which = 0; which < readers.size(); ++which) {
      readers[which].keep_first(kPlaces[which] - 1);
      const double ms = milliseconds_of([&] { readers[which].read({nth(ids, kPlaces[which] - 1)}); });
      if (i >= kWarmUp) times[which].push_back(ms);
    }
  json list = json::array();
  for (std::size_t which = 0; which < readers.size(); ++which)
    list.push_back(summary_of("token " + std::to_string(kPlaces[which]), times[which]));
  return list;
}

}  // namespace

std::string run_bench(const BenchOptions& options, const AssetReader& assets) {
  if (options.threads > 0) set_thread_count(options.threads);
  json result{{"threads", thread_count()}};
  if (options.name == "train-step")
    result["results"] = json::array({bench_train_step(options)});
  else if (options.name == "decode")
    result["results"] = bench_decode(options);
  else if (options.name == "lessons")
    result["results"] = bench_lessons(options, assets);
  else
    throw InputError({"unknown_choice", {{"where", "bench"}, {"got", options.name}, {"choices", joined(kBenches)}}});
  return readable(result);
}

}  // namespace gf
