// A ladder of six small models, each with about twice the parameters of the model before, and a line through the first five.
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "autograd/ops.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

constexpr Index kRungs = 6, kFittedRungs = 5, kLadderRecords = 4, kStepsOfLadderRecord = 150;

// A model of one block, with its loss in nats on unread tales after 150, 300, 450 and 600 steps of Adam, the mean of three runs. The widths
// are 10, 16, 24, 36, 52 and 76. tests/lessons/scaling_ladder_test.cpp trains two of the models again.
struct Rung {
  const char* count;
  double parameters;
  double losses[kLadderRecords];
};
constexpr Rung kLadder[kRungs] = {{"1,860", 1860, {2.6158, 2.4447, 2.3834, 2.3536}},   {"3,744", 3744, {2.4749, 2.3579, 2.2938, 2.2500}},
                                  {"7,152", 7152, {2.3779, 2.2664, 2.1940, 2.1017}},   {"14,184", 14184, {2.3249, 2.1490, 1.9951, 1.8820}},
                                  {"27,144", 27144, {2.2441, 2.0310, 1.8900, 1.7437}}, {"54,264", 54264, {2.2278, 1.9180, 1.7664, 1.6440}}};

Axis rungs(Index from, Index to) {
  std::vector<std::string> names;
  for (Index rung = from; rung < to; ++rung) names.push_back(std::string("@count_of_parameters ") + kLadder[rung].count);
  return keyed_axis("", std::move(names));
}

// Appends ln of the losses of the rungs [from, to), (n, 1).
NodeId append_logs(Tape& tape, Index from, Index to, std::size_t record, const char* name) {
  Tensor logs(matrix_shape(to - from, 1));
  for (Index rung = from; rung < to; ++rung) logs.at(rung - from, 0) = static_cast<float>(std::log(kLadder[rung].losses[record]));
  return constant(tape, std::move(logs),
                  Label(name, "@log_of_runs").with_rows(rungs(from, to)).with_cols(keyed_axis("", {"@log_of_loss"})));
}

// Appends the values of a line at all rungs, (6, 1). The line fits the first five rungs by least squares.
NodeId append_line(Tape& tape, NodeId five_logs) {
  Tensor sizes(matrix_shape(kRungs, 1));
  for (Index rung = 0; rung < kRungs; ++rung) sizes.at(rung, 0) = static_cast<float>(std::log(kLadder[rung].parameters));
  const NodeId log_sizes =
      constant(tape, std::move(sizes),
               Label("log_sizes", "@log_of_count").with_rows(rungs(0, kRungs)).with_cols(keyed_axis("", {"@log_of_parameters"})));
  const NodeId five_log_sizes = slice(tape, log_sizes, 0, kFittedRungs, "five_log_sizes", Along::rows);
  const NodeId middle_size = mean(tape, five_log_sizes, Along::columns, "middle_size");
  const NodeId middle_log = mean(tape, five_logs, Along::columns, "middle_log");
  const NodeId offsets = add(tape, log_sizes, scale(tape, middle_size, -1, "minus_middle_size"), "size_offsets");
  const NodeId five_offsets = slice(tape, offsets, 0, kFittedRungs, "five_offsets", Along::rows);
  const NodeId together = matmul_tn(tape, five_offsets, five_logs, "offsets_by_logs");
  const NodeId squares = matmul_tn(tape, five_offsets, five_offsets, "offsets_squared");
  const NodeId slope = divide(tape, together, squares, Label("slope").with_rows({"", {}}).with_cols({"", {}}));
  return add(tape, multiply(tape, offsets, slope, "rise"), middle_log, "line_of_five");
}

}  // namespace

void append_ladder(LessonBuild& out, Index steps) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("ladder");
  const auto record = static_cast<std::size_t>(steps / kStepsOfLadderRecord - 1);
  const NodeId five_logs = append_logs(tape, 0, kFittedRungs, record, "five_logs");
  const NodeId sixth_log = append_logs(tape, kFittedRungs, kRungs, record, "sixth_log");
  exponential(tape, five_logs, Label("five_losses").with_cols(keyed_axis("", {"@loss"})));
  const NodeId line = append_line(tape, five_logs);
  const NodeId six_logs = concat(tape, {five_logs, sixth_log}, Label("six_logs").with_rows(rungs(0, kRungs)), Along::rows);
  const NodeId logs = concat(tape, {six_logs, line},
                             Label("logs").with_rows(rungs(0, kRungs)).with_cols(keyed_axis("", {"@as_trained", "@line_through_five"})));
  exponential(tape, logs, "losses");
  out.show(View::curve, "ladder.logs", "ladder");
  out.show_each(View::matrix, {"ladder.five_losses", "ladder.losses", "ladder.slope"}, "ladder");
}

}  // namespace gf::scaling_lesson
