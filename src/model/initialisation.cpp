#include "model/initialisation.h"

#include <cmath>

#include "core/enum_names.h"

namespace gf {

std::string_view name_of(Initialisation how) { return name_in({"numpy", "xavier", "he", "normal"}, how); }

Tensor initialise(Initialisation how, NumpyRandom& random, Index rows, Index cols) {
  const Shape shape{{}, rows, cols};
  switch (how) {
    case Initialisation::numpy:
      return random.uniform(shape);
    case Initialisation::xavier:
      return random.uniform(shape, std::sqrt(6.0 / static_cast<double>(rows + cols)));
    case Initialisation::he:
      return random.normal(shape, std::sqrt(2.0 / static_cast<double>(rows)));
    case Initialisation::normal:
      return random.normal(shape, 0.02);
  }
  return {};
}

}  // namespace gf
