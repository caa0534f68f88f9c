// Names enumerators by a table that stands beside the enum, in the order of the enumerators.
#pragma once

#include <cstddef>
#include <string_view>

namespace gf {

/// Returns the name of an enumerator; `names` begins with the name of the enumerator 0. Returns an empty text for a value without a name.
/// Example: name_in({"none", "before", "after"}, NormPlacement::before) is "before".
template <typename Enum, std::size_t N>
constexpr std::string_view name_in(const std::string_view (&names)[N], Enum value) {
  const auto place = static_cast<std::size_t>(value);
  return place < N ? names[place] : std::string_view();
}

}  // namespace gf
