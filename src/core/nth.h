// Reads an item of a list at an index of any type. Indices of tensors are signed, and an enumerator can number the items of a table; the
// operator [] of the standard's lists takes neither.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace gf {

/// A type whose values can number the items of a list.
template <typename Type>
concept NumbersItems = std::integral<Type> || std::is_enum_v<Type>;

/// Returns `list[index]`. `index` is in [0, size of the list). `list` is a vector, an array, a span or a text.
///
///     nth(labels, position) = "cat";
template <typename List, NumbersItems Number>
constexpr decltype(auto) nth(List&& list, Number index) {
  return std::forward<List>(list)[static_cast<std::size_t>(index)];
}

}  // namespace gf
