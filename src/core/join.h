// Words in a row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// "a, b, c" of {"a", "b", "c"}.
inline std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ") {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += between;
    text += part;
  }
  return text;
}

}  // namespace gf
