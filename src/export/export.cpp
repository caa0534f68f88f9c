#include "export/export.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/csv.h"
#include "core/explanation.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/veil.h"
#include "export/latex.h"
#include "protocol/value_json.h"
#include "study/code.h"

namespace gf {
namespace {

// ---- csv ---------------------------------------------------------------------------------------------------------------

std::string number_text(float value) {
  if (is_veil(value)) return {};
  const nlohmann::json number = number_to_json(value);
  if (number.is_null()) return "nan";
  return number.is_string() ? number.get<std::string>() : number.dump();
}

std::string full_label_at(const Axis& axis, Index i) { return axis.labels.empty() ? std::to_string(i) : nth(axis.labels, i); }

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

// Writes objects and lists of lists over several lines, and lists of plain values on one line, so that a row of a matrix is a line.
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

// Returns a comment that says how many values of a node are left out.
std::string left_out(const TraceNode& node, ExportFormat format, const Texts& texts) {
  const std::string count = count_text(node.value->size(), ",");
  return std::string(format == ExportFormat::latex ? "% " : "# ") + texts.format("cli.left_out", {{"node", node.name}, {"count", count}}) +
         "\n";
}

std::string matrices(const Trace& trace, const TraceNode& node, ExportFormat format, const Texts& texts) {
  switch (format) {
    case ExportFormat::csv:
      return csv(node);
    case ExportFormat::latex:
      return latex_matrices(trace, node, texts);
    case ExportFormat::json:  // written as a whole
      break;
    case ExportFormat::numpy:
      return array_code(identifier(node.name), *node.value, CodeLanguage::numpy);
    case ExportFormat::torch:
      return array_code(identifier(node.name), *node.value, CodeLanguage::torch);
  }
  return "";
}

// Returns the lines with which a file in this format begins.
std::string_view head_of(ExportFormat format) {
  switch (format) {
    case ExportFormat::numpy:
      return "import numpy as np\n\n";
    case ExportFormat::torch:
      return "import torch\n\n";
    case ExportFormat::latex:
      return kLatexPackages;
    case ExportFormat::json:
    case ExportFormat::csv:
      break;
  }
  return "";
}

std::string csv_of_operands(const Trace& trace, const Explanation& explanation) {
  std::string text = "node,row,column,value\n";
  for (std::size_t i = 0; i < explanation.operands.size(); ++i) {
    const CellReference& operand = explanation.operands[i];
    const TraceNode& node = trace.node(operand.node);
    text += csv_field(matrix_name(node, operand.cell.outer)) + "," + csv_field(full_label_at(node.rows, operand.cell.row)) + "," +
            csv_field(full_label_at(node.cols, operand.cell.col)) + "," + number_text(static_cast<float>(explanation.operand_values[i])) +
            "\n";
  }
  return text;
}

constexpr Index kMostInProgram = 500'000;  // numbers: some megabytes of text

}  // namespace

std::string readable(const nlohmann::json& value) { return json_text(value, "") + "\n"; }

ExportFormat export_format_named(std::string_view name, const std::string& where) {
  for (std::size_t i = 0; i < std::size(kExportFormatNames); ++i)
    if (name == kExportFormatNames[i]) return static_cast<ExportFormat>(i);
  throw InputError({"unknown_choice", {{"where", where}, {"got", std::string(name)}, {"choices", joined(kExportFormatNames)}}});
}

std::string_view ending_of(ExportFormat format) {
  constexpr std::string_view kEndings[] = {"json", "csv", "py", "py", "tex"};
  static_assert(std::size(kEndings) == std::size(kExportFormatNames));
  return nth(kEndings, format);
}

std::string export_trace(const Trace& trace, ExportFormat format, const Texts& texts, const TraceExtent& extent) {
  if (format == ExportFormat::json) return readable(to_json(trace, extent));
  std::string text(head_of(format));
  bool first = true;
  for (const TraceNode& node : trace.nodes) {
    if (!extent.has(node.name)) continue;
    if (!std::exchange(first, false)) text += "\n";
    text += node.value->size() > extent.most_values ? left_out(node, format, texts) : matrices(trace, node, format, texts);
  }
  return text;
}

std::string export_cell(const Trace& trace, int node, const Cell& cell, ExportFormat format, const Texts& texts) {
  switch (format) {
    case ExportFormat::json:
      return readable(to_json(trace.explain(node, cell), trace));
    case ExportFormat::csv:
      return csv_of_operands(trace, trace.explain(node, cell));
    case ExportFormat::latex:
      return std::string(kLatexPackages) + latex_arithmetic(trace, node, cell, texts);
    case ExportFormat::numpy:
    case ExportFormat::torch:
      break;
  }
  const CodeLanguage language = format == ExportFormat::torch ? CodeLanguage::torch : CodeLanguage::numpy;
  const NodeProgram program = program_of(trace, node, language, texts, kMostInProgram);
  const std::string whole = "print(" + program.result + ")\n", place = to_string(cell, trace.node(node).value->shape());
  return program.text.substr(0, program.text.size() - whole.size()) + "print(" + program.result + place + ")\n";
}

std::string export_program(const Trace& trace, ExportFormat format, const Texts& texts) {
  std::vector<int> shown;
  for (const Panel& panel : trace.panels)
    for (const std::string& name : panel.nodes)
      if (const int node = trace.find(name); node >= 0 && std::find(shown.begin(), shown.end(), node) == shown.end()) shown.push_back(node);
  return program_of_all(trace, shown, format == ExportFormat::torch ? CodeLanguage::torch : CodeLanguage::numpy, texts, kMostInProgram)
      .text;
}

std::string export_lesson(const Trace& trace, ExportFormat format, const Texts& texts) {
  const bool program = format == ExportFormat::numpy || format == ExportFormat::torch;
  return program ? export_program(trace, format, texts) : export_trace(trace, format, texts);
}

}  // namespace gf
