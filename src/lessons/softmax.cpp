// Scores become shares: softmax with an inverse temperature, stage by stage.
#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/steps.h"

namespace gf {
namespace {

constexpr Index kMostRows = 64, kMostColumns = 64;

// A, B, ..., Z, then numbers: the categories of the scores.
Axis categories(Index count) {
  Axis axis{"categories", {}};
  for (Index i = 0; i < count; ++i) axis.labels.push_back(i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i + 1));
  return axis;
}

void build(const InputReader& in, LessonBuild& out) {
  const Tensor& scores = *in.matrix("z");
  if (scores.rows() > kMostRows || scores.cols() > kMostColumns)
    throw InputError({"matrix_too_large", {{"where", "z"}, {"most", to_string(Shape{{}, kMostRows, kMostColumns})}}});
  const float beta = static_cast<float>(in.number("beta"));
  Tape& tape = out.tape;
  const NodeId z = out.input_matrix("z", scores, Label("z").with_rows({"rows", {}}).with_cols(categories(scores.cols())));
  const NodeId scaled = scale(tape, z, beta, Label("scaled", "β · z"));
  const NodeId exponentials = exponential(tape, scaled, "exponentials");
  const NodeId total = sum(tape, exponentials, Along::rows, Label("sum").with_cols({"sum", {}}));
  const NodeId probabilities = softmax(tape, z, beta, Along::rows, Label("probabilities", "softmax(β · z)"));
  const auto name = [&](NodeId id) { return tape[id].name; };
  out.panels = {{View::matrix, {name(z)}, "scores"},
                {View::matrix, {name(scaled)}, "scores"},
                {View::matrix, {name(exponentials)}, "exponentials"},
                {View::matrix, {name(total)}, "exponentials"},
                {View::matrix, {name(probabilities)}, "probabilities"},
                {View::softmax_rows, {name(scaled), name(exponentials), name(probabilities)}, "probabilities"}};
}

}  // namespace

Lesson softmax_lesson() {
  LessonInfo info;
  info.id = "softmax";
  InputSpec z{.name = "z", .type = InputType::matrix, .initial = Tensor::from_rows({{2.0f, 1.0f, 0.2f}}), .choices = {}, .shape = "any"};
  InputSpec beta{
      .name = "beta", .type = InputType::number, .initial = 1.0, .least = 0, .most = 20, .step = 0.05, .choices = {}, .shape = {}};
  info.inputs = {z, beta};
  info.steps = softmax_steps();
  info.presets = {{"three-categories", {}},
                  {"two-scores", {{"z", Tensor::from_rows({{0, 10}})}}},
                  {"several-rows", {{"z", Tensor::from_rows({{2, 1, 0.2f, 0}, {0, 0, 0, 0}, {-1, 3, -1, 3}})}}},
                  {"overflow", {{"z", Tensor::from_rows({{1000, 999, 998}})}}}};
  Lesson lesson{std::move(info), build, nullptr};
  lesson.largest = {{"z", Tensor::filled({{}, kMostRows, kMostColumns}, 1)}};
  return lesson;
}

}  // namespace gf
