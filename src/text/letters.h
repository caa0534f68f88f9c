// The letters of a text: Unicode code points, their lower case, and accents that stand apart from their letter.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// The letters of a UTF-8 text, one for each code point. A byte that is not UTF-8 is a letter of its own (U+FFFD).
/// Example: `letters_of("forêt").size() == 5`.
std::u32string letters_of(std::string_view text);
/// The same into a string whose memory is used again.
void read_letters(std::string_view text, std::u32string& letters);
/// The other way round.
std::string utf8_of(std::u32string_view letters);

/// The text with every capital in lower case, in any script, for looking words up. Letters whose lower case is several letters stay.
/// Example: `lower_case("Île") == "île"`.
std::string lower_case(std::string_view text);

/// The text with each accent that follows its letter as a character of its own joined to it, where there is a letter that has both
/// (Unicode's form NFC, but for Hangul syllables and for accents in another order than Unicode's).
/// Example: `composed("fore\u0302t") == "forêt"`.
std::string composed(std::string_view text);

}  // namespace gf
