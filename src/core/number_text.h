// Numbers as text: for people, and to be read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/precision.h"

namespace gf {

/// The sign that people write: as wide as a plus.
inline constexpr std::string_view kTrueMinus = "\xE2\x88\x92";

/// "NaN", "∞", "−∞".
std::string not_finite_text(double value);

/// With so many decimals, and a plain minus: "-0.500" of -0.5 and 3.
std::string fixed_text(double value, int decimals);

/// With so many decimals of the mantissa, and no more of the exponent than it needs: "4.5e-5", "1e9".
std::string exponent_text(double value, int decimals);

/// "4" of "4.00", "0.5" of "0.50".
std::string without_trailing_zeros(std::string text);

/// The text with `sign` in place of each point between two digits, as a language writes numbers.
/// Example: with_decimal_sign("0.1·2 = 0.2.", ",") is "0,1·2 = 0,2.".
std::string with_decimal_sign(std::string text, std::string_view sign);

/// "−4.5e−5" of "-4.5e-5".
std::string with_true_minus(std::string_view text);

/// The shortest text that reads back as the same number; "NaN", "inf" and "-inf" of what is none.
std::string exact_text(float value);
std::string exact_text(double value);

/// A whole number in raised digits: "¹²" of 12, "⁻⁷" of -7.
std::string superscript(int number);

/// A number as people write it: at most `digits` decimals, no trailing zeros, a true minus sign, ∞ and NaN by name,
/// scientific where fixed digits would show nothing ("2.5·10⁻⁷").
std::string format_number(double value, int digits = 4);

/// A share of 1 in per cent, with as many decimals as tell it from its neighbours: "51 %", "3.2 %", "0.04 %", "99.95 %", "<0.01 %".
std::string share_text(double share);

/// A number as people write it, with the digits of `precision`.
std::string format_number(double value, const Precision& precision);
/// The number that this text says.
double printed_number(double value, const Precision& precision);
/// How far a number that is printed as `value` is, with four decimals, lies from what the text says at most: 0.00005 of 0.25, 0.05·10⁻⁷ of
/// 2.5·10⁻⁷. 0 of 0 and of what is not finite.
double half_of_last_digit(double value);

/// A quantity along an axis: "0.25", "5,000", "1e9", "NaN", "∞"; `separator` stands between thousands.
std::string quantity_text(double value, std::string_view separator);
/// "12,345".
std::string count_text(std::int64_t count, std::string_view separator);

}  // namespace gf
