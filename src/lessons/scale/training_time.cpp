// The time of training a model: the operations, and the hours that GPUs need for them.
#include <algorithm>
#include <iterator>

#include "autograd/ops.h"
#include "core/nth.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

constexpr float kHoursOfDay = 24, kHoursOfYear = 8766;

// Appends the operations of training. Each parameter takes a product and a sum for each token in the forward pass, and four operations in
// the backward pass.
NodeId append_operations(Tape& tape, const Setup& setup, NodeId total) {
  const NodeId steps = constant(tape, Tensor::from_rows({{2}, {2}, {2}}),
                                Label("each_way", "@product_and_sum")
                                    .with_rows(keyed_axis("", {"@forward", "@back_to_line", "@back_to_weight"}))
                                    .with_cols(keyed_axis("", {"@each"})));
  const NodeId six = sum(tape, steps, Along::columns, Label("operations_each"));
  const NodeId per_token = multiply(tape, total, six, Label("per_token").with_cols({"", {"10⁶"}}));
  const NodeId tokens = given_number(tape, setup.trillions_of_tokens, Label("tokens", "@as_given").with_cols({"", {"10¹²"}}));
  return multiply(tape, per_token, tokens, Label("operations").with_cols({"", {"10¹⁸"}}));
}

}  // namespace

int machine_named(const std::string& choice) {
  const auto* const found =
      std::find_if(std::begin(kMachines), std::end(kMachines), [&](const Machine& machine) { return choice == machine.choice; });
  return static_cast<int>(found - std::begin(kMachines));  // check_input allows known choices alone
}

MachineNodes append_machine(LessonBuild& out, const Setup& setup) {
  Tape& tape = out.tape;
  // The table has the reader's GPU only in the lesson whose inputs have its speed.
  const Index listed = static_cast<Index>(std::size(kMachines)) - (setup.own_speed == 0 ? 1 : 0);
  Tensor table(matrix_shape(listed, 2));
  std::vector<std::string> names;
  for (Index row = 0; row < table.rows(); ++row) {
    const Machine& machine = kMachines[row];
    const bool is_own = machine.speed == 0;
    table.at(row, 0) = static_cast<float>(is_own ? setup.own_speed : machine.speed);
    table.at(row, 1) = static_cast<float>(is_own ? setup.own_memory : machine.memory);
    names.emplace_back(machine.name);
  }
  const NodeId machines =
      constant(tape, std::move(table),
               Label("machines", "@as_makers_say").with_rows(keyed_axis("gpus", names)).with_cols(keyed_axis("", {"10¹²", "@gigabytes"})));
  const NodeId machine =
      embedding(tape, machines, {setup.machine}, Label("machine").with_rows(keyed_axis("gpus", {nth(names, setup.machine)})));
  out.show(View::matrix, "machines", "time");
  return {slice(tape, machine, 0, 1, "speed"), slice(tape, machine, 1, 2, "room")};
}

NodeId append_time(LessonBuild& out, const Setup& setup, NodeId total, NodeId speed) {
  Tape& tape = out.tape;
  const NodeId operations = append_operations(tape, setup, total);
  const NodeId utilisation = given_number(tape, setup.utilisation, Label("utilisation", "@as_given").with_cols({"share", {}}));
  const NodeId useful = multiply(tape, speed, utilisation, Label("useful").with_cols({"", {"10¹²"}}));
  const NodeId an_hour = scale(tape, useful, 0.0036f, Label("an_hour", "3600 / 10⁶ · useful").with_cols({"", {"10¹⁸"}}));
  const NodeId alone = divide(tape, operations, an_hour, Label("gpu_hours").with_cols(keyed_axis("", {"@hours"})));
  const NodeId gpus = given_number(tape, static_cast<double>(setup.gpus), Label("gpus", "@as_given"));
  const NodeId together = divide(tape, alone, gpus, Label("hours").with_cols(keyed_axis("", {"@hours"})));
  const NodeId both = concat(tape, {alone, together}, Label("of_both").with_rows(keyed_axis("", {"@one_gpu", "@all_gpus"})), Along::rows);
  const NodeId units = constant(tape, Tensor::from_rows({{1 / kHoursOfDay, 1 / kHoursOfYear}}),
                                Label("units", "1/24, 1/8766").with_cols(keyed_axis("", {"@days", "@years"})));
  matmul(tape, both, units, Label("time"));
  for (const char* node : {"each_way", "per_token", "tokens", "operations", "useful", "time"}) out.show(View::matrix, node, "time");
  return operations;
}

}  // namespace gf::scaling_lesson
