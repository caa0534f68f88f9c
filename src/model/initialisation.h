// How weights start.
#pragma once

#include <string_view>

#include "core/random.h"

namespace gf {

enum class Initialisation {
  numpy,   // uniform in [0, 1), as numpy.random.rand draws
  xavier,  // uniform in ±√(6 / (rows + cols)) (Glorot and Bengio 2010)
  he,      // normal with variance 2 / rows (He et al. 2015)
  normal,  // normal with deviation 0.02 (GPT-2)
};

std::string_view name_of(Initialisation how);

/// A (rows, cols) matrix drawn from the stream.
Tensor initialise(Initialisation how, NumpyRandom& random, Index rows, Index cols);

}  // namespace gf
