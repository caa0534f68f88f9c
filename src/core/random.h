// Draws the random numbers of NumPy's legacy generator, so that a reader can compare with a notebook.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// The stream of `numpy.random.seed(seed)`: MT19937 seeded by Knuth's initialiser.
/// Example: `NumpyRandom random(42); random.uniform()` is 0.3745401188473625, as `numpy.random.rand()` gives.
class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

  /// Returns the number of `numpy.random.rand()`: 53 random bits in [0, 1).
  double uniform();
  /// Returns the number of `numpy.random.randn()`: Marsaglia's polar method, which draws in pairs.
  double normal();

  /// Returns the numbers of `numpy.random.rand(rows, cols)`, row by row.
  Tensor uniform(Shape shape);
  /// Returns numbers that are uniform in [-limit, limit).
  Tensor uniform(Shape shape, double limit);
  /// Returns numbers that are normal with mean 0.
  Tensor normal(Shape shape, double standard_deviation);

 private:
  std::mt19937 engine_;
  bool has_spare_ = false;
  double spare_ = 0;
};

/// Returns a whole number in [0, count), each as probable as any other. `count` is at least 1.
std::size_t draw_index(NumpyRandom& random, std::size_t count);

/// Puts a list into a random order, each as probable as any other (Fisher and Yates).
template <typename Item>
void shuffle(std::vector<Item>& list, NumpyRandom& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[draw_index(random, i)]);
}

/// Returns a seed made of a seed and a word (FNV-1a), so that a word has the same vector in every text.
std::uint32_t seed_of_word(std::uint32_t seed, std::string_view word);

}  // namespace gf
