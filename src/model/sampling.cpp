#include "model/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/largest.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/problem.h"

namespace gf {
namespace {

constexpr double kMostTemperature = 1e9, kMostKept = 1e6;

}  // namespace

void check_sampling(const SamplingSettings& settings) {
  const auto expect = [](const char* field, double value, double most) {
    if (!(value >= 0 && value <= most))
      throw InputError(
          {"number_out_of_range", {{"where", field}, {"least", "0"}, {"most", format_number(most)}, {"got", format_number(value)}}});
  };
  expect("temperature", settings.temperature, kMostTemperature);
  expect("top_k", static_cast<double>(settings.top_k), kMostKept);
  expect("top_p", settings.top_p, 1);
}

std::vector<double> sampling_shares(const float* logits, Index count, const SamplingSettings& settings) {
  check_sampling(settings);
  std::vector<double> shares(static_cast<std::size_t>(count), 0);
  if (count == 0) return shares;
  const bool cuts = settings.temperature > 0 && (settings.top_k > 0 || settings.top_p < 1);
  const std::vector<Index> order = largest_of({logits, shares.size()}, cuts ? count : 1);
  if (settings.temperature == 0) {
    nth(shares, order.front()) = 1;
    return shares;
  }
  const auto most = static_cast<double>(logits[order.front()]);
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = std::exp((static_cast<double>(logits[i]) - most) / settings.temperature);
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  double kept = cuts ? 0 : all;
  for (std::size_t place = 0; cuts && place < order.size(); ++place) {
    double& share = nth(shares, order[place]);
    const bool cut =
        (settings.top_k > 0 && place >= static_cast<std::size_t>(settings.top_k)) || (place > 0 && kept >= settings.top_p * all);
    if (cut) share = 0;
    kept += share;
  }
  for (double& share : shares) share /= kept;
  return shares;
}

Index draw_token(const std::vector<double>& shares, double number) { return draw_tokens(shares, {number}).front(); }

std::vector<Index> draw_tokens(const std::vector<double>& shares, const std::vector<double>& numbers) {
  std::vector<Index> left;  // a heap with the largest share on top: few shares are taken from it for most numbers
  for (Index token = 0; token < std::ssize(shares); ++token)
    if (nth(shares, token) > 0) left.push_back(token);
  const auto after = [&](Index a, Index b) {
    const double of_a = nth(shares, a), of_b = nth(shares, b);
    return of_a < of_b || (of_a == of_b && a > b);
  };
  std::make_heap(left.begin(), left.end(), after);
  std::vector<std::pair<Index, double>> taken{{0, 0}};  // tokens taken from the heap, each with the sum of the shares up to it
  const auto up_to = [&](double number) {
    while (!left.empty() && taken.back().second <= number) {
      taken.emplace_back(left.front(), taken.back().second + nth(shares, left.front()));
      std::pop_heap(left.begin(), left.end(), after);
      left.pop_back();
    }
    const auto first = std::find_if(taken.begin(), taken.end(), [&](const auto& entry) { return entry.second > number; });
    return first == taken.end() ? taken.back().first : first->first;
  };
  std::vector<Index> drawn;
  for (const double number : numbers) drawn.push_back(up_to(number));
  return drawn;
}

}  // namespace gf
