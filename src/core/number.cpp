#include "core/number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

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

// Reads a number as programs write it; nothing if the text is no such number. A number too near to 0 for a double is 0, and one too large
// is infinite. strtod alone would take blanks, a second sign and hexadecimal digits as well. std::from_chars would not, but it adds 10 kB
// of powers of ten to each download.
std::optional<double> read_double(const std::string& text) {
  if (text.empty() || text.front() == '+' || text.find_first_not_of("0123456789.+-eE") != std::string::npos) return std::nullopt;
  char* stop = nullptr;
  const double value = std::strtod(text.c_str(), &stop);
  if (stop != text.c_str() + text.size()) return std::nullopt;
  return value;
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
  std::string plain = as_programs_write(typed);
  if (plain.front() == '+') plain.erase(0, 1);
  const std::optional<double> read = read_double(plain);
  if (!read) throw InputError({"not_a_number", {{"where", where}, {"got", shortened_to(typed, kLongestTyped)}}});
  const double value = within_floats(*read);
  if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max()))
    throw InputError({"number_too_large", {{"where", where}, {"got", shortened_to(typed, kLongestTyped)}}});
  return value;
}

double shortest(float value) { return std::strtod(exact_text(value).c_str(), nullptr); }

}  // namespace gf
