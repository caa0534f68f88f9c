// Reads numbers that people type.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// The blanks that people type between and around numbers, with the bytes of the no-break space.
inline constexpr std::string_view kBlanks = " \t\r\n\xC2\xA0";
/// Returns the text without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// Reads one number that a person typed: "0.5", "-2", "−2", "1e-3", "0,5", or copied from a text of format_number: "2.5·10⁻⁷". A number too
/// near to 0 for a double is 0. Throws InputError if the text is empty, no number, or too large for a float; `where` names the place
/// ("w_q[0,1]").
double parse_number(std::string_view text, const std::string& where);

/// Returns the double of the shortest decimal text that reads back as `value`. Example: 0.1 for 0.1f.
double shortest(float value);

}  // namespace gf
