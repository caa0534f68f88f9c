// Finds the largest values of a row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "core/nth.h"
#include "core/tensor.h"

namespace gf {

/// Returns the indices of the `most` largest values, the largest first, or of all values if the row has fewer. The lower index comes first
/// among equal values; NaN counts as −infinity.
/// Example: the two largest of (0.2, 0.7, 0.1) are {1, 0}.
template <typename Number = float>
std::vector<Index> largest_of(std::span<const std::type_identity_t<Number>> values, Index most) {
  std::vector<Index> places(values.size());
  std::iota(places.begin(), places.end(), Index{0});
  const auto end = places.begin() + std::min<std::ptrdiff_t>(most, std::ssize(places));
  const auto key = [&](Index place) {
    const Number value = nth(values, place);
    return std::isnan(value) ? -std::numeric_limits<Number>::infinity() : value;
  };
  const auto before = [&](Index a, Index b) { return key(a) > key(b) || (key(a) == key(b) && a < b); };
  if (end == places.end())
    std::sort(places.begin(), end, before);
  else
    std::partial_sort(places.begin(), end, places.end(), before);
  places.erase(end, places.end());
  return places;
}

}  // namespace gf
