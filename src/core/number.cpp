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

constexpr std::string_view kSpaces = " \t\r\n\xC2\xA0";
constexpr std::size_t kLongestTyped = 24;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::vector<std::string_view> split_spaces(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::string_view part : split(text, ' '))
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  for (const char separator : {'\t', ';', ','})
    if (line.find(separator) != std::string_view::npos) return split(line, separator);
  return split_spaces(trimmed(line));
}

std::string with_plain_minus(std::string_view text) {
  std::string plain;
  for (std::size_t at; (at = text.find(kTrueMinus)) != std::string_view::npos; text.remove_prefix(at + kTrueMinus.size()))
    plain.append(text.substr(0, at)) += '-';
  return plain.append(text);
}

// "-7" of "⁻⁷"; nothing where that is not all there is.
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

// As programs write it: "-2.5e-7" of "−2,5·10⁻⁷".
std::string as_programs_write(std::string_view typed) {
  std::string plain = with_plain_minus(typed);
  if (plain.find('.') == std::string::npos && std::count(plain.begin(), plain.end(), ',') == 1) plain[plain.find(',')] = '.';
  static constexpr std::string_view kTimesTen = "·10";
  const std::size_t tens = plain.find(kTimesTen);
  if (tens == std::string::npos) return plain;
  const std::string exponent = lowered(std::string_view(plain).substr(tens + kTimesTen.size()));
  return exponent.empty() ? plain : plain.substr(0, tens) + "e" + exponent;
}

// Of a number that no double holds: whether it is too near to zero, not too far from it. Its first digit that is no zero tells.
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

// The largest float is shown rounded up ("3.403·10³⁸"): what is shown as it is, is it.
double within_floats(double value) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  return std::abs(value) > kLargest && format_number(std::abs(value)) == format_number(kLargest) ? std::copysign(kLargest, value) : value;
}

}  // namespace

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

Tensor parse_block(std::string_view text, const std::string& where) {
  std::vector<std::vector<float>> rows;
  for (std::string_view line : split(text, '\n')) {
    if (trimmed(line).empty()) continue;
    std::vector<float> row;
    for (std::string_view cell : cells_of(line))
      row.push_back(
          static_cast<float>(parse_number(cell, where + "[" + std::to_string(rows.size()) + "," + std::to_string(row.size()) + "]")));
    if (!rows.empty() && row.size() != rows.front().size())
      throw InputError({"ragged_matrix",
                        {{"where", where},
                         {"row", std::to_string(rows.size())},
                         {"got", std::to_string(row.size())},
                         {"first", std::to_string(rows.front().size())}}});
    rows.push_back(std::move(row));
  }
  if (rows.empty()) throw InputError({"empty_number", {{"where", where}}});
  return Tensor::from_rows(rows);
}

double shortest(float value) {
  char buffer[32];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, value);
  double result = 0;
  std::from_chars(buffer, written.ptr, result);
  return result;
}

}  // namespace gf
