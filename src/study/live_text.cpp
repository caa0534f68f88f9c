#include "study/live_text.h"

#include <algorithm>
#include <cmath>

#include "core/explanation.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/cell_name.h"

namespace gf {
namespace {

constexpr std::string_view kInputs = "inputs";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '.'; }
bool is_name(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), in_name); }
bool is_size(std::string_view place) { return place == "rows" || place == "columns" || place == "matrices"; }

bool is_place(std::string_view node, std::string_view place) {
  return node == kInputs ? is_name(place) : is_size(place) || is_cell_text(place);
}

bool is_format(std::string_view node, std::string_view place, std::string_view format) {
  if (format == "arithmetic") return node != kInputs && !is_size(place);
  return format.empty() || format == "percent" || (format.size() == 1 && is_digit(format[0]));
}

// Returns the text between two braces as a live value.
std::optional<LiveValue> live_value(std::string_view braced) {
  const std::size_t open = braced.find('['), close = braced.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const std::string_view node = braced.substr(0, open), place = braced.substr(open + 1, close - open - 1), rest = braced.substr(close + 1);
  if (!rest.empty() && (rest[0] != '|' || rest.size() == 1)) return std::nullopt;
  const std::string_view format = rest.empty() ? rest : rest.substr(1);
  if (!is_name(node) || !is_place(node, place) || !is_format(node, place, format)) return std::nullopt;
  return LiveValue{0, 0, std::string(node), std::string(place), std::string(format)};
}

std::optional<double> input_number(const Trace& trace, const std::string& name) {
  const auto found = trace.inputs.find(name);
  const double* number = found == trace.inputs.end() ? nullptr : std::get_if<double>(&found->second);
  return number ? std::optional(*number) : std::nullopt;
}

double size_of(const Shape& shape, std::string_view place) {
  if (place == "rows") return static_cast<double>(shape.rows);
  return static_cast<double>(place == "columns" ? shape.cols : shape.matrices());
}

// Returns a number with the digits of the format, with a minus sign (−) in place of a hyphen, and without a sign at zero.
std::string formatted(double number, std::string_view format) {
  if (format.empty() || !std::isfinite(number)) return format_number(number);
  const double scaled = format == "percent" ? number * 100 : number;
  const int digits = format == "percent" ? 0 : format[0] - '0';
  const std::string text = fixed_text(std::abs(scaled), digits);
  const bool zero = text.find_first_not_of("0.") == std::string::npos;
  return (scaled < 0 && !zero ? "−" : "") + text;
}

// Returns the cell of a live value; nothing if the trace lacks it.
std::optional<CellReference> place_of_value(const LiveValue& value, const Trace& trace) {
  const int node = trace.find(value.node);
  const std::optional<Cell> cell = node < 0 ? std::nullopt : cell_written(value.place, trace.node(node));
  if (!cell || !trace.node(node).value->contains(*cell)) return std::nullopt;
  return CellReference{node, *cell};
}

std::string shown(const LiveValue& value, const Trace* trace) {
  const std::optional<double> number = number_of(value, trace);
  if (!number) return std::string(kNoValue);
  const std::optional<CellReference> at = place_of_value(value, *trace);
  if (at && is_veil(trace->node(at->node).value->at(at->cell))) return std::string(kVeiled);
  if (value.format != "arithmetic") return formatted(*number, value.format);
  return trace->explain ? trace->explain(at->node, at->cell).numbers : std::string(kNoValue);
}

}  // namespace

std::vector<LiveValue> live_values(std::string_view text) {
  std::vector<LiveValue> found;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    if (std::optional<LiveValue> value = live_value(text.substr(open + 1, close - open - 1))) {
      value->begin = open;
      value->end = close + 1;
      found.push_back(std::move(*value));
    }
  }
  return found;
}

std::optional<double> number_of(const LiveValue& value, const Trace* trace) {
  if (!trace) return std::nullopt;
  if (value.node == kInputs) return input_number(*trace, value.place);
  const int node = trace->find(value.node);
  if (node >= 0 && is_size(value.place)) return size_of(trace->node(node).value->shape(), value.place);
  const std::optional<CellReference> at = place_of_value(value, *trace);
  return at ? std::optional(static_cast<double>(trace->node(node).value->at(at->cell))) : std::nullopt;
}

std::string with_live_values(std::string_view text, const Trace* trace, std::string_view decimal_sign) {
  std::string filled;
  std::size_t begin = 0;
  for (const LiveValue& value : live_values(text)) {
    filled += std::string(text.substr(begin, value.begin - begin)) + with_decimal_sign(shown(value, trace), decimal_sign);
    begin = value.end;
  }
  return filled + std::string(text.substr(begin));
}

}  // namespace gf
