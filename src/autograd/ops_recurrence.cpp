// Ops that go on from the cell before: the largest value so far, and a sum that keeps a part of itself.
#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/number_text.h"

namespace gf {
namespace {

bool begins_line(Along along, const Cell& cell) { return (along == Along::rows ? cell.col : cell.row) == 0; }

Cell cell_before(Along along, Cell cell) {
  --(along == Along::rows ? cell.col : cell.row);
  return cell;
}

// Returns a cell of the result in print: "M[0,1]".
std::string so_far_name(const char* name, const Application& a, const Cell& cell) { return name + to_string(cell, a.value.shape()); }

// ---- running_largest ---------------------------------------------------------------------------------------------------

Along along_of_largest(const Operands& operands) { return operands.get<attr::RunningLargest>().along; }

Shape running_largest_shape(const Operands& operands) { return line_shape("running_largest", operands, along_of_largest(operands)); }

// NaN is the largest, so that it is not hidden.
void running_largest_forward(const Operands& operands, Tensor& out) {
  const Along along = along_of_largest(operands);
  for_each_cell(out, [&](const Cell& cell, float& value) {
    value = operands[0].at(cell);
    if (begins_line(along, cell)) return;
    const float before = out.at(cell_before(along, cell));
    if (before > value || std::isnan(before)) value = before;
  });
}

CellArithmetic explain_running_largest(const Application& a, const Cell& cell) {
  const Along along = along_of_largest(a.operands);
  if (begins_line(along, cell)) return {a.reference(0, cell), a.operand(0, cell)};
  const Cell before = cell_before(along, cell);
  return {"max(" + so_far_name("M", a, before) + ", " + a.reference(0, cell) + ")",
          expr::call(Expression::Kind::max, {a.itself(before), a.operand(0, cell)})};
}

OpCode code_running_largest(const Application& a) {
  const bool rows = along_of_largest(a.operands) == Along::rows;
  return {std::string("$out = np.maximum.accumulate($0, axis=") + (rows ? "-1)" : "-2)"),
          std::string("$out = torch.cummax($0, dim=") + (rows ? "-1)" : "-2)") + ".values"};
}

std::vector<OpSample> running_largest_samples() {
  const Tensor x = sample_tensor(72, {{2}, 3, 4});
  return {OpSample{{x}, attr::RunningLargest{}}, OpSample{{x}, attr::RunningLargest{Along::columns}}};
}

// ---- recurrence --------------------------------------------------------------------------------------------------------

const attr::Recurrence& recurrence_attributes(const Operands& operands) { return operands.get<attr::Recurrence>(); }

Shape recurrence_shape(const Operands& operands) {
  const Shape shape = broadcast_shape("recurrence", operands[0].shape(), operands[1].shape());
  if (shape != operands[0].shape())
    shape_mismatch("recurrence", operands[0].shape(), operands[1].shape(), "one factor for each cell at most");
  return line_shape("recurrence", operands, recurrence_attributes(operands).along);
}

void recurrence_forward(const Operands& operands, Tensor& out) {
  const attr::Recurrence& attributes = recurrence_attributes(operands);
  for_each_cell(out, [&](const Cell& cell, float& value) {
    value = attributes.take * operands[0].at(cell);
    if (!begins_line(attributes.along, cell))
      value += operands[1].at(broadcast_cell(operands[1].shape(), cell)) * out.at(cell_before(attributes.along, cell));
  });
}

CellArithmetic explain_recurrence(const Application& a, const Cell& cell) {
  const attr::Recurrence& attributes = recurrence_attributes(a.operands);
  const bool whole = attributes.take == 1;
  const std::string taken =
      whole ? a.reference(0, cell) : format_number(static_cast<double>(attributes.take)) + " · " + a.reference(0, cell);
  Expression term = a.operand(0, cell);
  if (!whole) term = expr::product({expr::number(static_cast<double>(attributes.take)), std::move(term)});
  if (begins_line(attributes.along, cell)) return {taken, std::move(term)};
  const Cell before = cell_before(attributes.along, cell);
  return {a.reference(1, cell) + " · " + so_far_name("y", a, before) + " + " + taken,
          expr::sum({expr::product({a.operand(1, cell), a.itself(before)}), std::move(term)})};
}

OpCode code_recurrence(const Application& a) {
  const attr::Recurrence& attributes = recurrence_attributes(a.operands);
  const bool rows = attributes.along == Along::rows;
  const auto line = [&](const char* place) { return std::string("[..., ") + place + (rows ? "]" : ", :]"); };
  return {"$out = $0 * " + python_number(attributes.take) + "\n$keep = np.broadcast_to($1, $0.shape)\nfor $i in range(1, " +
          index_text(rows ? a.value.cols() : a.value.rows()) + "):\n    $out" + line("$i") + " += $keep" + line("$i") + " * $out" +
          line("$i - 1")};
}

std::vector<OpSample> recurrence_samples() {
  const Tensor x = sample_tensor(73, {{2}, 3, 4});
  return {OpSample{{x, sample_tensor(74, {{}, 1, 1})}, attr::Recurrence{Along::rows, 0.25f}},
          OpSample{{x, sample_tensor(75, {{2}, 3, 4})}, attr::Recurrence{Along::columns, 1}}};
}

}  // namespace

namespace ops {
const OpInfo kRunningLargest{"running_largest", "@running_largest {0}",  running_largest_shape,   running_largest_forward,
                             nullptr,           explain_running_largest, running_largest_samples, code_running_largest};
const OpInfo kRecurrence{"recurrence", "@recurrence {0} {1}", recurrence_shape,   recurrence_forward,
                         nullptr,      explain_recurrence,    recurrence_samples, code_recurrence};
}  // namespace ops

NodeId running_largest(Tape& tape, NodeId x, Along along, Label label) {
  return tape.append(ops::kRunningLargest, {x}, attr::RunningLargest{along}, std::move(label));
}

NodeId recurrence(Tape& tape, NodeId x, NodeId keep, attr::Recurrence attributes, Label label) {
  return tape.append(ops::kRecurrence, {x, keep}, attributes, std::move(label));
}

}  // namespace gf
