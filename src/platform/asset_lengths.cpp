#include "platform/asset_lengths.h"

#include <utility>

namespace gf {

std::optional<long> asset_length(std::string_view path) {
  static constexpr std::pair<std::string_view, long> kLengths[] = {
#include <asset_lengths.inc>
  };
  for (const auto& [name, length] : kLengths)
    if (name == path) return length;
  return std::nullopt;
}

}  // namespace gf
