// Reading and writing numbers as text.
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// The blanks that people type between numbers and around them, the no-break space among them.
inline constexpr std::string_view kBlanks = " \t\r\n\xC2\xA0";
/// The text without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// Reads what a person typed for one number: "0.5", "-2", "−2", "1e-3", "0,5", or copied from where format_number shows it: "2.5·10⁻⁷".
/// Throws InputError where it is empty, not a number, or too large for a float; `where` names the place ("w_q[0,1]").
double parse_number(std::string_view text, const std::string& where);

/// The shortest text that reads back as the same float ("0.1"), as a double with that text.
double shortest(float value);

}  // namespace gf
