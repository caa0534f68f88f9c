// Normalisations, reductions and the loss: row by row, or over columns. Long sums are taken in double precision, in a fixed number of lanes
// side by side. So they are vectorised, and always have the same order.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/kernels.h"
#include "core/nth.h"
#include "core/parallel.h"
#include "core/simd.h"

namespace gf {
namespace {

using simd::Floats;
using simd::kLanes;

constexpr Index kExponentialsPerPiece = 1 << 14;  // some microseconds of work
constexpr Index kColsPerPiece = 32;
constexpr Index kSumLanes = 8;

// Calls body(row) for every row, and shares pieces of rows among the threads.
template <typename Body>
void for_each_row(Index rows, Index count, Body&& body) {
  parallel_for(rows, std::max<Index>(1, kExponentialsPerPiece / std::max<Index>(1, count)), [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) body(row);
  });
}

// Returns Σ term(j) over 0..count-1, summed in lanes.
template <typename Term>
double lane_sum(Index count, Term&& term) {
  std::array<double, kSumLanes> lanes{};
  Index j = 0;
  for (; j + kSumLanes <= count; j += kSumLanes)
    for (Index lane = 0; lane < kSumLanes; ++lane) nth(lanes, lane) += term(j + lane);
  for (Index lane = 0; j < count; ++j, ++lane) nth(lanes, lane) += term(j);
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

float largest(const float* z, Index count) {
  float most = -std::numeric_limits<float>::infinity();
  Index j = 0;
  if (count >= kLanes) {
    Floats many = simd::all(most);
    for (; j + kLanes <= count; j += kLanes) many = simd::packet::pmax(many, simd::load(z + j));
    most = simd::packet::predux_max(many);
  }
  for (; j < count; ++j) most = std::max(most, z[j]);
  return most;
}

float least(const float* z, Index count) {
  float least = std::numeric_limits<float>::infinity();
  Index j = 0;
  if (count >= kLanes) {
    Floats many = simd::all(least);
    for (; j + kLanes <= count; j += kLanes) many = simd::packet::pmin(many, simd::load(z + j));
    least = simd::packet::predux_min(many);
  }
  for (; j < count; ++j) least = std::min(least, z[j]);
  return least;
}

// Passes exp(beta (z_j - from)) to `take(j, powers, count)`, and returns the sum. The difference comes first, because it is exact for two
// large scores that are close to each other. The difference of their rounded products would lose its digits.
template <typename Take>
double powers(const float* z, Index count, float beta, float from, Take&& take) {
  constexpr Index kBlock = 64 * kLanes;  // values that are summed in floats, before the sum is added to a double
  const auto power = [&](const Floats& x) {
    return simd::packet::pexp(simd::packet::pmul(simd::all(beta), simd::packet::psub(x, simd::all(from))));
  };
  const Index whole = count / kLanes * kLanes;
  double total = 0;
  for (Index begin = 0; begin < whole; begin += kBlock) {
    Floats sums = simd::all(0);
    for (Index j = begin; j < std::min(whole, begin + kBlock); j += kLanes) {
      const Floats e = power(simd::load(z + j));
      take(j, e, kLanes);
      sums = simd::packet::padd(sums, e);
    }
    total += static_cast<double>(simd::packet::predux(sums));
  }
  if (whole < count) {
    const Floats e = power(simd::load_part(z + whole, count - whole, 0));
    take(whole, e, count - whole);
    alignas(64) float last[kLanes];
    simd::store(last, e);
    for (Index j = 0; j < count - whole; ++j) total += static_cast<double>(last[j]);
  }
  return total;
}

void softmax_row(const float* z, float* out, Index count, float beta) {
  const float from = beta < 0 ? least(z, count) : largest(z, count);  // the value with the largest power
  const double total = powers(z, count, beta, from, [&](Index j, const Floats& e, Index n) {
    if (n == kLanes)
      simd::store(out + j, e);
    else
      simd::store_part(out + j, e, n);
  });
  const float divisor = static_cast<float>(total);
  for (Index j = 0; j < count; ++j) out[j] /= divisor;
}

void softmax_gradient_row(const float* p, const float* dp, float* dz, Index count, float beta) {
  const double dot = lane_sum(count, [&](Index j) { return static_cast<double>(p[j]) * static_cast<double>(dp[j]); });
  const double factor = static_cast<double>(beta);
  for (Index j = 0; j < count; ++j) dz[j] = static_cast<float>(factor * static_cast<double>(p[j]) * (static_cast<double>(dp[j]) - dot));
}

// Returns ln Σ exp(z).
double log_sum_exp(const float* z, Index count) {
  const float most = largest(z, count);
  return static_cast<double>(most) + std::log(powers(z, count, 1, most, [](Index, const Floats&, Index) {}));
}

void layer_norm_gradient_row(const float* x, const float* y, const float* dy, float* dx, Index count, float epsilon) {
  const double n = static_cast<double>(count);
  const double mean_dy = lane_sum(count, [&](Index j) { return static_cast<double>(dy[j]); }) / n;
  const double mean_dy_y = lane_sum(count, [&](Index j) { return static_cast<double>(dy[j]) * static_cast<double>(y[j]); }) / n;
  const double scale = 1.0 / std::sqrt(moments(x, count).variance + static_cast<double>(epsilon));
  for (Index j = 0; j < count; ++j)
    dx[j] = static_cast<float>((static_cast<double>(dy[j]) - mean_dy - static_cast<double>(y[j]) * mean_dy_y) * scale);
}

}  // namespace

void softmax(const float* z, float* out, Index count, Index stride, float beta) {
  if (stride == 1) return softmax_row(z, out, count, beta);
  std::vector<float> line(static_cast<std::size_t>(count));
  for (Index j = 0; j < count; ++j) nth(line, j) = z[j * stride];
  softmax_row(line.data(), line.data(), count, beta);
  for (Index j = 0; j < count; ++j) out[j * stride] = nth(line, j);
}

void softmax_rows(const float* z, float* out, Index rows, Index count, float beta) {
  for_each_row(rows, count, [&](Index row) { softmax_row(z + row * count, out + row * count, count, beta); });
}

void softmax_gradient_rows(const float* p, const float* dp, float* dz, Index rows, Index count, float beta) {
  for_each_row(rows, count, [&](Index row) { softmax_gradient_row(p + row * count, dp + row * count, dz + row * count, count, beta); });
}

Moments moments(const float* x, Index count) {
  Moments result;
  result.mean = lane_sum(count, [&](Index j) { return static_cast<double>(x[j]); }) / static_cast<double>(count);
  const auto squared_deviation = [&](Index j) {
    const double deviation = static_cast<double>(x[j]) - result.mean;
    return deviation * deviation;
  };
  result.variance = lane_sum(count, squared_deviation) / static_cast<double>(count);
  return result;
}

void layer_norm(const float* x, float* out, Index count, float epsilon) {
  const Moments m = moments(x, count);
  const double scale = 1.0 / std::sqrt(m.variance + static_cast<double>(epsilon));
  for (Index j = 0; j < count; ++j) out[j] = static_cast<float>((static_cast<double>(x[j]) - m.mean) * scale);
}

void layer_norm_rows(const float* x, float* out, Index rows, Index count, float epsilon) {
  for_each_row(rows, count, [&](Index row) { layer_norm(x + row * count, out + row * count, count, epsilon); });
}

void layer_norm_gradient_rows(const float* x, const float* y, const float* dy, float* dx, Index rows, Index count, float epsilon) {
  for_each_row(rows, count, [&](Index row) {
    layer_norm_gradient_row(x + row * count, y + row * count, dy + row * count, dx + row * count, count, epsilon);
  });
}

void cross_entropy_rows(const float* logits, const int* targets, float* out, Index rows, Index count) {
  for_each_row(rows, count, [&](Index row) {
    const float* z = logits + row * count;
    out[row] = targets[row] < 0 ? 0 : static_cast<float>(log_sum_exp(z, count) - static_cast<double>(z[targets[row]]));
  });
}

void cross_entropy_gradient_rows(const float* logits, const int* targets, const float* dl, float* dz, Index rows, Index count) {
  for_each_row(rows, count, [&](Index row) {
    float* out = dz + row * count;
    if (targets[row] < 0) return static_cast<void>(std::fill_n(out, count, 0.0f));
    softmax_row(logits + row * count, out, count, 1);
    out[targets[row]] -= 1;
    for (Index j = 0; j < count; ++j) out[j] *= dl[row];
  });
}

void sum_rows(const float* x, double* out, Index rows, Index count) {
  for_each_row(rows, count, [&](Index row) {
    const float* line = x + row * count;
    out[row] = lane_sum(count, [&](Index j) { return static_cast<double>(line[j]); });
  });
}

void sum_columns(const float* x, double* out, Index rows, Index cols) {
  parallel_for(cols, kColsPerPiece, [&](Index begin, Index end) {
    std::array<double, kColsPerPiece> totals{};
    for (Index row = 0; row < rows; ++row) {
      const float* line = x + row * cols + begin;
      for (Index j = 0; j < end - begin; ++j) nth(totals, j) += static_cast<double>(line[j]);
    }
    std::copy_n(totals.begin(), end - begin, out + begin);
  });
}

void scatter_rows(const float* x, const int* ids, Index count, float* out, Index rows, Index cols) {
  parallel_for(cols, kColsPerPiece, [&](Index begin, Index end) {
    const Index width = end - begin;
    std::vector<double> totals(static_cast<std::size_t>(rows * width));
    for (Index t = 0; t < count; ++t) {
      double* total = totals.data() + ids[t] * width;
      for (Index j = 0; j < width; ++j) total[j] += static_cast<double>(x[t * cols + begin + j]);
    }
    for (Index row = 0; row < rows; ++row)
      for (Index j = 0; j < width; ++j) out[row * cols + begin + j] = static_cast<float>(nth(totals, row * width + j));
  });
}

bool finite_range(const float* x, Index count, float& least, float& most) {
  if (count <= 0) return false;
  Floats low = simd::all(x[0]), high = low, zeros = simd::all(0);
  const auto take = [&](const Floats& values) {
    low = simd::packet::pmin(low, values);
    high = simd::packet::pmax(high, values);
    zeros = simd::packet::padd(zeros, simd::packet::pmul(values, simd::all(0)));  // NaN once a value is infinite or NaN
  };
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) take(simd::load(x + j));
  if (j < count) take(simd::load_part(x + j, count - j, x[0]));
  least = simd::packet::predux_min(low);
  most = simd::packet::predux_max(high);
  return simd::packet::predux(zeros) == 0;
}

}  // namespace gf
