// Base64 in the letters that may stand in an address: bytes to text and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Returns bytes as base64 with - and _ (RFC 4648, section 5), without padding.
/// Example: base64url({0xfb, 0xff}) is "-_8".
std::string base64url(const std::vector<std::uint8_t>& bytes);

/// Returns the bytes of a text that base64url made; std::nullopt if the text has another character.
std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text);

}  // namespace gf
