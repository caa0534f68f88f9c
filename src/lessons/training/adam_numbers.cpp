#include "lessons/training/adam_numbers.h"

#include <cmath>

#include "autograd/ops.h"
#include "core/number_text.h"

namespace gf {
namespace {

Axis parameter_axis(Index count) {
  if (count == 2) return keyed_axis("parameters", {"@parameter_a", "@parameter_b"});
  return {"parameters", {}};
}

Axis training_step_axis(Index count) {
  std::vector<std::string> keys;
  for (Index step = 1; step <= count; ++step) keys.push_back("@training_step " + std::to_string(step));
  return keyed_axis("training_steps", std::move(keys));
}

Tensor single_cell(double value) { return Tensor::filled(matrix_shape(1, 1), static_cast<float>(value)); }

// Returns 1 − βᵏ for each step k: the sum of the moving average's weights so far.
Tensor corrections(double beta, Index count) {
  Tensor row(matrix_shape(1, count));
  for (Index k = 0; k < count; ++k) row.at(0, k) = static_cast<float>(1 - std::pow(beta, static_cast<double>(k + 1)));
  return row;
}

}  // namespace

void append_adam_numbers(LessonBuild& out, const Tensor& gradients, const OptimizerSettings& settings) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("adam");
  const Axis steps = training_step_axis(gradients.cols());
  const NodeId g =
      out.input_matrix("adam_gradients", gradients, Label("gradients").with_rows(parameter_axis(gradients.rows())).with_cols(steps));
  const auto cell = [&](const char* name, double value) { return constant(tape, single_cell(value), name); };
  const auto kept = [&](double beta) { return format_number(beta); };
  // Appends the moving average: β · the average before + (1 − β) · x.
  const auto moving_average = [&](NodeId x, const char* beta_name, double beta, const char* name, const char* what) {
    const attr::Recurrence average{Along::rows, static_cast<float>(1 - beta)};
    return recurrence(tape, x, cell(beta_name, beta), average,
                      Label(name, kept(beta) + " · " + name + " + " + format_number(static_cast<double>(average.take)) + " · " + what));
  };
  const auto corrected = [&](NodeId average, const char* correction, double beta, const char* name) {
    const NodeId part = constant(tape, corrections(beta, gradients.cols()), Label(correction, "1 − " + kept(beta) + "ᵏ").with_cols(steps));
    return divide(tape, average, part, Label(name));
  };
  const NodeId m = moving_average(g, "beta_1", settings.beta1, "m", "g");
  const NodeId squares = multiply(tape, g, g, Label("squares", "g²"));
  const NodeId v = moving_average(squares, "beta_2", settings.beta2, "v", "g²");
  const NodeId m_hat = corrected(m, "correction_m", settings.beta1, "m_hat");
  const NodeId v_hat = corrected(v, "correction_v", settings.beta2, "v_hat");
  const NodeId root = square_root(tape, v_hat, Label("root", "√v_hat"));
  const NodeId divisor = add(tape, root, cell("epsilon", settings.epsilon), Label("divisor", "√v_hat + ε"));
  const NodeId ratio = divide(tape, m_hat, divisor, Label("ratio", "m_hat / (√v_hat + ε)"));
  const auto rate = static_cast<float>(settings.learning_rate);
  const std::string of_rate = format_number(settings.learning_rate) + " · ";
  const NodeId step = scale(tape, ratio, rate, Label("step", of_rate + "m_hat / (√v_hat + ε)"));
  const NodeId plain = scale(tape, g, rate, Label("sgd_step", of_rate + "g"));
  for (const NodeId node : {g, m, squares, v, m_hat, v_hat, root, ratio, step, plain}) out.show(View::matrix, node, "adam");
}

}  // namespace gf
