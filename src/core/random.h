// Random numbers as NumPy's legacy generator draws them, so that a reader can compare with a notebook.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

#include "core/tensor.h"

namespace gf {

/// The stream of `numpy.random.seed(seed)`: MT19937 seeded by Knuth's initialiser.
/// Example: `NumpyRandom random(42); random.uniform()` is 0.3745401188473625, as `numpy.random.rand()` gives.
class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

  /// As `numpy.random.rand()`: 53 random bits in [0, 1).
  double uniform();
  /// As `numpy.random.randn()`: Marsaglia's polar method, drawn in pairs.
  double normal();

  /// As `numpy.random.rand(rows, cols)`, row by row.
  Tensor uniform(Shape shape);
  /// Uniform in [-limit, limit).
  Tensor uniform(Shape shape, double limit);
  /// Normal with mean 0.
  Tensor normal(Shape shape, double standard_deviation);

 private:
  std::mt19937 engine_;
  bool has_spare_ = false;
  double spare_ = 0;
};

/// A seed made of a seed and a word (FNV-1a), so that a word gets the same vector wherever it stands.
std::uint32_t seed_of_word(std::uint32_t seed, std::string_view word);

}  // namespace gf
