// The lesson backpropagation: one block, its loss, the gradients of all its nodes, and one step of gradient descent. BACKPROPAGATION.md
// derives the gradients.
#include <algorithm>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "lessons/backpropagation/backpropagation_data.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "model/attention.h"
#include "protocol/step.h"

namespace gf::backpropagation_lesson {
namespace {

using namespace backpropagation;

// The sources divide by the plain standard deviation. With this epsilon under the root, a row of equal numbers becomes 0 in place of NaN.
// The epsilon is below a float's precision for rows with a variance above 10⁻⁴.
constexpr float kNormEpsilon = 1e-12f;

struct Weights {
  NodeId w_q, w_k, w_v, w;
};

struct Leaves {
  NodeId x = -1, input = -1;
  Weights weights{};
};

Leaves append_leaves(const InputReader& in, const WorkedExample& e, LessonBuild& out) {
  Tape& tape = out.tape;
  Leaves leaves;
  leaves.x = out.input_matrix("x", e.x, Label("x").with_rows(token_axis(e.tokens)).with_cols(feature_axis()));
  if (in.toggle("positions")) {
    const Label label = Label("position").with_rows(token_axis(e.tokens)).with_cols(feature_axis());
    leaves.input = add(tape, leaves.x, position_encoding(tape, e.x.rows(), position_exponents(e.x.cols()), label), "input");
  } else {
    leaves.input = scale(tape, leaves.x, 1, Label("input", "x"));
  }
  const auto weight = [&](const char* name, const Tensor& value, Axis cols) {
    return out.input_matrix(name, value, Label(name).with_rows(feature_axis()).with_cols(std::move(cols)));
  };
  leaves.weights = {weight("w_q", e.w_q, {"q", {}}), weight("w_k", e.w_k, {"k", {}}), weight("w_v", e.w_v, {"v", {}}),
                    weight("w", e.w, {"vocabulary", e.vocabulary})};
  return leaves;
}

// Appends the nodes from the input to the loss. `skip` is the term of the residual connection: x, or the input with its positions.
NodeId forward(Tape& tape, NodeId input, NodeId skip, const Weights& w, bool norm, const std::vector<int>& targets) {
  const AttentionNodes nodes = attention(tape, input, input, {w.w_q, w.w_k, w.w_v}, {});
  NodeId last = add(tape, nodes.output, skip, Label("residual").with_cols(feature_axis()));
  if (norm) last = layer_norm(tape, last, kNormEpsilon, "norm");
  const NodeId logits = matmul(tape, last, w.w, "logits");
  softmax(tape, logits, 1, Along::rows, "probabilities");
  const NodeId losses = cross_entropy(tape, logits, targets, Label("losses").with_cols({"loss", {}}));
  return mean(tape, losses, Along::all, Label("loss").with_rows({"loss", {}}).with_cols({"loss", {}}));
}

// Appends the one-hot targets T, (n, v): each row has its 1 at the word that should come next.
void append_targets(Tape& tape, const WorkedExample& e) {
  Tensor t(matrix_shape(e.x.rows(), e.w.cols()));
  for (Index row = 0; row < t.rows(); ++row) t.at(row, nth(e.target_ids, row)) = 1;
  constant(tape, std::move(t), Label("targets", "one_hot(next)").with_rows(token_axis(e.tokens)).with_cols({"vocabulary", e.vocabulary}));
}

// Holds the held cells after the step as well; otherwise the two losses could not be compared.
void hold_after(Tape& tape) {
  std::vector<Pin> held;
  for (NodeId id = 0; id < tape.size(); ++id) {
    if (tape[id].gradient.is_gradient()) continue;
    const std::vector<Pin>& pins = tape[id].pins;
    held.insert(held.end(), pins.begin(), pins.end());
  }
  for (const Pin& pin : held)
    if (!pin.node.ends_with("_unpinned") && pin.node != "x" && pin.node != "position" && pin.node != "input" && pin.node != "targets")
      tape.hold({"after." + pin.node, pin.cell, pin.value});
}

// Appends w - learning_rate · d_w for each weight, and the forward pass with the new weights.
void take_step(Tape& tape, const Leaves& leaves, NodeId skip, bool norm, double rate, const std::vector<int>& targets) {
  hold_after(tape);
  const auto scope = tape.scope("after");
  const auto moved = [&](NodeId w) {
    const std::string name = tape[w].name;
    const NodeId change = scale(tape, tape.find(gradient_name(name)), -static_cast<float>(rate), "change_" + name);
    return add(tape, w, change, name);
  };
  const Weights& w = leaves.weights;
  const Weights after{moved(w.w_q), moved(w.w_k), moved(w.w_v), moved(w.w)};
  forward(tape, leaves.input, skip, after, norm, targets);
}

// Appends the loss before the step and after it, (2, 1).
void compare_losses(Tape& tape) {
  concat(tape, {tape.find("loss"), tape.find("after.loss")},
         Label("both_losses").with_rows(keyed_axis("", {"@before_step", "@after_step"})).with_cols(keyed_axis("", {"@loss"})), Along::rows);
}

// Returns the gradients in the order of the backward pass: each comes after the gradients that it is made of.
std::vector<std::string> backward_order(const Tape& tape) {
  std::vector<std::string> order{"d_loss",   "d_losses", "d_logits",  "d_w",      "d_norm",         "d_residual",
                                 "d_output", "d_value",  "d_weights", "d_scores", "d_dot_products", "d_query",
                                 "d_key",    "d_w_q",    "d_w_k",     "d_w_v",    "d_input",        "d_x"};
  std::erase_if(order, [&](const std::string& name) { return tape.find(name) < 0; });
  return order;
}

// Returns a gradient with the nodes that belong to it. If a value is used several times, its gradient is a sum, and the parts come first.
// Behind the gradient stand the gradient and the value without held cells, if the tape has them.
std::vector<std::string> with_parts(const Tape& tape, const std::string& gradient) {
  std::vector<std::string> names;
  for (NodeId id = 0; id < tape.size(); ++id)
    if (tape[id].name.rfind(gradient + "_through_", 0) == 0 || tape[id].name.rfind(gradient + "_sum", 0) == 0)
      names.push_back(tape[id].name);
  names.push_back(gradient);
  for (const std::string& free : {gradient + "_unpinned", gradient.substr(2) + "_unpinned"})
    if (tape.find(free) >= 0) names.push_back(free);
  return names;
}

void add_forward_panels(LessonBuild& out) {
  out.show(View::tokens, "x", "embedding");
  out.show_each(View::matrix, {"position", "input"}, "embedding");
  out.show_each(View::matrix, {"w_q", "query", "w_k", "key", "w_v", "value", "dot_products", "scores"}, "attention");
  out.show(View::attention, "weights", "attention");
  out.show(View::matrix, "output", "attention");
  out.show_each(View::matrix, {"residual", "norm", "w", "logits"}, "prediction");
  out.show_each(View::matrix, {"probabilities", "targets", "losses", "loss"}, "loss");
}

void add_step_panels(LessonBuild& out) {
  for (const std::string weight : {"w_q", "w_k", "w_v", "w"})
    out.show_each(View::matrix, {"after.change_" + weight, "after." + weight}, "step");
  out.show_each(View::matrix, {"after.weights", "after.probabilities", "after.losses", "after.loss"}, "step");
  out.show(View::ranking, "both_losses", "step");
}

void add_panels(const InputReader& in, LessonBuild& out) {
  const std::vector<std::string> order = backward_order(out.tape);
  const std::size_t reached = std::min(static_cast<std::size_t>(in.whole("backward_step")), order.size());
  const std::vector<std::string> gradients(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(reached));
  add_forward_panels(out);
  for (const std::string& gradient : gradients) out.show_each(View::matrix, with_parts(out.tape, gradient), "backward");
  if (reached == order.size()) add_step_panels(out);
  if (reached == 0) out.notes.push_back({"backward_not_begun", {{"steps", std::to_string(order.size())}}});
  if (reached > 0 && reached < order.size())
    out.notes.push_back(
        {"backward_reached", {{"step", std::to_string(reached)}, {"steps", std::to_string(order.size())}, {"node", order[reached - 1]}}});
}

void add_notes(const InputReader& in, const WorkedExample& e, LessonBuild& out) {
  const auto number = [&](const char* node) { return static_cast<double>(out.tape.value(out.tape.find(node)).at(0, 0)); };
  const double before = number("loss"), after = number("after.loss");
  const std::string rate = format_number(in.number("learning_rate"), 9);
  out.notes.push_back({after <= before ? "step_taken" : "step_too_large",
                       {{"before", format_number(before)}, {"after", format_number(after)}, {"rate", rate}}});
  if (!e.dropped.empty()) out.notes.push_back({"last_token", {{"word", e.dropped}}});
  if (in.toggle("positions")) out.notes.push_back({in.text("residual") == "x" ? "residual_of_x" : "residual_of_input", {}});
  if (!e.seeded.empty()) out.notes.push_back({"seeded_embeddings", {{"words", joined(e.seeded)}, {"seed", std::to_string(kSeed)}}});
  if (e.drawn_weights) out.notes.push_back({"drawn_weights", {{"shape", to_string(e.w_q.shape())}, {"seed", std::to_string(kSeed)}}});
  if (e.drawn_w) out.notes.push_back({"drawn_w", {{"seed", std::to_string(kSeed)}}});
}

void build(const InputReader& in, LessonBuild& out) {
  const WorkedExample e = worked_example_of(in);
  Tape& tape = out.tape;
  const Leaves leaves = append_leaves(in, e, out);
  const NodeId skip = in.text("residual") == "x" ? leaves.x : leaves.input;
  const NodeId loss = forward(tape, leaves.input, skip, leaves.weights, in.toggle("norm"), e.target_ids);
  append_targets(tape, e);
  backward(tape, loss);
  out.gradients_of = tape[loss].name;
  take_step(tape, leaves, skip, in.toggle("norm"), in.number("learning_rate"), e.target_ids);
  compare_losses(tape);
  add_panels(in, out);
  add_notes(in, e, out);
}

constexpr double kBackwardSteps = 18;

constexpr InputSpec kInputs[] = {text_input("text", "You are welcome <end>"),
                                 text_input("targets", ""),
                                 toggle_input("positions", true),
                                 choice_input("residual", "x, x+p"),
                                 toggle_input("norm", true),
                                 number_input("backward_step", kBackwardSteps, 0, kBackwardSteps),
                                 number_input("learning_rate", 0.5, 0, 10, 0.05),
                                 matrix_input("x", "(tokens, width)"),
                                 matrix_input("w_q", "(width, width)"),
                                 matrix_input("w_k", "(width, width)"),
                                 matrix_input("w_v", "(width, width)"),
                                 matrix_input("w", "(width, vocabulary)")};

constexpr Preset kPresets[] = {{"you-are-welcome", {}},
                               {"de-nada", {{"text", "<start> de nada <end>"}}},
                               {"le-chat", {{"text", "le chat est sous la table"}}},
                               {"residual-of-the-input", {{"residual", "x+p"}}},
                               {"bare", {{"positions", false}, {"norm", false}}}};

// Nobody attends to "welcome".
constexpr Held kUnattended[] = {{"weights", {0, 0, 2}, 0}, {"weights", {0, 1, 2}, 0}, {"weights", {0, 2, 2}, 0}};

constexpr Step kSteps[] = {
    {.id = "graph", .focus = "loss", .cell = CellName{0, 0, 0}, .scene = "weights -> norm -> logits | losses -> loss*"},
    {.id = "loss",
     .focus = "losses",
     .cell = CellName{0, 1, 0},
     .scene = "targets , probabilities -> losses*",
     .example = {.set = {{"backward_step", 0.0}}},
     .ask = Ask{.how = WhereIsMost{.down = true, .among = {"You", "are", "welcome"}}, .also = "losses"}},
    {.id = "logits",
     .focus = "d_logits",
     .cell = CellName{0, 0, "are"},
     .scene = "probabilities , targets -> d_logits*",
     .example = {.set = {{"backward_step", 3.0}}},
     .ask = Ask{.how = WhichIsSo{{"negative", "positive"}, {0}}}},
    {.id = "output_weights",
     .focus = "d_w",
     .cell = CellName{0, 0, "<end>"},
     .scene = "norm / logits -> d_w*",
     .example = {.set = {{"backward_step", 5.0}}},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "norm",
     .focus = "d_residual",
     .cell = CellName{0, 0, 3},
     .scene = "norm -> d_residual*",
     .example = {.set = {{"backward_step", 6.0}}},
     .exercise = Exercise{{{0, 0, 3}, {0, 1, 3}}, "d_output, d_x"}},
    {.id = "plus",
     .focus = "d_output",
     .cell = CellName{0, 0, 1},
     .scene = "residual -> output* / x",
     .example = {.set = {{"backward_step", 7.0}}},
     .ask = Ask{.how = WhichIsSo{{"all", "half"}, {0.04f}, At{"d_residual", {0, 0, 1}}}, .also = "d_output"}},
    {.id = "values",
     .focus = "d_value",
     .cell = CellName{0, "welcome", 0},
     .scene = "weights x output -> d_value*",
     .example = {.set = {{"backward_step", 8.0}}, .hold = kUnattended},
     .ask = Ask{.how = HowMuch{-0.3, 0.3}, .also = "d_value"}},
    {.id = "scores",
     .focus = "d_scores",
     .cell = CellName{0, "welcome", "welcome"},
     .scene = "weights -> d_scores*",
     .example = {.set = {{"backward_step", 10.0}}},
     .ask = Ask{.how = HowMuch{-0.5, 0.5}, .also = "d_scores"}},
    {.id = "queries_and_keys",
     .focus = "d_dot_products",
     .cell = CellName{0, 0, 1},
     .scene = "scores -> dot_products*",
     .example = {.set = {{"backward_step", 12.0}}},
     .ask = Ask{.how = WhichIsSo{{"half", "same", "twice"}, {0.05f, 0.1f}}, .also = "d_dot_products"}},
    {.id = "projections",
     .focus = "d_w_q",
     .cell = CellName{0, 0, 0},
     .scene = "input / query -> d_w_q*",
     .example = {.set = {{"backward_step", 14.0}}},
     .ask = Ask{.how = WhereIsMost{.down = true, .least = true, .among = {0, 1, 2, 3}}, .also = "d_w_q"}},
    {.id = "input",
     .focus = "d_x",
     .cell = CellName{0, 0, 0},
     .scene = "input + residual -> d_x*",
     .example = {.set = {{"backward_step", 18.0}}},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "descent_step",
     .focus = "both_losses",
     .cell = CellName{0, "@after_step", 0},
     .scene = "probabilities / after.probabilities -> losses / after.losses | both_losses*",
     .example = {.set = {{"backward_step", 18.0}, {"learning_rate", 0.5}}},
     .controls = "learning_rate"},
    {.id = "too_far",
     .focus = "both_losses",
     .cell = CellName{0, "@after_step", 0},
     .scene = "losses / after.losses -> both_losses*",
     .example = {.set = {{"backward_step", 18.0}, {"learning_rate", 5.0}}},
     .ask = Ask{.how = WhichIsSo{{"falls", "rises"}, {0}, At{"loss", {0, 0, 0}}},
                .also = "after.loss, after.losses, after.probabilities, after.logits"},
     .controls = "learning_rate"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "backpropagation", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .adapt = adapt,
      .largest = {{"text", [] { return numbered_words(kMostTokens); }},
                  {"x", [] { return Tensor::filled(matrix_shape(static_cast<Index>(kMostTokens), kMostWidth), 0.1f); }}}};
  return kLesson;
}

}  // namespace gf::backpropagation_lesson
