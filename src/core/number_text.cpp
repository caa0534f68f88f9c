#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gf {
namespace {

std::string printed(const char* format, int decimals, double value) {
  char buffer[400];  // the largest double has 309 digits before its point
  std::snprintf(buffer, sizeof buffer, format, decimals, value);
  return buffer;
}

// "1e-04" says as much as "1e-4", and "1e+9" as "1e9".
std::string with_short_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  if (text[e + 1] == '+') text.erase(e + 1, 1);
  const std::size_t digit = text[e + 1] == '-' ? e + 2 : e + 1;
  while (digit + 1 < text.size() && text[digit] == '0') text.erase(digit, 1);
  return text;
}

template <typename Number>
std::string exact(Number value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, written.ptr};
}

std::string in_tens(double magnitude, int digits) {
  const std::string text = exponent_text(magnitude, digits);
  const std::size_t e = text.find('e');
  return without_trailing_zeros(text.substr(0, e)) + "·10" + superscript(std::atoi(text.c_str() + e + 1));
}

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

std::string with_true_minus(std::string_view text) {
  std::string result;
  for (const char c : text) c == '-' ? result += kTrueMinus : result += c;
  return result;
}

std::string exact_text(float value) { return exact(value); }
std::string exact_text(double value) { return exact(value); }

std::string superscript(int number) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (char digit : std::to_string(std::abs(number))) text += kDigits[digit - '0'];
  return text;
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return not_finite_text(value);
  const double magnitude = std::abs(value);
  const std::string sign(value < 0 ? kTrueMinus : "");
  if (magnitude == 0) return "0";
  if (magnitude >= 1e7) return sign + in_tens(magnitude, 3);
  if (magnitude < 0.5 * std::pow(10.0, -digits)) return sign + in_tens(magnitude, 1);
  return sign + without_trailing_zeros(fixed_text(magnitude, digits));
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
