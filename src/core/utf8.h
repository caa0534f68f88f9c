// Splits UTF-8 into characters, and finds bytes that are no UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Returns the number of bytes of the character that begins a text, which must not be empty. Returns 0 unless the character is well-formed:
/// no overlong form, no surrogate, at most U+10FFFF.
std::size_t utf8_length(std::string_view text);
/// Whether the whole text is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// Returns the characters of a text as slices of the text. A byte that is no part of well-formed UTF-8 is a slice by itself.
std::vector<std::string_view> utf8_characters(std::string_view text);
/// Return the character that ends before byte `at`, and the character that begins at byte `at`; an empty text at the ends of the text.
/// Example: in "né!", the character before byte 3 is "é", and the character at byte 3 is "!".
std::string_view utf8_before(std::string_view text, std::size_t at);
std::string_view utf8_at(std::string_view text, std::size_t at);
/// Returns the code point of a well-formed character, 0xFFFD for any other text.
char32_t code_point(std::string_view character);

/// Returns the text if it has at most `most` bytes, otherwise the first characters that fit into `most` bytes, and an ellipsis.
/// Example: `shortened_to("chère", 3) == "ch…"`.
std::string shortened_to(std::string_view text, std::size_t most);

/// Returns the text with U+FFFD in place of each byte that is no part of well-formed UTF-8. The result can be shown, and written as JSON.
/// Example: `readable_utf8("a\xff") == "a\uFFFD"`.
std::string readable_utf8(std::string_view text);

}  // namespace gf
