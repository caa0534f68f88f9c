// How gradients are called.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// "encoder.0.d_w_q" of "encoder.0.w_q".
inline std::string gradient_name(std::string_view name) {
  const std::size_t dot = name.rfind('.'), start = dot == std::string_view::npos ? 0 : dot + 1;
  return std::string(name.substr(0, start)) + "d_" + std::string(name.substr(start));
}

}  // namespace gf
