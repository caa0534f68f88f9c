#include "ui/stage/operator_sign.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "core/node_name.h"

namespace gf::ui {

std::string operator_sign(const Trace& trace, int node) {
  std::string sign = trace.node(node).formula;
  for (const int input : trace.node(node).inputs) {
    const std::string name(short_name(trace.node(input).name));
    if (const std::size_t at = sign.find(name); at != std::string::npos) sign.erase(at, name.size());
  }
  for (const std::string_view left_over : {"ᵀ", "(", ")"})
    for (std::size_t at = sign.find(left_over); at != std::string::npos; at = sign.find(left_over)) sign.erase(at, left_over.size());
  while (!sign.empty() && sign.front() == ' ') sign.erase(0, 1);
  while (!sign.empty() && sign.back() == ' ') sign.pop_back();
  constexpr std::size_t kLongest = 9;
  return sign.size() > kLongest || sign.find_first_of(",[") != std::string::npos ? std::string() : sign;
}

}  // namespace gf::ui
