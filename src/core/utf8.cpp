#include "core/utf8.h"

#include <algorithm>

namespace gf {
namespace {

// Returns the number of bytes of a character that begins with `lead`; 0 if no character does.
std::size_t length_from_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >> 4 == 14) return 3;
  return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const std::size_t length = length_from_lead(static_cast<unsigned char>(text.front()));
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (static_cast<unsigned char>(text[i]) >> 6 != 2) return 0;
  const auto lead = static_cast<unsigned char>(text[0]), next = static_cast<unsigned char>(length > 1 ? text[1] : 0);
  const bool overlong = (lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90);
  const bool outside = (lead == 0xED && next >= 0xA0) || (lead == 0xF4 && next >= 0x90);
  return overlong || outside ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::vector<std::string_view> utf8_characters(std::string_view text) {
  std::vector<std::string_view> characters;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    characters.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return characters;
}

std::string_view utf8_before(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && static_cast<unsigned char>(text[--begin]) >> 6 == 2) {
  }
  return text.substr(begin, at - begin);
}

std::string_view utf8_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  return text.substr(at, std::max<std::size_t>(utf8_length(text.substr(at)), 1));
}

char32_t code_point(std::string_view character) {
  if (character.empty() || utf8_length(character) != character.size()) return 0xFFFD;
  const auto lead = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return lead;
  char32_t point = lead & (0x7Fu >> character.size());
  for (const char c : character.substr(1)) point = point << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
  return point;
}

std::string shortened_to(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = 0;
  for (const std::string_view character : utf8_characters(text.substr(0, most + 3))) {  // the last character may end beyond `most`
    if (end + character.size() > most) break;
    end += character.size();
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string readable_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string result;
  for (const std::string_view character : utf8_characters(text))
    result += utf8_length(character) > 0 ? character : std::string_view("\uFFFD");
  return result;
}

}  // namespace gf
