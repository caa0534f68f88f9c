#include "core/kernels.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.h"

namespace gf {
namespace {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Map = Eigen::Map<RowMatrix>;
using ConstMap = Eigen::Map<const RowMatrix>;

constexpr Index kRowsPerPiece = 32;
constexpr Index kWorthSharing = 1 << 20;  // multiplications: below this, waking helpers costs more than it saves

// The pieces are the same either way, and so are the results.
void for_row_pieces(Index rows, Index work, const std::function<void(Index, Index)>& body) {
  if (work >= kWorthSharing) return parallel_for(rows, kRowsPerPiece, body);
  for (Index begin = 0; begin < rows; begin += kRowsPerPiece) body(begin, std::min(rows, begin + kRowsPerPiece));
}

template <typename A, typename B, typename C>
void multiply(const A& a, const B& b, C&& c, bool accumulate) {
  if (accumulate)
    c.noalias() += a * b;
  else
    c.noalias() = a * b;
}

}  // namespace

void gemm(const float* a, Transpose transpose_a, const float* b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols,
          bool accumulate) {
  for_row_pieces(rows, rows * inner * cols, [&](Index begin, Index end) {
    Map part(c + begin * cols, end - begin, cols);
    const auto with_a = [&](const auto& left) {
      if (transpose_b == Transpose::yes)
        multiply(left, ConstMap(b, cols, inner).transpose(), part, accumulate);
      else
        multiply(left, ConstMap(b, inner, cols), part, accumulate);
    };
    if (transpose_a == Transpose::yes)
      with_a(ConstMap(a, inner, rows).middleCols(begin, end - begin).transpose());
    else
      with_a(ConstMap(a, rows, inner).middleRows(begin, end - begin));
  });
}

void softmax(const float* z, float* out, Index count, Index stride, float beta) {
  float most = -std::numeric_limits<float>::infinity();
  for (Index j = 0; j < count; ++j) most = std::max(most, beta * z[j * stride]);
  double total = 0;
  for (Index j = 0; j < count; ++j) {
    const float e = std::exp(beta * z[j * stride] - most);
    out[j * stride] = e;
    total += static_cast<double>(e);
  }
  for (Index j = 0; j < count; ++j) out[j * stride] = static_cast<float>(static_cast<double>(out[j * stride]) / total);
}

Moments moments(const float* x, Index count) {
  Moments result;
  for (Index j = 0; j < count; ++j) result.mean += static_cast<double>(x[j]);
  result.mean /= static_cast<double>(count);
  for (Index j = 0; j < count; ++j) {
    const double deviation = static_cast<double>(x[j]) - result.mean;
    result.variance += deviation * deviation;
  }
  result.variance /= static_cast<double>(count);
  return result;
}

void layer_norm(const float* x, float* out, Index count, float epsilon) {
  const Moments m = moments(x, count);
  const double scale = 1.0 / std::sqrt(m.variance + static_cast<double>(epsilon));
  for (Index j = 0; j < count; ++j) out[j] = static_cast<float>((static_cast<double>(x[j]) - m.mean) * scale);
}

}  // namespace gf
