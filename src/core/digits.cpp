#include "core/digits.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/number.h"
#include "core/number_text.h"
#include "core/veil.h"

namespace gf {

int leading_chars(float value) {
  const float size = std::fabs(value);
  int chars = value < 0 ? 2 : 1;
  for (float limit = 10; size >= limit && chars < 12; limit *= 10) ++chars;
  return chars;
}

namespace {

constexpr int kMostDecimals = 4;

// Returns how many decimals show `value` to about float precision, at most kMostDecimals.
int decimals_needed(float value) {
  const double v = value;
  double scale = 1;
  for (int decimals = 0; decimals < kMostDecimals; ++decimals, scale *= 10) {
    if (std::fabs(v * scale - std::round(v * scale)) <= 2e-6 * scale * std::max(1.0, std::fabs(v))) return decimals;
  }
  return kMostDecimals;
}

std::string scientific(float value, int most_chars) {
  const int room = most_chars - leading_chars(value < 0 ? -1.0f : 1.0f) - 4;
  return with_true_minus(exponent_text(static_cast<double>(value), room >= 1 ? 1 : 0));
}

}  // namespace

Digits digits_for(const Tensor& tensor, Index outer, int most_chars) {
  Digits digits{0, most_chars};
  const float* values = tensor.matrix(outer);
  int leading = 1;
  float largest = 0;
  for (Index i = 0; i < tensor.shape().matrix_size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    digits.decimals = std::max(digits.decimals, decimals_needed(values[i]));
    largest = std::max(largest, std::fabs(values[i]));
    const int chars = leading_chars(values[i]);
    if (chars + 1 < most_chars) leading = std::max(leading, chars);
  }
  constexpr int kExact = 3, kUsual = 2;
  constexpr float kLarge = 0.05f;  // two decimals tell numbers of this size apart
  if (digits.decimals > kExact && largest >= kLarge && chars_of_cell(tensor.shape()) <= kUsualChars) {
    digits.decimals = kUsual;
    digits.rounds_to_zero = true;
  }
  digits.decimals = std::clamp(digits.decimals, 0, std::max(most_chars - leading - 1, 0));
  return digits;
}

std::string cell_text(float value, const Digits& digits) {
  if (is_veil(value)) return std::string(kVeiled);
  if (!std::isfinite(value)) return not_finite_text(static_cast<double>(value));
  // A large number among small ones gives up decimals before it is written with an exponent.
  const int room = digits.most_chars - leading_chars(value), decimals = std::clamp(room - 1, 0, digits.decimals);
  const bool vanishes =
      value != 0 && !digits.rounds_to_zero && std::fabs(value) < 0.5f * std::pow(10.0f, static_cast<float>(-digits.decimals));
  if (room < 0 || vanishes) return scientific(value, digits.most_chars);
  const std::string text = fixed_text(value == 0 ? 0.0 : static_cast<double>(value), decimals);
  const bool is_zero = digits.rounds_to_zero && text.find_first_not_of("-0.") == std::string::npos;
  return with_true_minus(is_zero && text.front() == '-' ? text.substr(1) : text);
}

double printed_value(float value, const Digits& digits) {
  if (!std::isfinite(value)) return static_cast<double>(value);
  return parse_number(cell_text(value, digits), "cell");
}

std::string compact_text(float value, const Digits& digits, int most_chars) {
  if (is_veil(value)) return std::string(kVeiled);
  constexpr int kNaNChars = 3;
  if (std::isnan(value) && most_chars < kNaNChars) return {};
  if (!std::isfinite(value)) return not_finite_text(static_cast<double>(value));
  const int sign = value < 0 ? 1 : 0, leading = std::fabs(value) < 1 ? 0 : leading_chars(value) - sign;
  const double shown = value == 0 ? 0.0 : static_cast<double>(value);
  // Rounding may add a digit: 0.999 with room for ".99" is "1.0".
  for (int decimals = std::clamp(most_chars - sign - leading - 1, 0, std::min(digits.decimals, 2)); decimals >= 0; --decimals) {
    std::string text = fixed_text(shown, decimals);
    if (std::strtod(text.c_str(), nullptr) == 0) {
      if (shown == 0 || decimals == 0) return "0";
      return shown > 0 ? ".0" : "−.0";
    }
    if (const std::size_t at = text.find("0."); at == 0 || (at == 1 && sign != 0)) text.erase(at, 1);
    if (static_cast<int>(text.size()) <= most_chars) return with_true_minus(text);
  }
  return {};
}

std::string plain_text(float value) { return is_veil(value) ? std::string(kVeiled) : exact_text(value); }

std::string tab_separated(const Tensor& tensor, Index outer) {
  std::string text;
  for (Index row = 0; row < tensor.rows(); ++row) {
    for (Index col = 0; col < tensor.cols(); ++col) {
      if (col > 0) text += '\t';
      text += plain_text(tensor.at(outer, row, col));
    }
    text += '\n';
  }
  return text;
}

}  // namespace gf
