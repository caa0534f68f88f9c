#include "core/random.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

double NumpyRandom::uniform() {
  const auto high = static_cast<double>(engine_() >> 5);
  const auto low = static_cast<double>(engine_() >> 6);
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double NumpyRandom::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double x = 0, y = 0, radius = 0;
  do {
    x = 2.0 * uniform() - 1.0;
    y = 2.0 * uniform() - 1.0;
    radius = x * x + y * y;
  } while (radius >= 1.0 || radius == 0.0);
  const double scale = std::sqrt(-2.0 * std::log(radius) / radius);
  spare_ = scale * x;
  has_spare_ = true;
  return scale * y;
}

Tensor NumpyRandom::uniform(Shape shape) {
  Tensor tensor(std::move(shape));
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<float>(uniform());
  return tensor;
}

Tensor NumpyRandom::uniform(Shape shape, double limit) {
  Tensor tensor(std::move(shape));
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<float>((2.0 * uniform() - 1.0) * limit);
  return tensor;
}

Tensor NumpyRandom::normal(Shape shape, double standard_deviation) {
  Tensor tensor(std::move(shape));
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = static_cast<float>(normal() * standard_deviation);
  return tensor;
}

std::size_t draw_index(NumpyRandom& random, std::size_t count) {
  return std::min(static_cast<std::size_t>(random.uniform() * static_cast<double>(count)), count - 1);
}

std::uint32_t seed_of_word(std::uint32_t seed, std::string_view word) {
  std::uint32_t hash = 2166136261u ^ seed;
  for (char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

}  // namespace gf
