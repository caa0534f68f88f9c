#include "lessons/attention/attention_chain.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "model/initialisation.h"

namespace gf {
namespace {

bool is_numpy(const InputReader& in) { return in.text("weights") == "numpy"; }

Initialisation initialisation_of(const InputReader& in) {
  if (is_numpy(in)) return Initialisation::numpy;
  return in.text("weights") == "he" ? Initialisation::he : Initialisation::xavier;
}

bool is_given(const InputReader& in, const WeightInput& weight) { return in.text("weights") == "given" && weight.given.size() > 0; }

// Draws X if the input `weights` is "numpy", then the weights that are not given. A matrix is drawn even if the reader typed it, so that
// the other matrices keep their numbers.
using DrawnMatrices = std::shared_ptr<const std::vector<Tensor>>;
DrawnMatrices drawn_matrices(const InputReader& in, const AttentionExercise& exercise) {
  std::vector<std::pair<Index, Index>> shapes;
  if (is_numpy(in)) shapes.emplace_back(std::ssize(exercise.tokens), exercise.width);
  for (const WeightInput& weight : exercise.weights)
    if (!is_given(in, weight)) shapes.emplace_back(weight.rows, weight.cols);
  const Initialisation how = initialisation_of(in);
  return in.kept("drawn", std::tuple(in.seed(), how, shapes), [&] {
    NumpyRandom random(in.seed());
    auto drawn = std::make_shared<std::vector<Tensor>>();
    for (const auto& [rows, cols] : shapes) drawn->push_back(initialise(how, random, rows, cols));
    return DrawnMatrices(std::move(drawn));
  });
}

Tensor made_embeddings(const AttentionExercise& exercise, const Tensor& words) {
  Tensor x(matrix_shape(std::ssize(exercise.tokens), exercise.width));
  std::copy_n(words.data(), exercise.words * exercise.width, x.data());
  return x;
}

void check_shape(const InputReader& in, const WeightInput& weight, const Tensor& value) {
  const Index cols = weight.most_cols > 0 ? std::min(value.cols(), weight.most_cols) : weight.cols;
  expect_shape(weight.name, value, weight.rows, cols, find_input(in.lesson(), weight.name)->shape);
}

// Appends x with a position encoding added.
NodeId with_positions(Tape& tape, NodeId x, PositionExponents exponents, const std::string& position, const std::string& input) {
  const Label label = Label(position).with_rows(tape[x].rows).with_cols({"features", {}});
  return add(tape, x, position_encoding(tape, tape.value(x).rows(), std::move(exponents), label), input);
}

// Appends an attention whose softmax runs over columns.
AttentionNodes attention_by_columns(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& weights,
                                    const AttentionOptions& options) {
  AttentionNodes nodes = score_tokens(tape, query_input, key_input, weights, options);
  nodes.weights = softmax(tape, nodes.visible_scores(), 1, Along::columns, "weights");
  mix_values(tape, weights, options, nodes);
  return nodes;
}

std::string drawn_formula(const InputReader& in) { return is_numpy(in) ? "rand(), seed " + std::to_string(in.seed()) : std::string(); }

}  // namespace

AttentionInputs read_attention(const InputReader& in, const AttentionExercise& exercise) {
  AttentionInputs inputs;
  inputs.tokens = exercise.tokens;
  const DrawnMatrices drawn = drawn_matrices(in, exercise);
  auto next = drawn->begin();
  inputs.x = made_embeddings(exercise, is_numpy(in) ? *next++ : exercise.embeddings(inputs.seeded));
  if (const Tensor* typed = in.matrix("x")) {
    expect_shape("x", *typed, inputs.x.rows(), inputs.x.cols(), find_input(in.lesson(), "x")->shape);
    inputs.typed_x = true;
    inputs.seeded.clear();
    inputs.x = *typed;
  }
  for (const WeightInput& weight : exercise.weights) {
    const bool given = is_given(in, weight);
    const Tensor &made = given ? weight.given : *next++, *typed = in.matrix(weight.name);
    inputs.drawn_for_shape = inputs.drawn_for_shape || (!typed && !given && in.text("weights") == "given");
    inputs.weights.push_back(typed ? *typed : made);
  }
  for (std::size_t i = 0; i < exercise.weights.size(); ++i) check_shape(in, exercise.weights[i], inputs.weights[i]);
  return inputs;
}

NodeId append_embeddings(const InputReader& in, const AttentionInputs& inputs, LessonBuild& out) {
  return out.input_matrix("x", inputs.x, Label("x", drawn_formula(in)).with_rows(token_axis(inputs.tokens)).with_cols(feature_axis()));
}

NodeId append_weight(const InputReader& in, const char* name, Tensor value, Axis cols, LessonBuild& out) {
  return out.input_matrix(name, std::move(value), Label(name, drawn_formula(in)).with_rows(feature_axis()).with_cols(std::move(cols)));
}

void add_drawn_notes(const InputReader& in, const AttentionInputs& inputs, std::vector<std::pair<std::string, std::string>> shape,
                     LessonBuild& out) {
  const std::string seed = std::to_string(in.seed());
  if (!inputs.seeded.empty()) out.notes.push_back({"seeded_embeddings", {{"words", joined(inputs.seeded)}, {"seed", seed}}});
  if (is_numpy(in)) out.notes.push_back({"numpy_stream", {{"seed", seed}}});
  shape.emplace_back("seed", seed);
  if (inputs.drawn_for_shape) out.notes.push_back({"weights_drawn", std::move(shape)});
}

AttentionChain attention_chain(Tape& tape, NodeId x, const AttentionWeights& weights, const ChainOptions& options) {
  using namespace self_attention;
  AttentionChain chain;
  const Index width = tape.value(x).cols();
  if (options.positions) {
    chain.input = with_positions(tape, x, options.published ? printed_exponents(width) : position_exponents(width), "position", "input");
    chain.position = tape[chain.input].inputs.back();
  } else {
    chain.input = scale(tape, x, 1, Label("input", "x"));
  }
  // The worked example makes its queries from the exponents that it writes, and not from the positions that it prints.
  NodeId query_input = chain.input;
  if (options.positions && options.published && same_values(tape.value(x), source_embeddings()))
    query_input = with_positions(tape, x, written_exponents(width), "position_as_written", "query_input");
  const auto attend = options.softmax_along == Along::columns ? attention_by_columns : attention;
  chain.attention = attend(tape, query_input, chain.input, weights, options.attention);
  return chain;
}

void keep_token_rows(const LessonInfo& lesson, const Inputs& before, Inputs& after, const SentenceOfLesson& sentence) {
  const auto typed = after.find("x");
  if (typed == after.end()) return;
  try {
    const std::vector<std::string> old_tokens = sentence.tokens(InputReader(lesson, before)),
                                   new_tokens = sentence.tokens(InputReader(lesson, after));
    const Tensor old_x = std::get<Tensor>(typed->second);
    after.erase(typed);
    if (old_x.rows() != std::ssize(old_tokens)) return;
    after["x"] = with_kept_rows(old_x, old_tokens, new_tokens, sentence.embeddings(InputReader(lesson, after)));
  } catch (const InputError&) {
    // The new text is refused when the trace is computed.
  }
}

void forget(Inputs& inputs, const std::vector<const char*>& names) {
  for (const char* name : names) inputs.erase(name);
}

}  // namespace gf
