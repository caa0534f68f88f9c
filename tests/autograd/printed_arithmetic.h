// Reads the arithmetic that an explanation prints, and computes its value in double precision, as a reader with a calculator does.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gf::test {

/// Reads a whole number in raised digits: -7 from "⁻⁷".
inline int raised_number(std::string_view text) {
  static constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const bool negative = text.starts_with("⁻");
  if (negative) text.remove_prefix(std::string_view("⁻").size());
  int number = 0;
  while (!text.empty())
    for (int digit = 0; digit < 10; ++digit)
      if (text.starts_with(kDigits[digit])) {
        number = number * 10 + digit;
        text.remove_prefix(kDigits[digit].size());
        break;
      }
  return negative ? -number : number;
}

/// Computes an arithmetic such as "exp(2) / (exp(2) + exp(1))". Throws std::runtime_error if the text is no such arithmetic.
class PrintedArithmeticReader {
 public:
  static double value_of(std::string_view text) {
    PrintedArithmeticReader reader{text};
    const double value = reader.sum();
    if (!reader.rest_.empty()) throw std::runtime_error("cannot read \"" + std::string(reader.rest_) + "\"");
    return value;
  }

 private:
  explicit PrintedArithmeticReader(std::string_view text) : rest_(text) {}

  bool take(std::string_view sign) {
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }
  void want(std::string_view sign) {
    if (!take(sign)) throw std::runtime_error("expected \"" + std::string(sign) + "\" before \"" + std::string(rest_) + "\"");
  }

  double sum() {
    double total = product();
    for (;;) {
      if (take(" + "))
        total += product();
      else if (take(" − "))
        total -= product();
      else
        return total;
    }
  }
  double product() {
    double total = signed_power();
    for (;;) {
      if (take("·"))
        total *= signed_power();
      else if (take(" / "))
        total /= signed_power();
      else
        return total;
    }
  }
  double signed_power() {
    if (take("−")) return -signed_power();
    const double base = atom();
    return take("^") ? std::pow(base, signed_power()) : base;
  }
  std::vector<double> arguments() {
    std::vector<double> values{sum()};
    while (take(", ")) values.push_back(sum());
    want(")");
    return values;
  }
  double atom() {
    if (take("(")) return arguments().front();
    if (take("[")) return comparison();
    if (take("NaN")) return NAN;
    if (take("∞")) return INFINITY;
    if (take("exp(")) return std::exp(arguments().front());
    if (take("ln(")) return std::log(arguments().front());
    if (take("sin(")) return std::sin(arguments().front());
    if (take("cos(")) return std::cos(arguments().front());
    if (take("tanh(")) return std::tanh(arguments().front());
    if (take("erf(")) return std::erf(arguments().front());
    if (take("round(")) return std::nearbyint(arguments().front());
    if (take("√")) return std::sqrt(atom());
    if (take("max(")) {
      const std::vector<double> values = arguments();
      return *std::max_element(values.begin(), values.end());
    }
    if (take("min(")) {
      const std::vector<double> values = arguments();
      return *std::min_element(values.begin(), values.end());
    }
    return number();
  }
  double comparison() {
    const double left = sum();
    const bool equal = take(" = ");
    if (!equal) want(" < ");
    const double right = sum();
    want("]");
    const bool holds = equal ? left == right : left < right;
    return holds ? 1 : 0;
  }
  double number() {
    const std::size_t size = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
    if (size == 0) throw std::runtime_error("expected a number before \"" + std::string(rest_) + "\"");
    const double mantissa = std::stod(std::string(rest_.substr(0, size)));
    rest_.remove_prefix(size);
    const std::string_view ten = "·10";
    if (!rest_.starts_with(ten)) return mantissa;
    std::size_t end = ten.size();
    for (std::optional<std::size_t> digit; (digit = raised_digit_at(end)); end += *digit) continue;
    if (end == ten.size()) return mantissa;  // "2·10", which is a product
    const int exponent = raised_number(rest_.substr(ten.size(), end - ten.size()));
    rest_.remove_prefix(end);
    return mantissa * std::pow(10.0, exponent);
  }
  std::optional<std::size_t> raised_digit_at(std::size_t at) const {
    for (const std::string_view digit : {"⁻", "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"})
      if (rest_.substr(at).starts_with(digit)) return digit.size();
    return std::nullopt;
  }

  std::string_view rest_;
};

/// The numbers of an explanation: "1·−1 + 2·1 = 1" has the arithmetic "1·−1 + 2·1" and the result "1". A number alone is both.
struct PrintedSentence {
  std::string arithmetic, result;
};

inline PrintedSentence read_sentence(const std::string& numbers) {
  const std::size_t equals = numbers.rfind(" = ");
  if (equals == std::string::npos || numbers.ends_with("]")) return {numbers, numbers};
  return {numbers.substr(0, equals), numbers.substr(equals + 3)};
}

/// Returns half of the last digit of a printed result: its fourth decimal, or the last decimal before a power of ten.
inline double half_of_printed_digit(const std::string& result) {
  const std::string_view ten = "·10";
  const std::size_t at = result.find(ten);
  if (at == std::string::npos) return 0.5e-4;
  const int exponent = raised_number(std::string_view(result).substr(at + ten.size()));
  return 0.5 * std::pow(10.0, exponent - (exponent < 0 ? 1 : 3));
}

}  // namespace gf::test
