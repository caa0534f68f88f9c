#include "core/base64.h"

#include <array>

namespace gf {
namespace {

constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

}  // namespace

std::string base64url(const std::vector<std::uint8_t>& bytes) {
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (std::uint8_t byte : bytes) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 6; count -= 6) text += kLetters[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kLetters[bits << (6 - count) & 63];
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64url(std::string_view text) {
  std::array<int, 256> value;
  value.fill(-1);
  for (int i = 0; i < 64; ++i) value[static_cast<unsigned char>(kLetters[i])] = i;
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (char letter : text) {
    const int six = value[static_cast<unsigned char>(letter)];
    if (six < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(six);
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<std::uint8_t>(bits >> (count -= 8) & 255));
  }
  return bytes;
}

}  // namespace gf
