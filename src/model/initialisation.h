// Draws the first values of weights.
#pragma once

#include <string_view>

#include "core/random.h"
#include "core/tensor.h"

namespace gf {

enum class Initialisation {
  numpy,   // uniform in [0, 1), like numpy.random.rand
  xavier,  // uniform in ±√(6 / (rows + cols)) (Glorot and Bengio 2010)
  he,      // normal with variance 2 / rows (He et al. 2015)
  normal,  // normal with deviation 0.02 (GPT-2)
};

/// Returns "numpy", "xavier", "he" or "normal".
std::string_view name_of(Initialisation how);

/// Draws a matrix (rows, cols) from the stream.
Tensor initialise(Initialisation how, NumpyRandom& random, Index rows, Index cols);

}  // namespace gf
