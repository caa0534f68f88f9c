#include "model/initialisation.h"

#include <cmath>

namespace gf {

std::string_view name_of(Initialisation how) {
  switch (how) {
    case Initialisation::numpy:
      return "numpy";
    case Initialisation::xavier:
      return "xavier";
    case Initialisation::he:
      return "he";
    case Initialisation::normal:
      return "normal";
  }
  return "";
}

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
