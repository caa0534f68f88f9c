// Words in a row.
#pragma once

#include <iterator>
#include <string>
#include <string_view>

namespace gf {

/// "a, b, c" of {"a", "b", "c"}.
template <typename Texts>
std::string joined(const Texts& parts, std::string_view between = ", ") {
  std::string text;
  for (const auto& part : parts) {
    if (&part != &*std::begin(parts)) text += between;
    text += part;
  }
  return text;
}

}  // namespace gf
