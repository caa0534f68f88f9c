#include "autograd/tape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "core/explanation.h"
#include "core/expression_text.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

// Returns the formula with the names in place of {0}, {1}, ...
std::string fill_in(std::string_view formula, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    if (formula[i] == '{' && i + 2 < formula.size() && formula[i + 2] == '}') {
      text += nth(names, formula[i + 1] - '0');
      i += 2;
    } else {
      text += formula[i];
    }
  }
  return text;
}

std::vector<const Tensor*> values_of(const Tape& tape, const std::vector<NodeId>& ids) {
  std::vector<const Tensor*> values;
  for (NodeId id : ids) values.push_back(&tape.value(id));
  return values;
}

std::vector<const ColumnPanels*> panels_of(const Tape& tape, const std::vector<NodeId>& ids) {
  if (std::none_of(ids.begin(), ids.end(), [&](NodeId id) { return tape[id].panels != nullptr; })) return {};
  std::vector<const ColumnPanels*> panels;
  for (const NodeId id : ids) panels.push_back(tape[id].panels.get());
  return panels;
}

// Returns the last parts of the names, with as many scopes as tell different nodes apart: "first.output" and "second.output".
std::vector<std::string> names_of(const Tape& tape, const std::vector<NodeId>& ids) {
  std::vector<std::string> names;
  for (const NodeId id : ids) {
    std::string_view part = short_name(tape[id].name);
    const auto taken = [&](NodeId other) {
      return other != id && (tape[other].name == part || tape[other].name.ends_with("." + std::string(part)));
    };
    while (part.size() < tape[id].name.size() && std::any_of(ids.begin(), ids.end(), taken)) part = with_scope(tape[id].name, part);
    names.emplace_back(part);
  }
  return names;
}

bool fits(const Axis& axis, Index size) { return axis.labels.empty() || std::ssize(axis.labels) == size; }

// Gives a node the axes that its op names. Otherwise its rows and columns have the axis of the first operand with as many rows or columns.
void take_axes(const Tape& tape, Node& node) {
  const Shape& shape = node.value->shape();
  if (node.op->axes) {
    std::vector<MatrixAxes> operands;
    for (const NodeId id : node.inputs) operands.push_back({&tape[id].rows, &tape[id].cols});
    const auto [rows, cols] = node.op->axes(operands);
    if (rows) node.rows = *rows;
    if (cols) node.cols = *cols;
  } else {
    for (const NodeId id : node.inputs) {
      const Node& input = tape[id];
      if (node.rows.name.empty() && input.value->rows() == shape.rows) node.rows = input.rows;
      if (node.cols.name.empty() && input.value->cols() == shape.cols) node.cols = input.cols;
    }
  }
  for (const NodeId id : node.inputs)
    if (node.outer.name.empty() && tape[id].value->shape().outer == shape.outer) node.outer = tape[id].outer;
  if (!fits(node.rows, shape.rows)) node.rows = {node.rows.name, {}};
  if (!fits(node.cols, shape.cols)) node.cols = {node.cols.name, {}};
}

// Whether an infinity can be a limit, such as 1 / 0 or ln 0, instead of a number that is too large.
bool has_poles(const Expression& expression) {
  return expression.kind == Expression::Kind::quotient || expression.kind == Expression::Kind::log ||
         std::any_of(expression.arguments.begin(), expression.arguments.end(), has_poles);
}

bool is_finite(const Expression& expression) {
  bool finite = true;
  for_each_operand(expression, [&](const Expression& operand) { finite = finite && std::isfinite(operand.value); });
  return finite;
}

// Returns the result behind the arithmetic: " = 1.5". If finite numbers give a number too large for a float, the text says that this number
// became an infinity: " = 2.24·10¹²⁰ > 3.403·10³⁸ → ∞".
std::string result_text(const Expression& expression, double computed, const std::string& numbers) {
  const std::string shown = format_number(computed);
  if (numbers == shown) return "";
  if (!std::isinf(computed) || !is_finite(expression)) return " = " + shown;
  const double most = std::numeric_limits<float>::max(), exact = evaluate(expression);
  if (std::isinf(exact) && has_poles(expression)) return " = " + shown;
  const std::string equation = std::isfinite(exact) ? " = " + format_number(exact) : "";
  return equation + (computed > 0 ? " > " + format_number(most) : " < " + format_number(-most)) + " → " + shown;
}

// Whether the printed numbers of an arithmetic give its printed result. The result was computed with floats, so the printed arithmetic may
// differ from it by as much as the exact arithmetic does.
bool comes_out_as(double computed, double printed, double exact) {
  constexpr double kFloat = 6e-8, kCancelled = 1e-12;  // half of the last bit of a float; the rest of decimals that cancel
  if (!std::isfinite(computed) || !std::isfinite(printed)) return format_number(printed) == format_number(computed);
  const double of_floats = std::abs(exact - computed) + kFloat * std::abs(computed);
  const double room = computed == 0 ? kCancelled : half_of_last_digit(computed);
  return std::abs(printed - printed_number(computed, {})) <= room * (1 + 1e-9) + of_floats;
}

// Sets `input` of each operand to its node, in place of its index among the inputs.
void name_operands(Expression& expression, NodeId id, const std::vector<NodeId>& inputs) {
  if (expression.kind == Expression::Kind::operand)
    expression.input = expression.input == Expression::kItself ? id : nth(inputs, expression.input);
  for (Expression& argument : expression.arguments) name_operands(argument, id, inputs);
}

}  // namespace

NodeId Tape::append(const OpInfo& op, std::vector<NodeId> inputs, Attributes attributes, Label label) {
  auto node = std::make_unique<Node>();
  node->op = &op;
  node->inputs = std::move(inputs);
  for (const NodeId id : node->inputs)
    if ((*this)[id].name.empty()) throw std::logic_error("[tape] an operand of " + std::string(op.name) + " has no name yet, nor its pins");
  node->attributes = std::move(attributes);
  node->value = value_of(*node, label.name);
  node->wants_gradient = std::any_of(node->inputs.begin(), node->inputs.end(), [&](NodeId id) { return (*this)[id].wants_gradient; });
  node->formula = label.formula.empty() ? fill_in(op.formula, names_of(*this, node->inputs)) : std::move(label.formula);
  take_axes(*this, *node);
  return keep(std::move(node), std::move(label));
}

std::shared_ptr<const Tensor> Tape::value_of(const Node& node, const std::string& name) {
  const Operands operands{values_of(*this, node.inputs), node.attributes, panels_of(*this, node.inputs)};
  if (!place_.memo) return once(replay_, [&] { return applied(*node.op, operands); });
  std::vector<TraceMemo::Value> inputs;
  for (const NodeId id : node.inputs) inputs.push_back((*this)[id].value);
  const std::string key = memo_name(name);
  auto value = once(replay_, [&] { return place_.memo->value_of(key, *node.op, operands, inputs); });
  place_.memo->keep(key, *node.op, node.attributes, inputs, value);
  return value;
}

// A node that gets its name later, such as a gradient, is kept by its index.
std::string Tape::memo_name(const std::string& name) const {
  return name.empty() ? place_.prefix + "#" + std::to_string(size()) : place_.prefix + scope_ + name;
}

NodeId Tape::append_leaf(const OpInfo& op, Tensor value, Label label) {
  return append_leaf(op, std::make_shared<const Tensor>(std::move(value)), std::move(label));
}

NodeId Tape::append_leaf(const OpInfo& op, std::shared_ptr<const Tensor> value, Label label, std::shared_ptr<const ColumnPanels> panels) {
  auto node = std::make_unique<Node>();
  node->op = &op;
  node->value = place_.memo ? place_.memo->same_or(memo_name(label.name), std::move(value)) : std::move(value);
  node->panels = std::move(panels);
  node->wants_gradient = &op == &ops::kParameter;
  node->formula = std::move(label.formula);
  return keep(std::move(node), std::move(label));
}

NodeId Tape::keep(std::unique_ptr<Node> node, Label label) {
  if (label.rows) node->rows = *std::move(label.rows);
  if (label.cols) node->cols = *std::move(label.cols);
  if (label.outer) node->outer = *std::move(label.outer);
  nodes_.push_back(std::move(node));
  const NodeId id = size() - 1;
  if (!label.name.empty()) name(id, label.name);
  return id;
}

void Tape::name(NodeId id, const std::string& name) {
  Node& node = *nth(nodes_, id);
  if (!node.name.empty()) throw std::invalid_argument("[tape] the node " + node.name + " has a name already");
  std::string full = scope_ + name;
  if (!by_name_.emplace(full, id).second) throw std::invalid_argument("[tape] there are two nodes named " + full);
  node.name = std::move(full);
  pin(node);
}

void Tape::pin(Node& node) {
  for (const Pin& candidate : pins_)
    if (candidate.node == node.name && node.value->contains(candidate.cell)) node.pins.push_back(candidate);
  if (node.pins.empty()) return;
  node.computed = node.value;
  auto held = std::make_shared<Tensor>(*node.value);
  for (const Pin& taken : node.pins) held->at(taken.cell) = taken.value;
  node.value = std::move(held);
  if (place_.memo) node.value = place_.memo->same_or(place_.prefix + "held " + node.name, std::move(node.value));
  node.panels.reset();
}

void Tape::hold(Pin pin) {
  const auto same = [&](const Pin& other) { return other.node == pin.node && other.cell == pin.cell; };
  if (std::none_of(pins_.begin(), pins_.end(), same)) pins_.push_back(std::move(pin));
}

void Tape::set_axes(NodeId id, const Node& like) {
  Node& node = *nth(nodes_, id);
  node.outer = like.outer;
  node.rows = like.rows;
  node.cols = like.cols;
}

NodeId Tape::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? -1 : found->second;
}

std::vector<Pin> Tape::untaken_pins() const {
  std::vector<Pin> untaken;
  for (const Pin& candidate : pins_) {
    const NodeId id = find(candidate.node);
    if (id < 0 || !value(id).contains(candidate.cell)) untaken.push_back(candidate);
  }
  return untaken;
}

Explanation explain(const Tape& tape, NodeId id, const Cell& cell) {
  const Node& node = tape[id];
  const Tensor& computed = node.computed ? *node.computed : *node.value;
  const Application application{{values_of(tape, node.inputs), node.attributes}, names_of(tape, node.inputs), computed};
  CellArithmetic arithmetic = node.op->explain(application, cell);

  Explanation result;
  result.node = node.name;
  result.cell = cell;
  result.value = static_cast<double>(node.value->at(cell));
  result.computed = static_cast<double>(computed.at(cell));
  result.formula = node.formula;
  result.pinned = std::any_of(node.pins.begin(), node.pins.end(), [&](const Pin& pin) { return pin.cell == cell; });
  // The full name, "after.w", differs from an operand "w" whose short name is the same.
  const bool alike = std::find(application.names.begin(), application.names.end(), short_name(node.name)) != application.names.end();
  const std::string place = (alike ? node.name : std::string(short_name(node.name))) + to_string(cell, node.value->shape());
  const std::string& symbols = node.inputs.empty() && arithmetic.symbols.empty() ? node.formula : arithmetic.symbols;
  if (!symbols.empty()) {
    result.symbols = place + " = " + symbols;
    result.right_side = symbols;
  }
  const auto comes_out = [&](double printed, double exact) { return comes_out_as(result.computed, printed, exact); };
  PrintedArithmetic printed = print_arithmetic(arithmetic.expression, comes_out);
  result.precision = printed.precision;
  result.numbers = std::move(printed.text);
  result.numbers += result_text(arithmetic.expression, result.computed, result.numbers);
  name_operands(arithmetic.expression, id, node.inputs);
  for (const Expression* operand : distinct_operands({&arithmetic.expression, 1})) {
    result.operands.push_back({operand->input, operand->cell});
    result.operand_values.push_back(operand->value);
  }
  result.arithmetic = std::make_shared<const Expression>(std::move(arithmetic.expression));
  return result;
}

OpCode code_of(const Tape& tape, NodeId id) {
  const Node& node = tape[id];
  const CodeRule& rule = node.op->code;
  if (!rule.write) return {std::string(rule.numpy), std::string(rule.torch)};
  return rule.write({{values_of(tape, node.inputs), node.attributes}, {}, node.computed ? *node.computed : *node.value});
}

}  // namespace gf
