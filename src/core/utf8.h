// UTF-8 as others wrote it: where its characters are, and which bytes are none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Bytes of the well-formed character that a text (not empty) begins with: no overlong form, no surrogate, at most U+10FFFF. 0 where it
/// begins with none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

/// The characters of a text as slices of it; a byte that is no part of well-formed UTF-8 is one of its own.
std::vector<std::string_view> utf8_characters(std::string_view text);
/// The character that stands before a byte, and the one that begins there; nothing at the ends of the text.
/// Example: of "né!", the character before byte 3 is "é", and the one at byte 3 is "!".
std::string_view utf8_before(std::string_view text, std::size_t at);
std::string_view utf8_at(std::string_view text, std::size_t at);
/// The code point of a well-formed character, 0xFFFD of anything else.
char32_t code_point(std::string_view character);

/// The text where it has at most `most` bytes, else as many of its first characters as fit and an ellipsis: no character is cut.
/// Example: `shortened_to("chère", 3) == "ch…"`.
std::string shortened_to(std::string_view text, std::size_t most);

/// The same text with U+FFFD in place of each byte that is no part of well-formed UTF-8: it can be shown, and written as JSON.
/// Example: `readable_utf8("a\xff") == "a\uFFFD"`.
std::string readable_utf8(std::string_view text);

}  // namespace gf
