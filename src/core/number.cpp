#include "core/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/number_text.h"
#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\xC2\xA0";
constexpr std::size_t kLongestQuote = 24;

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

}  // namespace

double parse_number(std::string_view text, const std::string& where) {
  const std::string_view typed = trimmed(text);
  if (typed.empty()) throw InputError({"empty_number", {{"where", where}}});
  std::string plain(typed);
  if (typed.starts_with(kTrueMinus)) plain = "-" + std::string(typed.substr(kTrueMinus.size()));
  if (plain.find('.') == std::string::npos && std::count(plain.begin(), plain.end(), ',') == 1) plain[plain.find(',')] = '.';
  const char* begin = plain.data() + (plain.front() == '+' ? 1 : 0);
  const char* end = plain.data() + plain.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range && stop == end) {
    const std::size_t e = plain.find_first_of("eE");
    if (e != std::string::npos && plain.find('-', e) != std::string::npos) return 0;  // too small to tell from zero
    throw InputError({"number_too_large", {{"where", where}, {"got", shortened_to(typed, kLongestQuote)}}});
  }
  if (error != std::errc() || stop != end || !std::isfinite(value))
    throw InputError({"not_a_number", {{"where", where}, {"got", shortened_to(typed, kLongestQuote)}}});
  if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max()))
    throw InputError({"number_too_large", {{"where", where}, {"got", shortened_to(typed, kLongestQuote)}}});
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
