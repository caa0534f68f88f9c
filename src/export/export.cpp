#include "export/export.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/number_text.h"
#include "export/svg.h"
#include "protocol/code.h"
#include "protocol/value_json.h"

namespace gf {
namespace {

// ---- csv ---------------------------------------------------------------------------------------------------------------

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string number_text(float value) {
  const nlohmann::json number = number_to_json(value);
  return number.is_null() ? "nan" : number.is_string() ? number.get<std::string>() : number.dump();
}

std::string full_label_at(const Axis& axis, Index i) {
  return axis.labels.empty() ? std::to_string(i) : axis.labels[static_cast<std::size_t>(i)];
}

std::string matrix_name(const TraceNode& node, Index outer) {
  return node.value->shape().outer.empty() ? node.name : node.name + "[" + std::to_string(outer) + "]";
}

std::string csv(const TraceNode& node) {
  const Tensor& value = *node.value;
  std::string text;
  for (Index k = 0; k < value.shape().matrices(); ++k) {
    text += "# " + matrix_name(node, k) + " " + to_string(Shape{{}, value.rows(), value.cols()}) + "\n";
    for (Index c = 0; c < value.cols(); ++c) text += "," + csv_field(full_label_at(node.cols, c));
    text += "\n";
    for (Index r = 0; r < value.rows(); ++r) {
      text += csv_field(full_label_at(node.rows, r));
      for (Index c = 0; c < value.cols(); ++c) text += "," + number_text(value.at(k, r, c));
      text += "\n";
    }
  }
  return text;
}

// ---- numpy -------------------------------------------------------------------------------------------------------------

std::string identifier(std::string name) {
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}

std::string numpy(const TraceNode& node) { return array_code(identifier(node.name), *node.value); }

// ---- latex -------------------------------------------------------------------------------------------------------------

std::string latex_name(const std::string& name) {
  std::string text;
  for (char c : name) text += c == '_' ? std::string("\\_") : std::string(1, c);
  return "\\mathrm{" + text + "}";
}

std::string latex_number(float value) {
  std::string text = format_number(static_cast<double>(value));
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  };
  replace("−", "-");
  replace("∞", "\\infty");
  replace("·10", "\\cdot 10^");
  if (const std::size_t power = text.find("10^"); power != std::string::npos) {
    constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (int digit = 0; digit < 10; ++digit) replace(kDigits[digit], std::to_string(digit));
    replace("⁻", "-");
    text = text.substr(0, power + 3) + "{" + text.substr(power + 3) + "}";
  }
  return text == "NaN" ? "\\mathrm{NaN}" : text;
}

std::string latex(const TraceNode& node) {
  const Tensor& value = *node.value;
  std::string text;
  for (Index k = 0; k < value.shape().matrices(); ++k) {
    text += latex_name(matrix_name(node, k)) + " =\n\\begin{pmatrix}\n";
    for (Index r = 0; r < value.rows(); ++r) {
      for (Index c = 0; c < value.cols(); ++c) text += (c == 0 ? "  " : " & ") + latex_number(value.at(k, r, c));
      text += r + 1 == value.rows() ? "\n" : " \\\\\n";
    }
    text += "\\end{pmatrix}\n";
  }
  return text;
}

// Objects and lists of lists over several lines, lists of plain values on one: a row of a matrix is a line.
std::string json_text(const nlohmann::json& value, const std::string& indent) {
  const bool plain = std::none_of(value.begin(), value.end(), [](const nlohmann::json& part) { return part.is_structured(); });
  if (!value.is_structured() || value.empty() || (value.is_array() && plain)) {
    if (!value.is_array()) return value.dump();
    std::string line;
    for (const nlohmann::json& part : value) line += (line.empty() ? "" : ", ") + part.dump();
    return "[" + line + "]";
  }
  std::string text(1, value.is_object() ? '{' : '[');
  const std::string inner = indent + " ";
  for (auto item = value.begin(); item != value.end(); ++item)
    text += (item == value.begin() ? "\n" : ",\n") + inner + (value.is_object() ? nlohmann::json(item.key()).dump() + ": " : "") +
            json_text(*item, inner);
  return text + "\n" + indent + (value.is_object() ? '}' : ']');
}

template <typename Write>
std::string join_nodes(const Trace& trace, std::string_view only, Write&& write) {
  std::string text;
  for (const TraceNode& node : trace.nodes)
    if (only.empty() || node.name == only) text += (text.empty() ? "" : "\n") + write(node);
  return text;
}

}  // namespace

std::string readable(const nlohmann::json& value) { return json_text(value, "") + "\n"; }

std::string export_trace(const Trace& trace, ExportFormat format, const TraceExtent& extent) {
  switch (format) {
    case ExportFormat::json:
      return readable(to_json(trace, extent));
    case ExportFormat::csv:
      return join_nodes(trace, extent.only, csv);
    case ExportFormat::numpy:
      return "import numpy as np\n\n" + join_nodes(trace, extent.only, numpy);
    case ExportFormat::latex:
      return join_nodes(trace, extent.only, latex);
    case ExportFormat::svg:
      return svg_of(trace, extent.only);
  }
  return {};
}

}  // namespace gf
