// Enumerators by name: a table of names in the enumerators' order, beside the enum.
#pragma once

#include <cstddef>
#include <string_view>

namespace gf {

/// The name of an enumerator: `names` has one for each, the first for the enumerator 0. Empty where there is none.
/// Example: name_in({"none", "before", "after"}, NormPlacement::before) is "before".
template <typename Enum, std::size_t N>
constexpr std::string_view name_in(const std::string_view (&names)[N], Enum value) {
  const auto place = static_cast<std::size_t>(value);
  return place < N ? names[place] : std::string_view();
}

}  // namespace gf
