// Splits text into letters (Unicode code points), and joins, lowers and composes letters.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// Returns the letters of a UTF-8 text, one for each code point. A byte that begins no code point is the letter U+FFFD. Bytes that continue
/// a code point are not checked.
/// Example: `letters_of("forêt").size() == 5`.
std::u32string letters_of(std::string_view text);
/// Like letters_of, but writes to a string whose memory is used again.
void read_letters(std::string_view text, std::u32string& letters);
/// Returns letters as UTF-8.
std::string utf8_of(std::u32string_view letters);

/// Returns the text with every capital in lower case, in any script, for looking words up. A letter whose lower case is several letters
/// stays.
/// Example: `lower_case("Île") == "île"`.
std::string lower_case(std::string_view text);

/// Returns the text with each separate accent joined to the letter before it, if Unicode has a letter with that accent. The result is
/// Unicode's form NFC, except for Hangul syllables and for accents in another order than Unicode's.
/// Example: `composed("fore\u0302t") == "forêt"`.
std::string composed(std::string_view text);

}  // namespace gf
