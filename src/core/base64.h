// Bytes as letters that may stand in an address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Base64 with - and _ (RFC 4648, section 5), without padding. Example: base64url({0xfb, 0xff}) is "-_8".
std::string base64url(const std::vector<std::uint8_t>& bytes);

/// The bytes of such a text; nothing if it has another character.
std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text);

}  // namespace gf
