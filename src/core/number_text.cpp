#include "core/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace gf {
namespace {

constexpr int kDecimals = 4;  // of numbers in arithmetic that need no more

std::string printed(const char* format, int decimals, double value) {
  char buffer[400];  // the largest double has 309 digits before its point
  std::snprintf(buffer, sizeof buffer, format, decimals, value);
  return buffer;
}

// Returns "1e-4" for "1e-04", and "1e9" for "1e+9".
std::string with_short_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  if (text[e + 1] == '+') text.erase(e + 1, 1);
  const std::size_t digit = text[e + 1] == '-' ? e + 2 : e + 1;
  while (digit + 1 < text.size() && text[digit] == '0') text.erase(digit, 1);
  return text;
}

// Returns a number rounded to so many digits, without trailing zeros and with an exponent if that is shorter, as std::to_chars chooses:
// "4", "0.1", "1e+09".
std::string with_digits(double value, int digits) {
  const std::string text = printed("%.*e", digits - 1, value);
  const std::size_t e = text.find('e');
  const int exponent = std::atoi(text.c_str() + e + 1);
  std::string in_full = without_trailing_zeros(fixed_text(value, std::max(0, digits - 1 - exponent)));
  std::string with_exponent = without_trailing_zeros(text.substr(0, e)) + text.substr(e);
  return in_full.size() <= with_exponent.size() ? in_full : with_exponent;
}

std::string in_tens(double magnitude, int digits) {
  const std::string text = exponent_text(magnitude, digits);
  const std::size_t e = text.find('e');
  return without_trailing_zeros(text.substr(0, e)) + "·10" + superscript(std::atoi(text.c_str() + e + 1));
}

// The form of a finite number that is not 0.
struct NumberForm {
  bool in_tens;
  int decimals;  // of the mantissa if `in_tens`, otherwise of the number
};

NumberForm form_of(double magnitude, int digits) {
  if (magnitude >= 1e7) return {true, 3};
  if (magnitude < 0.5 * std::pow(10.0, -digits)) return {true, 1};
  return {false, digits};
}

NumberForm form_of(double magnitude, const Precision& precision) {
  const NumberForm usual = form_of(magnitude, kDecimals);
  if (precision.significant == 0) return usual;
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude))), more = precision.significant - 1;
  if (!usual.in_tens) return {false, std::max(usual.decimals, std::min(more - exponent, precision.most_decimals))};
  return {true, std::max(usual.decimals, std::min(more, precision.most_decimals + exponent))};
}

std::string text_in(const NumberForm& form, double value) {
  const double magnitude = std::abs(value);
  return (value < 0 ? std::string(kTrueMinus) : "") +
         (form.in_tens ? in_tens(magnitude, form.decimals) : without_trailing_zeros(fixed_text(magnitude, form.decimals)));
}

int decimals_of_percent(double percent) {
  if (percent >= 99.995) return 0;
  if (percent >= 99.5 || percent < 1) return 2;
  return percent < 10 ? 1 : 0;
}

bool has_digits(double value) { return std::isfinite(value) && value != 0; }

std::string text_without_digits(double value) { return value == 0 ? "0" : not_finite_text(value); }

std::string grouped(std::string digits, std::string_view separator) {
  const std::size_t first = digits[0] == '-' ? 1 : 0, end = std::min(digits.find('.'), digits.size());
  for (std::size_t at = end; at > first + 3;) digits.insert(at -= 3, separator);
  return digits;
}

}  // namespace

std::string not_finite_text(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "∞" : "−∞";
}

std::string fixed_text(double value, int decimals) { return printed("%.*f", decimals, value); }

std::string exponent_text(double value, int decimals) { return with_short_exponent(printed("%.*e", decimals, value)); }

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string with_decimal_sign(std::string text, std::string_view sign) {
  const auto is_digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  for (std::size_t at = text.find('.'); at != std::string::npos; at = text.find('.', at + 1))
    if (at > 0 && is_digit(at - 1) && is_digit(at + 1)) text.replace(at, 1, sign);
  return text;
}

std::string with_true_minus(std::string_view text) {
  std::string result;
  for (const char c : text) c == '-' ? result += kTrueMinus : result += c;
  return result;
}

std::string exact_text(float value) {
  if (!std::isfinite(value)) return exact_text(static_cast<double>(value));
  char buffer[32];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, written.ptr};
}

// std::to_chars of a double adds 37 kB of tables to each download.
std::string exact_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  using Limits = std::numeric_limits<double>;
  // If a normal double has a shorter text, its first 15 digits are that text and zeros.
  int digits = std::abs(value) < Limits::min() ? 1 : Limits::digits10;
  std::string text = with_digits(value, digits);
  while (digits < Limits::max_digits10 && std::strtod(text.c_str(), nullptr) != value) text = with_digits(value, ++digits);
  return text;
}

std::string superscript(int number) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (char digit : std::to_string(std::abs(number))) text += kDigits[digit - '0'];
  return text;
}

std::string share_text(double share) {
  const double percent = share * 100;
  if (percent > 0 && percent < 0.01) return "<0.01 %";
  return without_trailing_zeros(fixed_text(percent, decimals_of_percent(percent))) + " %";
}

std::string format_number(double value, int digits) {
  return has_digits(value) ? text_in(form_of(std::abs(value), digits), value) : text_without_digits(value);
}

std::string format_number(double value, const Precision& precision) {
  return has_digits(value) ? text_in(form_of(std::abs(value), precision), value) : text_without_digits(value);
}

double printed_number(double value, const Precision& precision) {
  if (!has_digits(value)) return value;
  const NumberForm form = form_of(std::abs(value), precision);
  return std::strtod((form.in_tens ? exponent_text(value, form.decimals) : fixed_text(value, form.decimals)).c_str(), nullptr);
}

double half_of_last_digit(double value) {
  if (!has_digits(value)) return 0;
  const NumberForm form = form_of(std::abs(value), kDecimals);
  const double exponent = form.in_tens ? std::floor(std::log10(std::abs(value))) : 0;
  return 0.5 * std::pow(10.0, exponent - form.decimals);
}

std::string quantity_text(double value, std::string_view separator) {
  if (!std::isfinite(value)) return not_finite_text(value);
  const double size = std::fabs(value);
  if (size != 0 && (size >= 1e6 || size < 1e-3)) {
    const std::string text = with_short_exponent(printed("%.*g", 3, value));
    return text.find('e') == std::string::npos ? grouped(text, separator) : text;
  }
  const std::string text = without_trailing_zeros(fixed_text(value, size >= 100 ? 1 : 4));
  return grouped(text == "-0" ? "0" : text, separator);
}

std::string count_text(std::int64_t count, std::string_view separator) { return grouped(std::to_string(count), separator); }

}  // namespace gf
