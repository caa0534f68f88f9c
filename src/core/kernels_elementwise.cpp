// Cell-by-cell kernels: plain loops if the compiler vectorises them, otherwise loops over packets.
#include <algorithm>
#include <cmath>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/simd.h"

namespace gf {
namespace {

using simd::all;
using simd::Floats;
namespace packet = simd::packet;

constexpr Index kCellsPerPiece = 1 << 15;   // for cheap cells
constexpr Index kCostlyPerPiece = 1 << 13;  // for cells that take an exponential each

// ---- broadcasting ------------------------------------------------------------------------------------------------------

template <typename Operation>
void line(const float* a, const float* b, bool single_b, float* out, Index count, Operation&& operation) {
  if (single_b) {
    const float y = *b;
    for (Index i = 0; i < count; ++i) out[i] = operation(a[i], y);
  } else {
    for (Index i = 0; i < count; ++i) out[i] = operation(a[i], b[i]);
  }
}

template <typename Operation>
void combine(const Broadcast& s, const float* a, const float* b, float* out, Operation&& operation) {
  const Index size = s.rows * s.cols;
  const bool same = s.b_row == s.cols && s.b_col == 1 && s.rows > 0;
  if (same && ((s.a_matrix == size && s.b_matrix == size) || s.matrices == 1))
    return parallel_for(s.matrices * size, kCellsPerPiece,
                        [&](Index begin, Index end) { line(a + begin, b + begin, false, out + begin, end - begin, operation); });
  parallel_for(s.matrices * s.rows, std::max<Index>(1, kCellsPerPiece / std::max<Index>(1, s.cols)), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Index matrix = i / s.rows, row = i % s.rows;
      line(a + matrix * s.a_matrix + row * s.cols, b + matrix * s.b_matrix + row * s.b_row, s.b_col == 0, out + i * s.cols, s.cols,
           operation);
    }
  });
}

// ---- Gaussian and logistic curves --------------------------------------------------------------------------------------

// Returns x within −20 to 20. Beyond, all curves have reached their limits in floats; the clamp keeps squares and cubes finite.
Floats clamped(const Floats& x) { return packet::pmax(packet::pmin(x, all(20)), all(-20)); }

// Returns exp(-x²/2). The upper half of the digits of x has an exact square, so that a large exponent is not rounded.
Floats bell(const Floats& x) {
  const Floats high = packet::pand(x, packet::pset1frombits<Floats>(0xFFFFF000u));
  const Floats rest = packet::pmul(packet::pmul(packet::psub(x, high), packet::padd(x, high)), all(-0.5f));
  Floats series = packet::pmadd(rest, all(1.0f / 6), all(0.5f));
  series = packet::pmadd(packet::pmul(rest, rest), series, packet::padd(rest, all(1)));
  return packet::pmul(packet::pexp(packet::pmul(packet::pmul(high, high), all(-0.5f))), series);
}

// Returns Φ(x), given bell(x). The tail Φ(-|x|) = bell(x) R(|x|) keeps its relative accuracy, because R is smooth. A polynomial in 1 / (1 +
// 0.35 |x|) is fitted to R within 4e-8; float arithmetic adds 3e-7.
Floats gaussian(const Floats& x, const Floats& bell_of_x) {
  constexpr float kFit[] = {0.1396214041376541f, 0.13986187248864368f,  0.1198328470577965f,  0.10550808611846438f,  -0.023110030964896847f,
                            0.1591744477378583f, -0.25571450851262295f, 0.14397182204777687f, -0.029145956057008163f};
  constexpr int kTerms = sizeof(kFit) / sizeof(kFit[0]);
  const Floats t = packet::pdiv(all(1), packet::pmadd(packet::pabs(x), all(0.35f), all(1)));
  Floats ratio = all(kFit[kTerms - 1]);
  for (int i = kTerms - 2; i >= 0; --i) ratio = packet::pmadd(ratio, t, all(kFit[i]));
  const Floats tail = packet::pmul(packet::pmul(ratio, t), bell_of_x);
  return packet::pselect(packet::pcmp_lt(x, all(0)), tail, packet::psub(all(1), tail));
}

constexpr float kTwiceTanhScale = 1.5957691216057308f;  // 2 √(2/π)
constexpr float kCubic = 0.044715f;
constexpr float kBellScale = 0.3989422804014327f;  // 1 / √(2π)

// Returns (1 + tanh(√(2/π)(x + 0.044715 x³))) / 2, computed as a logistic curve, which keeps its relative accuracy below zero.
Floats logistic(const Floats& x) {
  const Floats cubic = packet::pmadd(packet::pmul(x, x), all(kCubic), all(1));
  const Floats exponent = packet::pmul(packet::pmul(x, all(-kTwiceTanhScale)), cubic);
  return packet::pdiv(all(1), packet::padd(all(1), packet::pexp(exponent)));
}

Floats gelu_of(const Floats& x, bool tanh_form) {
  const Floats near = clamped(x);
  return packet::pmul(x, tanh_form ? logistic(near) : gaussian(near, bell(near)));
}

Floats gelu_slope(const Floats& x, bool tanh_form) {
  const Floats near = clamped(x);
  const Floats unknown = packet::pmul(x, all(0));  // NaN if x is not finite, which the clamp hides; otherwise 0
  if (!tanh_form) {
    const Floats b = bell(near);
    return packet::padd(packet::pmadd(packet::pmul(near, all(kBellScale)), b, gaussian(near, b)), unknown);
  }
  const Floats s = logistic(near);
  const Floats inner = packet::pmul(packet::pmadd(packet::pmul(near, near), all(3 * kCubic), all(1)), all(kTwiceTanhScale));
  const Floats rise = packet::pmul(packet::pmul(near, inner), packet::pmul(s, packet::psub(all(1), s)));
  return packet::padd(packet::padd(s, rise), unknown);
}

}  // namespace

void add(const Broadcast& shape, const float* a, const float* b, float* out) {
  combine(shape, a, b, out, [](float x, float y) { return x + y; });
}
void multiply(const Broadcast& shape, const float* a, const float* b, float* out) {
  combine(shape, a, b, out, [](float x, float y) { return x * y; });
}

void add_to(float* x, const float* y, Index y_step, Index rows, Index cols) {
  parallel_for(rows, std::max<Index>(1, kCellsPerPiece / std::max<Index>(1, cols)), [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      simd::map(
          x + row * cols, 0, cols, [](const Floats& a, const Floats& b) { return packet::padd(a, b); }, x + row * cols, y + row * y_step);
  });
}

void scale_and_shift_rows(float* x, const float* gain, const float* shift, Index rows, Index cols) {
  parallel_for(rows, std::max<Index>(1, kCellsPerPiece / std::max<Index>(1, cols)), [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row)
      simd::map(
          x + row * cols, 0, cols,
          [](const Floats& a, const Floats& by, const Floats& to) { return packet::padd(packet::pmul(a, by), to); }, x + row * cols, gain,
          shift);
  });
}

void scale(const float* x, float factor, float* out, Index count) {
  parallel_for(count, kCellsPerPiece, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) out[i] = factor * x[i];
  });
}

void exponential(const float* x, float* out, Index count) {
  parallel_for(count, kCostlyPerPiece, [&](Index begin, Index end) {
    simd::map(
        out, begin, end, [](const Floats& v) { return packet::pexp(v); }, x);
  });
}

void relu(const float* x, float* out, Index count) {
  parallel_for(count, kCellsPerPiece, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) out[i] = x[i] < 0 ? 0 : x[i];  // not max(x, 0): NaN must stay NaN
  });
}

void relu_gradient(const float* x, const float* dy, float* out, Index count) {
  parallel_for(count, kCellsPerPiece, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) out[i] = x[i] > 0 ? dy[i] : 0;
  });
}

void gelu(const float* x, float* out, Index count, bool tanh_form) {
  parallel_for(count, kCostlyPerPiece, [&](Index begin, Index end) {
    simd::map(
        out, begin, end, [&](const Floats& v) { return gelu_of(v, tanh_form); }, x);
  });
}

void gelu_gradient(const float* x, const float* dy, float* out, Index count, bool tanh_form) {
  parallel_for(count, kCostlyPerPiece, [&](Index begin, Index end) {
    simd::map(
        out, begin, end, [&](const Floats& v, const Floats& d) { return packet::pmul(d, gelu_slope(v, tanh_form)); }, x, dy);
  });
}

void mask(const float* x, const float* mask, Index matrices, Index repeats, Index matrix_size, float fill, float* out) {
  parallel_for(matrices, std::max<Index>(1, kCellsPerPiece / std::max<Index>(1, matrix_size)), [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const float* from = x + k * matrix_size;
      const float* seen = mask + k / repeats * matrix_size;
      float* to = out + k * matrix_size;
      for (Index i = 0; i < matrix_size; ++i) to[i] = seen[i] != 0 ? from[i] : fill;
    }
  });
}

}  // namespace gf
