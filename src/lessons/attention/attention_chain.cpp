#include "lessons/attention/attention_chain.h"

#include <algorithm>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "model/initialisation.h"

namespace gf {
namespace {

bool is_numpy(const InputReader& in) { return in.text("weights") == "numpy"; }

Initialisation initialisation_of(const InputReader& in) {
  return is_numpy(in) ? Initialisation::numpy : in.text("weights") == "he" ? Initialisation::he : Initialisation::xavier;
}

Tensor made_embeddings(const InputReader& in, const AttentionExercise& exercise, NumpyRandom& random, std::vector<std::string>& seeded) {
  const Shape shape = matrix_shape(static_cast<Index>(exercise.tokens.size()), exercise.width);
  Tensor x(shape);
  const Tensor words = is_numpy(in) ? random.uniform(shape) : exercise.embeddings(seeded);
  std::copy_n(words.data(), exercise.words * exercise.width, x.data());
  return x;
}

void check_shape(const InputReader& in, const WeightInput& weight, const Tensor& value) {
  const Index cols = weight.most_cols > 0 ? std::min(value.cols(), weight.most_cols) : weight.cols;
  expect_shape(weight.name, value, weight.rows, cols, find_input(in.lesson(), weight.name)->shape);
}

// x with a position encoding added.
NodeId with_positions(Tape& tape, NodeId x, PositionTable table, const std::string& position, const std::string& input) {
  const Label label = Label(position).with_rows(tape[x].rows).with_cols({"features", {}});
  return add(tape, x, position_encoding(tape, tape.value(x).rows(), tape.value(x).cols(), table, label), input);
}

std::string drawn_formula(const InputReader& in) { return is_numpy(in) ? "rand(), seed " + std::to_string(in.seed()) : std::string(); }

}  // namespace

AttentionInputs read_attention(const InputReader& in, const AttentionExercise& exercise) {
  AttentionInputs inputs;
  inputs.tokens = exercise.tokens;
  NumpyRandom random(in.seed());
  inputs.x = made_embeddings(in, exercise, random, inputs.seeded);
  if (const Tensor* typed = in.matrix("x")) {
    expect_shape("x", *typed, inputs.x.rows(), inputs.x.cols(), find_input(in.lesson(), "x")->shape);
    inputs.typed_x = true;
    inputs.seeded.clear();
    inputs.x = *typed;
  }
  for (const WeightInput& weight : exercise.weights) {
    // The draw is made even where the matrix was typed in, so that the others keep theirs.
    const bool given = in.text("weights") == "given" && weight.given.size() > 0;
    Tensor made = given ? weight.given : initialise(initialisation_of(in), random, weight.rows, weight.cols);
    const Tensor* typed = in.matrix(weight.name);
    inputs.drawn_for_shape = inputs.drawn_for_shape || (!typed && !given && in.text("weights") == "given");
    inputs.weights.push_back(typed ? *typed : std::move(made));
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
  if (options.positions) {
    chain.input = with_positions(tape, x, options.published ? PositionTable::printed : PositionTable::corrected, "position", "input");
    chain.position = tape[chain.input].inputs.back();
  } else {
    chain.input = scale(tape, x, 1, Label("input", "x"));
  }
  // The document's queries of this one sentence were not made from its printed table, but from the exponents as written there.
  NodeId query_input = chain.input;
  if (options.positions && options.published && same_values(tape.value(x), source_embeddings()))
    query_input = with_positions(tape, x, PositionTable::as_written, "position_as_written", "query_input");
  chain.attention = attention(tape, query_input, chain.input, weights, options.attention);
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
    if (old_x.rows() != static_cast<Index>(old_tokens.size())) return;
    after["x"] = with_kept_rows(old_x, old_tokens, new_tokens, sentence.embeddings(InputReader(lesson, after)));
  } catch (const InputError&) {
    // The new text is refused when it is computed, with this same error and the document as it was.
  }
}

void forget(Inputs& inputs, const std::vector<const char*>& names) {
  for (const char* name : names) inputs.erase(name);
}

}  // namespace gf
