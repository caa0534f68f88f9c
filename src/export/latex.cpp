#include "export/latex.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>
#include <vector>

#include "core/explanation.h"
#include "core/expression.h"
#include "core/expression_text.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "study/node_title.h"

namespace gf {

const std::string_view kLatexPackages = "% \\usepackage{amsmath, nicematrix}\n";

namespace {

// ---- Words -----------------------------------------------------------------------------------------------------------------------

std::string in_text(std::string_view words) {
  std::string text = "\\text{";
  for (const char c : words) {
    if (c == '\\')
      text += "\\textbackslash{}";
    else if (c == '^')
      text += "\\textasciicircum{}";
    else if (c == '~')
      text += "\\textasciitilde{}";
    else if (c == '\n')
      text += ' ';
    else
      text += (std::string_view("#$%&_{}").find(c) == std::string_view::npos ? "" : "\\") + std::string(1, c);
  }
  return text + "}";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
}

// Returns a title in text mode. Signs that TeX has in formulas alone are set as formulas, and the Q of W_Q as a subscript.
std::string title_in_text(std::string_view words) {
  std::string text = in_text(words);
  for (std::size_t at = text.find("\\_"); at != std::string::npos; at = text.find("\\_", at + 1)) {
    std::size_t end = at + 2;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
    if (at == 0 || text[at - 1] < 'A' || text[at - 1] > 'Z' || end == at + 2) continue;
    text = text.substr(0, at) + "\\textsubscript{" + text.substr(at + 2, end - at - 2) + "}" + text.substr(end);
  }
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {kTrueMinus, "$-$"}, {"∞", "$\\infty$"},      {"√", "$\\surd$"},  {"′", "$'$"},     {"α", "$\\alpha$"},
      {"β", "$\\beta$"},   {"ε", "$\\varepsilon$"}, {"σ", "$\\sigma$"}, {"τ", "$\\tau$"}, {"ᵀ", "\\textsuperscript{T}"}};
  for (const auto& [sign, command] : kSigns) replace_all(text, sign, command);
  for (int digit = 0; digit < 10; ++digit) {
    replace_all(text, superscript(digit), "\\textsuperscript{" + std::to_string(digit) + "}");
    replace_all(text, std::string("\xE2\x82") + static_cast<char>(0x80 + digit), "\\textsubscript{" + std::to_string(digit) + "}");
  }
  return text;
}

// Returns "-2.5\cdot 10^{-8}" for "−2.5·10⁻⁸", a number of format_number.
std::string from_people(std::string text) {
  replace_all(text, kTrueMinus, "-");
  replace_all(text, "∞", "\\infty");
  const std::size_t power = text.find("·10");
  if (power != std::string::npos) {
    std::string exponent = text.substr(power + std::string_view("·10").size());
    for (int digit = 0; digit < 10; ++digit) replace_all(exponent, superscript(digit), std::to_string(digit));
    replace_all(exponent, "⁻", "-");
    text = text.substr(0, power) + "\\cdot 10^{" + exponent + "}";
  }
  return text == "NaN" ? "\\mathrm{NaN}" : text;
}

// ---- Matrices --------------------------------------------------------------------------------------------------------------------

constexpr int kMostDecimals = 4;

// Returns the number of decimals that show all numbers of a matrix exactly, at most four.
int decimals_of(const Tensor& value, Index matrix) {
  const auto fits = [&](float number, int decimals) {
    const double scaled = static_cast<double>(number) * std::pow(10, decimals);
    return !std::isfinite(number) || std::fabs(scaled - std::round(scaled)) < 1e-4;
  };
  int decimals = 0;
  for (Index r = 0; r < value.rows(); ++r)
    for (Index c = 0; c < value.cols(); ++c)
      while (decimals < kMostDecimals && !fits(value.at(matrix, r, c), decimals)) ++decimals;
  return decimals;
}

std::string number_in_matrix(float value, int decimals) {
  if (is_veil(value)) return "\\square";
  const double number = static_cast<double>(value);
  const bool shows_nothing = value != 0 && std::fabs(number) < 0.5 * std::pow(10, -decimals);
  return std::isfinite(value) && !shows_nothing ? fixed_text(number, decimals) : from_people(format_number(number));
}

std::string label_at(const Axis& axis, Index place) {
  return axis.labels.empty() ? std::to_string(place) : in_text(nth(axis.labels, place));
}

// Returns the lines of a matrix, in which each column is as wide as its widest field.
std::string lines_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == widths.size()) widths.push_back(0);
      widths[c] = std::max(widths[c], row[c].size());
    }
  std::string text;
  for (const auto& row : rows) {
    text += "  ";
    for (std::size_t c = 0; c < row.size(); ++c) text += (c ? " & " : "") + std::string(widths[c] - row[c].size(), ' ') + row[c];
    text += &row == &rows.back() ? "\n" : " \\\\\n";
  }
  return text;
}

std::string latex_matrix(const TraceNode& node, Index matrix) {
  const Tensor& value = *node.value;
  const int decimals = decimals_of(value, matrix);
  const bool side = !node.rows.labels.empty(), head = !node.cols.labels.empty();
  std::vector<std::vector<std::string>> rows;
  if (head) {
    rows.emplace_back(side ? 1 : 0);
    for (Index c = 0; c < value.cols(); ++c) rows.back().push_back(label_at(node.cols, c));
  }
  for (Index r = 0; r < value.rows(); ++r) {
    rows.emplace_back();
    if (side) rows.back().push_back(label_at(node.rows, r));
    for (Index c = 0; c < value.cols(); ++c) rows.back().push_back(number_in_matrix(value.at(matrix, r, c), decimals));
  }
  const std::string kind = head || side ? "bNiceMatrix" : "bmatrix";
  const std::string options = head || side ? std::string("[") + (head ? "first-row, " : "") + (side ? "first-col, " : "") + "r]" : "";
  return "\\begin{" + kind + "}" + options + "\n" + lines_of(rows) + "\\end{" + kind + "}\n";
}

// ---- Arithmetic ------------------------------------------------------------------------------------------------------------------

using Kind = Expression::Kind;

// How tightly a printed form binds, as in core/expression_text.cpp. Fractions and functions need no parentheses around them.
enum Tightness { of_sum, of_product, of_sign, of_atom };

Tightness tightness_of(const Expression& e) {
  if (e.kind == Kind::sum || e.kind == Kind::product) {
    if (e.arguments.size() == 1) return tightness_of(e.arguments[0]);
    return e.kind == Kind::sum ? of_sum : of_product;
  }
  if (e.kind == Kind::difference) return of_sum;
  return e.kind == Kind::negate || (e.kind <= Kind::operand && e.value < 0) ? of_sign : of_atom;
}

std::string typeset(const Expression& e, const Precision& precision);

std::string typeset_at(const Expression& e, Tightness place, const Precision& precision) {
  const std::string text = typeset(e, precision);
  return tightness_of(e) < place ? "\\left(" + text + "\\right)" : text;
}

std::string joined(const Expression& e, const std::string& sign, Tightness place, const Precision& precision) {
  std::string text;
  for (const Expression& argument : e.arguments) {
    const bool first = &argument == &e.arguments.front();
    const std::string term = typeset_at(argument, first ? std::min(place, of_sign) : place, precision);
    if (!first && e.kind == Kind::sum && term.starts_with('-'))
      text += " - " + term.substr(1);
    else
      text += (first ? "" : sign) + term;
  }
  return text;
}

std::string function_of(const Expression& e) {
  switch (e.kind) {
    case Kind::log:
      return "\\ln";
    case Kind::sine:
      return "\\sin";
    case Kind::cosine:
      return "\\cos";
    case Kind::tanh:
    case Kind::max:
    case Kind::min:
      return "\\" + std::string(function_name(e.kind));
    default:
      return "\\operatorname{" + std::string(function_name(e.kind)) + "}";
  }
}

std::string typeset(const Expression& e, const Precision& precision) {
  switch (e.kind) {
    case Kind::number:
    case Kind::operand:
      if (e.left_out > 0) return "\\cdots";
      return is_veil(static_cast<float>(e.value)) ? "\\square" : from_people(format_number(e.value, precision));
    case Kind::sum:
      return joined(e, " + ", of_product, precision);
    case Kind::product:
      return joined(e, " \\cdot ", of_atom, precision);
    case Kind::difference:
      return typeset_at(e.arguments[0], of_sum, precision) + " - " + typeset_at(e.arguments[1], of_atom, precision);
    case Kind::quotient:
      return "\\frac{" + typeset(e.arguments[0], precision) + "}{" + typeset(e.arguments[1], precision) + "}";
    case Kind::negate:
      return "-" + typeset_at(e.arguments[0], of_atom, precision);
    case Kind::exp:
      return "e^{" + typeset(e.arguments[0], precision) + "}";
    case Kind::sqrt:
      return "\\sqrt{" + typeset(e.arguments[0], precision) + "}";
    case Kind::power:
      return typeset_at(e.arguments[0], of_atom, precision) + "^{" + typeset(e.arguments[1], precision) + "}";
    case Kind::equal:
      return "\\left[" + typeset(e.arguments[0], precision) + " = " + typeset(e.arguments[1], precision) + "\\right]";
    case Kind::less:
      return "\\left[" + typeset(e.arguments[0], precision) + " < " + typeset(e.arguments[1], precision) + "\\right]";
    default:
      return function_of(e) + "\\left(" + joined(e, ", ", of_sum, precision) + "\\right)";
  }
}

}  // namespace

std::string latex_matrices(const Trace& trace, const TraceNode& node, const Texts& texts) {
  const Shape& shape = node.value->shape();
  const std::string title = title_in_text(node_title(texts, trace, node));
  std::string text;
  for (Index k = 0; k < shape.matrices(); ++k) {
    const bool single = shape.outer.empty();
    const std::string which = single ? "" : "[" + std::to_string(k) + "]", raised = single ? "" : "^{(" + label_at(node.outer, k) + ")}";
    text += "% " + node.name + which + " " + to_string(matrix_shape(shape.rows, shape.cols)) + "\n\\begin{gathered}\n" + title + raised +
            " \\\\\n" + latex_matrix(node, k) + "\\end{gathered}\n";
  }
  return text;
}

std::string latex_arithmetic(const Trace& trace, int node, const Cell& cell, const Texts& texts) {
  const TraceNode& shown = trace.node(node);
  const Explanation explanation = trace.explain(node, cell);
  const Shape& shape = shown.value->shape();
  const std::string head = cell.outer > 0 || !shape.outer.empty() ? label_at(shown.outer, cell.outer) + ",\\," : "";
  const std::string row = shape.rows > 1 || !shown.rows.labels.empty() ? label_at(shown.rows, cell.row) + ",\\," : "";
  std::string text = "% " + shown.name + to_string(cell, shown.value->shape()) + "\n\\begin{align*}\n  &" +
                     title_in_text(node_title(texts, trace, shown)) + "_{" + head + row + label_at(shown.cols, cell.col) + "} \\\\\n";
  if (explanation.arithmetic) {
    Expression worked_out = abbreviated(*explanation.arithmetic);
    std::string last;
    bool more = true;
    while (more) {
      std::string line = typeset(worked_out, explanation.precision);
      more = work_out_innermost(worked_out);
      if (line != last && worked_out.kind != Kind::operand) text += "  &= " + line + " \\\\\n";
      last = std::move(line);
    }
  }
  const float value = shown.value->at(cell);
  const std::string result = is_veil(value) ? "\\square" : from_people(format_number(static_cast<double>(value), explanation.precision));
  if (!text.ends_with("&= " + result + " \\\\\n")) text += "  &= " + result + "\n";
  if (text.ends_with(" \\\\\n")) text.replace(text.size() - 4, 4, "\n");
  return text + "\\end{align*}\n";
}

}  // namespace gf
