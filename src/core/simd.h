// Vectors of floats as the kernels use them: Eigen's packets, which are AVX, SSE, NEON or WebAssembly SIMD by the build.
#pragma once

#include <Eigen/Core>

#include "core/tensor.h"

// GCC says of every template over a vector type that the alignment isn't part of the argument, which nothing here needs.
#pragma GCC diagnostic ignored "-Wignored-attributes"

#ifndef GF_UNTESTED_LIBRARIES
static_assert(EIGEN_VERSION_AT_LEAST(5, 0, 0) && !EIGEN_VERSION_AT_LEAST(5, 1, 0),
              "core/ is tested with the private part of Eigen 5.0. Before you widen the range: run gf_tests -ts='core/*' in the presets "
              "native and web, and compare tools/bench gemm. -DCMAKE_CXX_FLAGS=-DGF_UNTESTED_LIBRARIES builds with any version.");
#endif

namespace gf::simd {

namespace packet = Eigen::internal;

// WebAssembly has 128 bits. With -mfma Eigen sees the AVX that Emscripten emulates by pairs, which spills registers.
#ifdef __wasm__
using Floats = packet::Packet4f;
#else
using Floats = packet::packet_traits<float>::type;
#endif
constexpr Index kLanes = packet::unpacket_traits<Floats>::size;

#ifdef EIGEN_VECTORIZE_FMA
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif

inline Floats all(float value) { return packet::pset1<Floats>(value); }
inline Floats load(const float* from) { return packet::ploadu<Floats>(from); }
inline void store(float* to, const Floats& value) { packet::pstoreu(to, value); }

/// Puts what makes `value` before what comes next. In a sum of products WebAssembly's stack takes the factors of the last one first, so
/// that LLVM loads all of them before it begins to add, and registers run out.
inline void in_order(Floats& value) {
#ifdef __wasm__
  asm volatile("" : "+r"(value));
#else
  static_cast<void>(value);
#endif
}

/// The first `count` values, and `fill` behind them.
inline Floats load_part(const float* from, Index count, float fill) {
  alignas(64) float values[kLanes];
  for (Index i = 0; i < kLanes; ++i) values[i] = i < count ? from[i] : fill;
  return load(values);
}
inline void store_part(float* to, const Floats& value, Index count) {
  alignas(64) float values[kLanes];
  store(values, value);
  for (Index i = 0; i < count; ++i) to[i] = values[i];
}

/// Calls `body(Floats...) -> Floats` on cells begin..end-1 of the inputs and writes what it returns.
template <typename Body, typename... Inputs>
void map(float* out, Index begin, Index end, Body&& body, const Inputs*... in) {
  Index i = begin;
  for (; i + kLanes <= end; i += kLanes) store(out + i, body(load(in + i)...));
  if (i < end) store_part(out + i, body(load_part(in + i, end - i, 0)...), end - i);
}

}  // namespace gf::simd
