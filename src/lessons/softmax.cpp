// The lesson softmax: scores become probabilities by softmax with an inverse temperature, stage by stage.
#include <algorithm>
#include <cmath>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"
#include "text/tokenizer.h"

namespace gf::softmax_lesson {
namespace {

constexpr Index kMostRows = 64, kMostColumns = 64;

// Returns the names of the scores: those that were typed, then letters by their place (D for the fourth), then numbers.
Axis categories(const std::string& names, Index count) {
  std::vector<std::string> labels = word_tokens(names);
  for (Index i = std::ssize(labels); i < count; ++i)
    labels.push_back(i < 26 ? std::string(1, static_cast<char>('A' + i)) : std::to_string(i + 1));
  labels.resize(static_cast<std::size_t>(count));
  return {"categories", std::move(labels)};
}

// Whether all sums of exponentials are finite and above 0. The exponential of a large score is ∞, and that of a very negative score 0.
bool can_divide(const Tensor& totals) {
  return std::all_of(totals.data(), totals.data() + totals.size(), [](float total) { return std::isfinite(total) && total > 0; });
}

// Appends the steps that the program takes: without the largest score of its row, the largest exponential is 1, and no probability changes.
void show_shifted(Tape& tape, NodeId scaled, LessonBuild& out) {
  const Axis column{"", {"max"}};
  const NodeId most = largest(tape, scaled, Along::rows, false, Label("largest", "max(scaled)").with_cols(column));
  const NodeId less = scale(tape, most, -1, Label("minus_largest").with_cols(column));
  const NodeId shifted = add(tape, scaled, less, Label("shifted", "scaled − largest"));
  const NodeId exponentials = exponential(tape, shifted, "shifted_exponentials");
  const NodeId total = sum(tape, exponentials, Along::rows, Label("shifted_sum").with_cols({"sum", {}}));
  for (const NodeId node : {most, shifted, exponentials, total}) out.show(View::matrix, node, "shifted");
}

// Appends the scores divided by their sum, which are probabilities only if no score is negative.
void show_plain_division(Tape& tape, NodeId z, LessonBuild& out) {
  const NodeId total = sum(tape, z, Along::rows, Label("score_sum", "sum(z)").with_cols({"sum", {}}));
  const NodeId shares = divide(tape, z, total, Label("plain_shares", "z / score_sum"));
  for (const NodeId node : {total, shares}) out.show(View::matrix, node, "plain");
}

void build(const InputReader& in, LessonBuild& out) {
  const Tensor& scores = *in.matrix("z");
  if (scores.rows() > kMostRows || scores.cols() > kMostColumns)
    throw InputError({"matrix_too_large", {{"where", "z"}, {"most", to_string(matrix_shape(kMostRows, kMostColumns))}}});
  const float beta = static_cast<float>(in.number("beta"));
  Tape& tape = out.tape;
  const NodeId z =
      out.input_matrix("z", scores, Label("z").with_rows({"rows", {}}).with_cols(categories(in.text("categories"), scores.cols())));
  const NodeId scaled = scale(tape, z, beta, Label("scaled", "β · z"));
  const NodeId exponentials = exponential(tape, scaled, "exponentials");
  const NodeId total = sum(tape, exponentials, Along::rows, Label("sum").with_cols({"sum", {}}));
  const NodeId probabilities = softmax(tape, z, beta, Along::rows, Label("probabilities", "softmax(β · z)"));
  for (const NodeId node : {z, scaled}) out.show(View::matrix, node, "scores");
  for (const NodeId node : {exponentials, total}) out.show(View::matrix, node, "exponentials");
  for (const NodeId node : {z, scaled, exponentials}) out.show(View::likeliest, node, "bars");
  if (in.toggle("divided")) show_plain_division(tape, z, out);
  if (!can_divide(tape.value(total))) show_shifted(tape, scaled, out);
  out.show(View::matrix, probabilities, "probabilities");
  out.show(View::likeliest, probabilities, "probabilities");
  out.show_together(View::softmax_rows, {"scaled", "exponentials", "probabilities"}, "probabilities");
}

constexpr float kThreeScores[1][3] = {{2, 1, 0.2f}}, kTwoScores[1][2] = {{0, 10}}, kNegative[1][3] = {{3, -1, 2}},
                kSeveralRows[3][4] = {{2, 1, 0.2f, 0}, {0, 0, 0, 0}, {-1, 3, -1, 3}}, kRaised[1][3] = {{7, 6, 5.2f}},
                kOverflow[1][3] = {{1000, 999, 998}};

constexpr InputSpec kInputs[] = {matrix_input("z", "any", kThreeScores), text_input("categories", "cat dog bird"),
                                 number_input("beta", 1, 0, 20, 0.05), toggle_input("divided", false)};

constexpr Preset kPresets[] = {{"three-categories", {}},
                               {"two-scores", {{"z", kTwoScores}}},
                               {"negative", {{"z", kNegative}, {"divided", true}}},
                               {"several-rows", {{"z", kSeveralRows}, {"categories", "cat dog bird fish"}}},
                               {"overflow", {{"z", kOverflow}}}};

constexpr Step kSteps[] = {
    {.id = "scores", .focus = "z", .cell = CellName{0, 0, "cat"}, .scene = "z* as likeliest"},
    {.id = "exponentials",
     .focus = "exponentials",
     .cell = CellName{0, 0, "cat"},
     .scene = "z as likeliest | exponentials*",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
    {.id = "sum",
     .focus = "sum",
     .cell = CellName{0, 0, 0},
     .scene = "exponentials as likeliest -> sum*",
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "shares",
     .focus = "probabilities",
     .cell = CellName{0, 0, "cat"},
     .scene = "exponentials as likeliest -> sum -> probabilities* as likeliest",
     .ask = Ask{.how = WhichShares{}}},
    {.id = "negative_scores",
     .focus = "plain_shares",
     .cell = CellName{0, 0, "cat"},
     .scene = "z as likeliest -> score_sum / plain_shares*",
     .example = {.preset = "negative"},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
    {.id = "inverse_temperature",
     .focus = "probabilities",
     .cell = CellName{0, 0, "cat"},
     .scene = "z as likeliest -> scaled as likeliest -> probabilities* as likeliest",
     .example = {.set = {{"beta", 4.0}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "probabilities"},
     .controls = "beta"},
    {.id = "two_scores",
     .focus = "probabilities",
     .cell = CellName{0, 0, "cat"},
     .scene = "z -> exponentials -> sum | probabilities*",
     .example = {.preset = "two-scores"},
     .ask = Ask{.how = HowMuch{.percent = true}, .also = "probabilities"}},
    // The three scores have the same differences as those of the first step, so "cat" has 65 % in both.
    {.id = "raised",
     .focus = "probabilities",
     .cell = CellName{0, 0, "cat"},
     .scene = "z -> exponentials | probabilities* as likeliest",
     .example = {.set = {{"z", kRaised}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {0.6f, 0.7f}}, .also = "probabilities"}},
    {.id = "overflow",
     .focus = "shifted",
     .cell = CellName{0, 0, "cat"},
     .scene = "scaled -> exponentials -> sum | largest -> shifted* -> shifted_exponentials",
     .example = {.preset = "overflow"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "softmax", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .largest = {{"z", [] { return Tensor::filled(matrix_shape(kMostRows, kMostColumns), 1); }}}};
  return kLesson;
}

}  // namespace gf::softmax_lesson
