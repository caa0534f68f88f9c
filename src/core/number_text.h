// Prints numbers: for people, and in full, so that a program reads the same number back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/precision.h"

namespace gf {

/// The minus sign of typography, as wide as a plus.
inline constexpr std::string_view kTrueMinus = "\xE2\x88\x92";

/// Returns "NaN", "∞" or "−∞".
std::string not_finite_text(double value);

/// Returns the number with so many decimals and an ASCII minus: "-0.500" for -0.5 and 3.
std::string fixed_text(double value, int decimals);

/// Returns the number with so many decimals of the mantissa, and no more digits of the exponent than it needs: "4.5e-5", "1e9".
std::string exponent_text(double value, int decimals);

/// Returns "4" for "4.00", and "0.5" for "0.50".
std::string without_trailing_zeros(std::string text);

/// Returns the text with `sign` in place of each point between two digits, as a language writes numbers.
/// Example: with_decimal_sign("0.1·2 = 0.2.", ",") is "0,1·2 = 0,2.".
std::string with_decimal_sign(std::string text, std::string_view sign);

/// Returns the text with kTrueMinus in place of each ASCII minus: "−4.5e−5" for "-4.5e-5".
std::string with_true_minus(std::string_view text);

/// Return the number rounded to the fewest digits that read back as the same number, otherwise "NaN", "inf" or "-inf". Examples: "0.1",
/// "1e+09".
std::string exact_text(float value);
std::string exact_text(double value);

/// Returns a whole number in raised digits: "¹²" for 12, "⁻⁷" for -7.
std::string superscript(int number);

/// Returns a number as people write it: at most `digits` decimals, no trailing zeros, a true minus sign, "∞" and "NaN". A size of at least
/// 10⁷, or too small for the decimals, has a power of ten: "2.5·10⁻⁷".
std::string format_number(double value, int digits = 4);

/// Returns a share of 1 in per cent, with more decimals near 0 and 100: "51 %", "3.2 %", "0.04 %", "99.95 %", "<0.01 %".
std::string share_text(double share);

/// Returns a number as people write it, with the digits of `precision`.
std::string format_number(double value, const Precision& precision);
/// Returns the number that the text of format_number says.
double printed_number(double value, const Precision& precision);
/// Returns half of the last digit that format_number prints of `value`: the most by which the text can differ from the number. 0 for 0, NaN
/// and infinities.
/// Example: 0.00005 for 0.25, and 0.05·10⁻⁷ for 2.5·10⁻⁷.
double half_of_last_digit(double value);

/// Returns a quantity along an axis: "0.25", "5,000", "1e9", "NaN", "∞"; `separator` stands between thousands.
std::string quantity_text(double value, std::string_view separator);
/// Returns a whole number with `separator` between thousands: "12,345".
std::string count_text(std::int64_t count, std::string_view separator);

}  // namespace gf
