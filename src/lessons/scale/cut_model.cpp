// A model that is cut among GPUs: matrices by columns and rows (tensor parallel), and blocks in stages (pipeline).
#include "autograd/ops.h"
#include "core/expression.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

// ---- matrices cut in parts ---------------------------------------------------------------------------------------------

constexpr Index kTokens = 3, kWidth = 4, kHidden = 8;

// All numbers are multiples of one half, so that sums of their products are exact in any order.
Tensor first_rows() { return Tensor::from_rows({{1, 0, -1, 0.5f}, {0.5f, 1, 0, -1}, {-0.5f, 0.5f, 1, 0}}); }
Tensor first_w_1() {
  return Tensor::from_rows({{1, 0.5f, 0, -1, 0.5f, 0, 1, -0.5f},
                            {0, 1, -0.5f, 0.5f, 1, -1, 0, 0.5f},
                            {-1, 0, 1, 0.5f, 0, 0.5f, -0.5f, 1},
                            {0.5f, -1, 0, 1, -0.5f, 1, 0, 0}});
}
Tensor first_w_2() {
  return Tensor::from_rows({{0.5f, 0, 1, -1},
                            {1, -0.5f, 0, 0.5f},
                            {0, 1, 0.5f, 0},
                            {-1, 0, 0, 1},
                            {0, 0.5f, -1, 0.5f},
                            {0.5f, 1, 0, -0.5f},
                            {1, 0, -0.5f, 0},
                            {0, -1, 0.5f, 1}});
}

struct LayerNodes {
  NodeId x = -1, w_1 = -1, w_2 = -1;
};

LayerNodes append_layer(const InputReader& in, LessonBuild& out) {
  const auto matrix = [&](const char* name, Tensor first, Index rows, Index cols, Label label) {
    if (const Tensor* typed = in.matrix(name)) first = *typed;
    expect_shape(name, first, rows, cols, "(rows, columns)");
    return out.input_matrix(name, std::move(first), std::move(label));
  };
  const Axis tokens{"tokens", {"You", "are", "welcome"}}, width{"features", {}}, hidden{"hidden", {}};
  return {matrix("x", first_rows(), kTokens, kWidth, Label("x").with_rows(tokens).with_cols(width)),
          matrix("w_1", first_w_1(), kWidth, kHidden, Label("w_1").with_rows(width).with_cols(hidden)),
          matrix("w_2", first_w_2(), kHidden, kWidth, Label("w_2").with_rows(hidden).with_cols(width))};
}

std::string gpu_name(Index gpu) { return "gpu_" + std::to_string(gpu); }

// Appends the work of one GPU, which has some columns of W_1 and the same rows of W_2.
NodeId append_part(Tape& tape, const LayerNodes& layer, Index gpu, Index parts) {
  const auto scope = tape.scope(gpu_name(gpu));
  const Index from = gpu * kHidden / parts, to = (gpu + 1) * kHidden / parts;
  Axis hidden{"hidden", {}};
  for (Index i = from; i < to; ++i) hidden.labels.push_back(std::to_string(i));
  const NodeId w_1 = slice(tape, layer.w_1, from, to, Label("part_of_w_1").with_cols(hidden));
  const NodeId w_2 = slice(tape, layer.w_2, from, to, Label("part_of_w_2").with_rows(hidden), Along::rows);
  const NodeId bent = relu(tape, matmul(tape, layer.x, w_1, "part_of_rows"), "part_of_hidden");
  return matmul(tape, bent, w_2, "partial");
}

// Appends the sum that all GPUs have after they exchanged their results.
NodeId append_sum(Tape& tape, const std::vector<NodeId>& partials) {
  NodeId sum = partials.front();
  if (partials.size() == 1) return scale(tape, sum, 1, "together");
  for (std::size_t i = 1; i < partials.size(); ++i)
    sum = add(tape, sum, partials[i], i + 1 == partials.size() ? "together" : "so_far_" + std::to_string(i));
  return sum;
}

void append_difference(Tape& tape, const LayerNodes& layer, NodeId together) {
  const NodeId hidden = relu(tape, matmul(tape, layer.x, layer.w_1, "whole_rows"), "whole_hidden");
  const NodeId uncut = matmul(tape, hidden, layer.w_2, "uncut");
  const NodeId minus = scale(tape, uncut, -1, Label("minus_uncut", "−uncut"));
  largest(tape, add(tape, together, minus, "differences"), Along::all, true, "largest_difference");
}

// Appends the kilobytes that each GPU sends. In a ring of n GPUs, each sends 2 (n − 1) / n times the numbers of the result.
void append_sent(Tape& tape, const Setup& setup) {
  const double parts = static_cast<double>(setup.parts), kilobytes = static_cast<double>(setup.bytes()) / 1000;
  const Axis blocks = keyed_axis("", {"@this_one", "@of_the_model"});
  const auto numbers = static_cast<float>(setup.shape.window * setup.shape.width);
  const NodeId to_send = constant(tape, Tensor::from_rows({{static_cast<float>(kTokens * kWidth)}, {numbers}}),
                                  Label("to_send", "@tokens_times_width").with_rows(blocks).with_cols(keyed_axis("", {"@numbers"})));
  const NodeId ring = given_number(tape, 2 * (parts - 1) / parts * kilobytes, Label("ring", "@bytes_of_ring"));
  multiply(tape, to_send, ring, Label("sent").with_cols(keyed_axis("", {"@kilobytes"})));
}

// ---- blocks one after another ------------------------------------------------------------------------------------------

// A cell of the schedule. In the first half all micro-batches go forward, and in the second half they come back in the opposite order.
struct PipelineTime {
  Index stage, time, stages, micro_batches;

  Index half() const { return stages + micro_batches - 1; }
  bool back() const { return time >= half(); }
  // Returns the number of the micro-batch that is due. A number outside 1..m means that the stage waits.
  Index due() const { return back() ? half() * 2 - stage - time : time + 1 - stage; }
  bool at_work() const { return due() >= 1 && due() <= micro_batches; }
};

CellArithmetic schedule_arithmetic(const PipelineTime& at) {
  const auto number = [](Index n) { return expr::number(static_cast<double>(n)); };
  if (!at.at_work()) return {"@stage_waits", number(0)};
  if (at.back()) return {"@due_back", expr::negate(expr::difference(number(at.micro_batches), number(at.micro_batches - at.due())))};
  return {"@due_forward", expr::difference(number(at.time + 1), number(at.stage))};
}

CellArithmetic busy_arithmetic(const PipelineTime& at) {
  return {at.at_work() ? "@has_micro_batch" : "@has_none", expr::number(at.at_work() ? 1 : 0)};
}

// Returns the schedule in Python. `last_line` can use the stages $s, the times $t, the micro-batches due $k, and whether a stage works, $b.
OpCode schedule_code(const Setup& setup, const std::string& last_line) {
  const Index half = setup.stages + setup.micro_batches - 1;
  const std::string times = std::to_string(2 * half), middle = std::to_string(half), most = std::to_string(setup.micro_batches);
  return {"$s, $t = np.arange(" + std::to_string(setup.stages) + ")[:, None], np.arange(" + times + ")[None, :]\n$k = np.where($t < " +
          middle + ", $t + 1 - $s, " + times + " - $s - $t)\n$b = 1.0 * (($k >= 1) & ($k <= " + most + "))\n" + last_line};
}

NodeId append_times(Tape& tape, const Setup& setup, CellArithmetic (*arithmetic)(const PipelineTime&), OpCode code, Label label) {
  const auto account = [arithmetic, stages = setup.stages, micro = setup.micro_batches](const Cell& cell) {
    return arithmetic({cell.row, cell.col, stages, micro});
  };
  Tensor times(matrix_shape(setup.stages, 2 * (setup.stages + setup.micro_batches - 1)));
  for (Index row = 0; row < times.rows(); ++row)
    for (Index col = 0; col < times.cols(); ++col) times.at(row, col) = static_cast<float>(evaluate(account({0, row, col}).expression));
  std::vector<std::string> stages;
  for (Index stage = 0; stage < setup.stages; ++stage) stages.push_back("@stage " + std::to_string(stage + 1));
  return accounted(tape, std::move(times), account, std::move(code),
                   std::move(label).with_rows(keyed_axis("", std::move(stages))).with_cols({"times", {}}));
}

}  // namespace

void append_tensor_parallel(const InputReader& in, LessonBuild& out, const Setup& setup) {
  const LayerNodes layer = append_layer(in, out);
  std::vector<NodeId> partials;
  for (Index gpu = 0; gpu < setup.parts; ++gpu) partials.push_back(append_part(out.tape, layer, gpu, setup.parts));
  append_difference(out.tape, layer, append_sum(out.tape, partials));
  append_sent(out.tape, setup);
  for (const char* node : {"x", "w_1", "w_2"}) out.show(View::matrix, node, "tensor");
  for (Index gpu = 0; gpu < setup.parts; ++gpu)
    for (const char* node : {".part_of_w_1", ".part_of_hidden", ".part_of_w_2", ".partial"})
      out.show(View::matrix, gpu_name(gpu) + node, "tensor." + gpu_name(gpu));
  for (const char* node : {"together", "uncut", "largest_difference", "sent"}) out.show(View::matrix, node, "tensor");
}

void append_pipeline(LessonBuild& out, const Setup& setup) {
  Tape& tape = out.tape;
  const std::string half = std::to_string(setup.stages + setup.micro_batches - 1);
  append_times(tape, setup, schedule_arithmetic, schedule_code(setup, "$out = $b * np.where($t < " + half + ", $k, -$k)"),
               Label("schedule", "@micro_batch_due"));
  const NodeId busy = append_times(tape, setup, busy_arithmetic, schedule_code(setup, "$out = $b"), Label("busy", "@a_micro_batch_is_due"));
  const NodeId at_work = mean(tape, busy, Along::all, Label("at_work").with_cols({"share", {}}));
  const NodeId all = given_number(tape, 1, Label("all_time", "1"));
  const NodeId minus = scale(tape, at_work, -1, Label("minus_at_work", "−at_work"));
  add(tape, all, minus, Label("bubble", "1 − at_work").with_cols({"share", {}}));
  out.show(View::matrix, "schedule", "pipeline");
  out.show(View::heatmap, "schedule", "pipeline");
  out.show(View::matrix, "at_work", "pipeline");
  out.show(View::matrix, "bubble", "pipeline");
}

}  // namespace gf::scaling_lesson
