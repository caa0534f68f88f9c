#include "core/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/number_text.h"
#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

constexpr std::size_t kLongestTyped = 24;

std::string with_plain_minus(std::string_view text) {
  std::string plain;
  for (std::size_t at; (at = text.find(kTrueMinus)) != std::string_view::npos; text.remove_prefix(at + kTrueMinus.size()))
    plain.append(text.substr(0, at)) += '-';
  return plain.append(text);
}

// Returns "-7" for "⁻⁷", and an empty text for any other text.
std::string lowered(std::string_view raised) {
  static constexpr std::string_view kRaisedMinus = "⁻";
  std::string plain;
  if (raised.starts_with(kRaisedMinus)) {
    plain = "-";
    raised.remove_prefix(kRaisedMinus.size());
  }
  while (!raised.empty()) {
    int digit = 0;
    while (digit < 10 && !raised.starts_with(superscript(digit))) ++digit;
    if (digit == 10) return "";
    plain += static_cast<char>('0' + digit);
    raised.remove_prefix(superscript(digit).size());
  }
  return plain;
}

// Returns a number as programs write it: "-2.5e-7" for "−2,5·10⁻⁷".
std::string as_programs_write(std::string_view typed) {
  std::string plain = with_plain_minus(typed);
  if (plain.find('.') == std::string::npos && std::count(plain.begin(), plain.end(), ',') == 1) plain[plain.find(',')] = '.';
  static constexpr std::string_view kTimesTen = "·10";
  const std::size_t tens = plain.find(kTimesTen);
  if (tens == std::string::npos) return plain;
  const std::string exponent = lowered(std::string_view(plain).substr(tens + kTimesTen.size()));
  return exponent.empty() ? plain : plain.substr(0, tens) + "e" + exponent;
}

// Whether a number outside the doubles is too near to zero, not too large. The place of its first digit that is no zero decides.
bool below_one(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, e), exponent = number.substr(std::min(e + 1, number.size()));
  const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
  const auto first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  std::int64_t tens = 0;
  const char* begin = exponent.data() + (exponent.starts_with('+') ? 1 : 0);
  if (std::from_chars(begin, exponent.data() + exponent.size(), tens).ec == std::errc::result_out_of_range)
    return exponent.starts_with('-');
  return tens < (first < point ? first - point + 1 : first - point);
}

// Returns the largest float for a number that is printed like the largest float, whose text ("3.403·10³⁸") is rounded up.
double within_floats(double value) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  return std::abs(value) > kLargest && format_number(std::abs(value)) == format_number(kLargest) ? std::copysign(kLargest, value) : value;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

double parse_number(std::string_view text, const std::string& where) {
  const std::string_view typed = trimmed(text);
  if (typed.empty()) throw InputError({"empty_number", {{"where", where}}});
  const std::string plain = as_programs_write(typed);
  const char* begin = plain.data() + (plain.front() == '+' ? 1 : 0);
  const char* end = plain.data() + plain.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    if (below_one({begin, end})) return 0;
    throw InputError({"number_too_large", {{"where", where}, {"got", shortened_to(typed, kLongestTyped)}}});
  }
  if (error != std::errc() || stop != end || !std::isfinite(value))
    throw InputError({"not_a_number", {{"where", where}, {"got", shortened_to(typed, kLongestTyped)}}});
  value = within_floats(value);
  if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max()))
    throw InputError({"number_too_large", {{"where", where}, {"got", shortened_to(typed, kLongestTyped)}}});
  return value;
}

double shortest(float value) {
  char buffer[32];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  double result = 0;
  std::from_chars(buffer, written.ptr, result);
  return result;
}

}  // namespace gf
