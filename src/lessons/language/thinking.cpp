// The lesson thinking: two small models of one shape say whether the number of ones among bits is odd or even. One answers at once. The
// other writes the parity after each bit first.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "autograd/ops.h"
#include "core/nth.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/task_model.h"
#include "model/token_axes.h"
#include "model/transformer.h"
#include "protocol/step.h"
#include "train/batch.h"
#include "train/shipped_model.h"
#include "train/tasks/rules.h"
#include "train/tasks/tasks.h"

namespace gf::thinking_lesson {
namespace {

using Tokens = std::vector<std::string>;

constexpr const char *kAtOnceModel = "assets/models/parity.safetensors", *kInStepsModel = "assets/models/parity-steps.safetensors";
constexpr const char *kOdd = "odd", *kEven = "even";
constexpr std::size_t kMostBits = 16;
constexpr int kLongestTrained = 12;                       // bits of the longest question in training
constexpr int kCounted[] = {8, 10, kLongestTrained, 14};  // bits of the questions on which both models are measured
constexpr std::size_t kMostQuestions = 100;               // of each length

// ---- the models --------------------------------------------------------------------------------------------------------

// A model, with the number of unseen questions and of right answers for each length of kCounted.
struct Solver {
  ShippedModel model;
  Dataset words;
  std::vector<Index> right, questions;

  const TransformerConfig& config() const { return std::get<TransformerConfig>(model.settings.model); }
};

Tokens bits_of_number(std::size_t number, int count) {
  Tokens bits;
  for (int bit = count - 1; bit >= 0; --bit) bits.emplace_back((number >> bit) % 2 == 1 ? "1" : "0");
  return bits;
}

// Returns questions of `bits` bits, evenly spread over those that no training example has.
std::vector<Example> unseen_questions(const std::string& task, int bits) {
  std::vector<Example> all, spread;
  for (std::size_t number = 0; number < (std::size_t{1} << bits); ++number) {
    Tokens question = bits_of_number(number, bits);
    if (!are_bits_held_out(joined(question, " "))) continue;
    Tokens answer = *answer_by_rule(task, question);
    all.push_back({std::move(question), std::move(answer)});
  }
  const std::size_t count = std::min(all.size(), kMostQuestions);
  for (std::size_t i = 0; i < count; ++i) spread.push_back(std::move(all[i * all.size() / count]));
  return spread;
}

Solver counted_solver(const std::string& bytes, const std::string& path) {
  Solver solver{model_of_task(bytes, path), {}, {}, {}};
  solver.words = words_of(solver.model);
  Dataset data = solver.words;
  for (const int bits : kCounted) {
    data.held_out = unseen_questions(data.task, bits);
    solver.questions.push_back(std::ssize(data.held_out));
    solver.right.push_back(answered_rightly(data, solver.config(), solver.model.weights, solver.questions.back()));
  }
  return solver;
}

// Appends the pass over a question and the answer written so far.
TransformerNodes append_solver(Tape& tape, const Solver& solver, const Example& example, bool named) {
  const Batch batch = make_batch(solver.words, solver.config(), {&example});
  ForwardOptions options;
  std::vector<ParameterSpec> specs = parameter_specs(solver.config());
  if (named) {
    options = named_tokens(solver.words, solver.config(), batch);
    name_tokens(specs, options.source_vocabulary, options.target_vocabulary);
  }
  options.loss = false;
  return transformer(tape, solver.config(), ParameterNodes(tape, specs, solver.model.weights), batch, options);
}

const char* other(const std::string& parity) { return parity == kOdd ? kEven : kOdd; }

// Returns a step for each bit, the likelier of the two words. Step `falsified` is replaced by the other word, and the model continues from
// it (the first step is 1; 0: no step). A pass over guessed steps confirms all steps up to the first wrong guess, so few passes are needed.
Tokens written_steps(const InputReader& in, const Solver& solver, const Tokens& bits, std::size_t falsified) {
  Tokens steps = *parity_steps_rule(bits);
  std::size_t known = 0;
  while (known < steps.size()) {
    const Tokens predicted = in.once([&] {
      Tape tape;
      const Tensor& logits = tape.value(append_solver(tape, solver, {bits, steps}, false).logits);
      const int odd = solver.words.target.find(kOdd), even = solver.words.target.find(kEven);
      Tokens likelier;
      for (Index row = 0; row < std::ssize(steps); ++row) likelier.emplace_back(logits.at(row, odd) > logits.at(row, even) ? kOdd : kEven);
      return likelier;
    });
    for (bool follows = true; known < steps.size() && follows; ++known) {
      const std::string step = known + 1 == falsified ? other(predicted[known]) : predicted[known];
      follows = step == steps[known];
      if (follows) continue;
      steps[known] = step;
      for (std::size_t next = known + 1; next < steps.size(); ++next)
        steps[next] = bits[next] == "1" ? other(steps[next - 1]) : steps[next - 1];
    }
  }
  return steps;
}

// ---- the task ----------------------------------------------------------------------------------------------------------

struct Task {
  NodeId bits, parity;  // (1, n)
  Axis positions;
};

Task append_task(Tape& tape, LessonBuild& out, const Tokens& bits) {
  const auto count = std::ssize(bits);
  std::vector<std::string> numbers;
  Tensor row(matrix_shape(1, count));
  for (Index i = 0; i < count; ++i) {
    row.at(0, i) = nth(bits, i) == "1" ? 1.0f : 0.0f;
    numbers.push_back(std::to_string(i + 1));
  }
  Task task{-1, -1, {"positions", std::move(numbers)}};
  const auto label = [&](const char* name, const char* formula, const char* key) {
    return Label(name, formula).with_rows(keyed_axis("", {key})).with_cols(task.positions);
  };
  task.bits = constant(tape, std::move(row), label("bits", "bits", "@bit"));
  const NodeId ones = running_sums(tape, task.bits, {.along = Along::rows}, Label("ones").with_rows(keyed_axis("", {"@ones_so_far"})));
  auto counts = std::make_shared<Tensor>(tape.value(ones));
  Tensor odd = *counts;
  for (Index i = 0; i < count; ++i) odd.at(0, i) = static_cast<float>(static_cast<int>(odd.at(0, i)) % 2);
  const auto account = [counts](const Cell& cell) {
    const auto so_far = static_cast<double>(counts->at(cell));
    const double pairs = static_cast<double>(static_cast<int>(so_far) / 2);
    return CellArithmetic{"@left_of_pairs", expr::difference(expr::number(so_far), expr::product({expr::number(2), expr::number(pairs)}))};
  };
  std::vector<std::string> texts;
  for (Index i = 0; i < count; ++i) texts.push_back(std::to_string(static_cast<int>(counts->at(0, i))));
  task.parity = accounted(tape, std::move(odd), account, OpCode{"$out = np.array([[" + joined(texts) + "]]) % 2"},
                          label("parity", "@left_of_pairs", "@is_odd"));
  out.show_each(View::matrix, {"bits", "ones", "parity"}, "task");
  return task;
}

// ---- at once -----------------------------------------------------------------------------------------------------------

void append_at_once(LessonBuild& out, const Solver& solver, const Tokens& bits) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("once");
  const NodeId all = append_solver(tape, solver, {bits, {}}, true).probabilities;
  const NodeId first = slice(tape, all, 0, 1, "first", Along::rows);
  const auto [from, to] = std::minmax({solver.words.target.find(kOdd), solver.words.target.find(kEven)});
  slice(tape, first, from, to + 1,
        Label("answer").with_rows({}).with_cols({"answers", {solver.words.target.token(from), solver.words.target.token(to)}}),
        Along::columns);
  out.show(View::ranking, "once.answer", "once");
  out.show(View::heads, "once.decoder.0.cross_attention.weights", "once");
}

// ---- in steps ----------------------------------------------------------------------------------------------------------

void append_in_steps(LessonBuild& out, const Solver& solver, const Tokens& bits, const Tokens& steps, std::size_t falsified,
                     const Task& task) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("steps");
  const auto count = std::ssize(steps);
  const NodeId logits = append_solver(tape, solver, {bits, steps}, true).logits;
  out.show(View::heads, "steps.decoder.0.cross_attention.weights", "steps");
  out.show(View::heads, "steps.decoder.0.self_attention.weights", "steps");
  out.show(View::likeliest, "steps.probabilities", "steps");

  Tensor odd(matrix_shape(1, count));
  std::vector<std::string> names;
  std::vector<int> ids;
  for (Index i = 0; i < count; ++i) {
    const std::string& step = nth(steps, i);
    odd.at(0, i) = step == kOdd ? 1.0f : 0.0f;
    names.push_back(nth(bits, i) + " → " + step);
    ids.push_back(solver.words.target.find(step));
  }
  const auto row = [&](const char* name, const char* key) {
    return Label(name).with_rows(keyed_axis("", {key})).with_cols(task.positions);
  };
  Label label = row("written", "@written_odd");
  label.formula = "@next_again";
  const NodeId written = constant(tape, std::move(odd), std::move(label));
  const NodeId difference = add(tape, written, scale(tape, task.parity, -1, "minus_parity"), row("difference", "@difference"));
  const NodeId wrong = multiply(tape, difference, difference, row("wrong", "@is_wrong"));
  const Index after = static_cast<Index>(std::min<std::size_t>(falsified, steps.size() - 1));
  const NodeId later = slice(tape, wrong, after, count, "later", Along::columns);
  sum(tape, later, Along::rows, Label("wrong_after").with_cols(keyed_axis("", {"@count"})));
  out.show_each(View::matrix, {"steps.written", "steps.wrong", "steps.wrong_after"}, "steps");

  // The steps as a list, with the probability of each step.
  const Axis list{"steps", names};
  const NodeId one = constant(tape, Tensor::filled(matrix_shape(1, 1), 1), Label("one", "@ones"));
  const NodeId right_row = add(tape, scale(tape, wrong, -1, "minus_wrong"), one, "right_row");
  const NodeId right = matmul_tn(tape, right_row, one, Label("right").with_rows(list).with_cols(keyed_axis("", {"@answered_right"})));
  const NodeId asked = slice(tape, logits, 0, count, Label("step_logits").with_rows(list), Along::rows);
  const NodeId losses = cross_entropy(tape, asked, ids, Label("losses").with_rows(list));
  const NodeId chance =
      exponential(tape, scale(tape, losses, -1, "minus_losses"), Label("chance").with_rows(list).with_cols(keyed_axis("", {"@part"})));
  out.panels.push_back({View::shortlist, {tape[chance].name, tape[right].name}, "steps", {PanelRole::shares, PanelRole::kept}});
}

// ---- counted -----------------------------------------------------------------------------------------------------------

void append_counts(LessonBuild& out, const Solver& at_once, const Solver& in_steps, Index bits) {
  Tape& tape = out.tape;
  const Axis ways = keyed_axis("", {"@at_once", "@in_steps"});
  const auto longest =
      static_cast<std::size_t>(std::find(std::begin(kCounted), std::end(kCounted), kLongestTrained) - std::begin(kCounted));
  {
    const auto scope = tape.scope("once");
    append_right_answers(tape, {at_once.right[longest]}, at_once.questions[longest], keyed_axis("", {"@at_once"}));
  }
  append_right_answers(tape, {at_once.right[longest], in_steps.right[longest]}, at_once.questions[longest], ways);
  out.show(View::ranking, "once.right_answers", "once");
  out.show(View::ranking, "right_answers", "counted");

  std::vector<std::string> lengths;
  for (const int length : kCounted) lengths.push_back("@bits " + std::to_string(length));
  Tensor right(matrix_shape(std::ssize(kCounted), 2)), asked = right;
  for (std::size_t i = 0; i < std::size(kCounted); ++i)
    for (const auto& [col, solver] : {std::pair<Index, const Solver*>{0, &at_once}, {1, &in_steps}}) {
      right.at(static_cast<Index>(i), col) = static_cast<float>(solver->right[i]);
      asked.at(static_cast<Index>(i), col) = static_cast<float>(solver->questions[i]);
    }
  const auto table = [&](const char* name, const char* formula) {
    return Label(name, formula).with_rows(keyed_axis("bits", lengths)).with_cols(ways);
  };
  const NodeId counted = constant(tape, std::move(right), table("right_counts", "@counted_right"));
  const NodeId questions = constant(tape, std::move(asked), table("questions", "@counted_questions"));
  divide(tape, counted, questions, Label("right_by_length").with_rows(keyed_axis("bits", lengths)).with_cols(ways));
  out.show(View::curve, "right_by_length", "counted");
  out.show_each(View::matrix, {"right_by_length", "right_counts", "questions"}, "counted");

  const NodeId tokens = constant(tape, Tensor::from_rows({{1}, {static_cast<float>(bits)}}),
                                 Label("tokens", "1, n").with_rows(ways).with_cols(keyed_axis("", {"@tokens"})));
  const NodeId times = constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(at_once.questions[longest])),
                                Label("asked", "@counted_questions").with_cols(keyed_axis("", {"@questions"})));
  matmul(tape, tokens, times, Label("all_tokens").with_rows(ways).with_cols(keyed_axis("", {"@tokens"})));
  out.show_each(View::matrix, {"tokens", "asked", "all_tokens"}, "counted");
}

void build(const InputReader& in, LessonBuild& out) {
  const auto at_once = in.decoded(kAtOnceModel, counted_solver);
  const auto in_steps = in.decoded(kInStepsModel, counted_solver);
  const Tokens bits = limited_question(in_steps->words, in.text("question"), kMostBits);
  const auto falsified = static_cast<std::size_t>(in.number("falsified"));
  const Task task = append_task(out.tape, out, bits);
  append_at_once(out, *at_once, bits);
  append_in_steps(out, *in_steps, bits, written_steps(in, *in_steps, bits, falsified), falsified, task);
  append_counts(out, *at_once, *in_steps, std::ssize(bits));
}

// ---- the steps ---------------------------------------------------------------------------------------------------------

constexpr const char *kBits = "1 0 1 1 0 1 1 1 0 0 1 1", *kOtherBits = "0 1 1 0 1 0 1 1 1 0 0 1",
                     *kLongBits = "1 0 1 1 0 1 1 1 0 0 1 1 0 1";

constexpr InputSpec kInputs[] = {text_input("question", kBits), number_input("falsified", 0, 0, static_cast<double>(kMostBits))};

constexpr Preset kPresets[] = {
    {"twelve", {}}, {"other", {{"question", kOtherBits}}}, {"wrong-step", {{"falsified", 4.0}}}, {"longer", {{"question", kLongBits}}}};

constexpr Step kSteps[] = {
    {.id = "task", .focus = "parity", .cell = CellName{0, 0, 11}, .scene = "bits / ones / parity*"},
    {.id = "by_hand",
     .focus = "parity",
     .cell = CellName{0, 0, 0},
     .scene = "bits / parity*",
     .example = {.preset = "other"},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}}, "ones, steps.written"}},
    {.id = "at_once",
     .focus = "once.right_answers",
     .cell = CellName{0, 0, 0},
     .scene = "bits | once.answer -> once.right_answers*",
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "right_answers, right_counts, right_by_length"}},
    {.id = "in_steps",
     .focus = "right_answers",
     .cell = CellName{0, 1, 0},
     .scene = "bits / steps.written | right_answers*",
     .ask = Ask{.how = WhichIsSo{{"fewer", "same", "more"}, {-0.05f, 0.05f}, At{"right_answers", CellName{0, 0, 0}}},
                .also = "right_counts, right_by_length"}},
    {.id = "one_bit_each",
     .focus = "steps.decoder.0.cross_attention.weights",
     .cell = CellName{1, 4, 0},
     .scene = "steps.decoder.0.cross_attention.weights*",
     .ask = Ask{.how = WhereIsMost{.among = {0, 1, 2, 3, 4, 5, 6}},
                .also = "steps.decoder.0.cross_attention.scores, steps.decoder.0.cross_attention.dot_products",
                .stack = true}},
    {.id = "wrong_step",
     .focus = "steps.wrong_after",
     .cell = CellName{0, 0, 0},
     .scene = "parity / steps.written -> steps.wrong_after*",
     .example = {.preset = "wrong-step"},
     .ask = Ask{.how = HowMuch{.least = 0, .most = 8, .whole = true},
                .also = "steps.written, steps.difference, steps.wrong, steps.later, steps.minus_wrong, steps.right_row, steps.right"},
     .controls = "falsified"},
    {.id = "longer",
     .focus = "right_by_length",
     .cell = CellName{0, "@bits 14", 1},
     .scene = "right_by_length as curve , right_by_length* as matrix",
     .ask = Ask{.how = WhichIsSo{{"none", "half", "all"}, {0.3f, 0.8f}}, .also = "right_counts"}},
    {.id = "price",
     .focus = "all_tokens",
     .cell = CellName{0, 1, 0},
     .scene = "tokens x asked = all_tokens* | right_answers",
     .exercise = Exercise{{{0, 1, 0}}}},
    {.id = "large", .focus = "steps.right", .scene = "steps.right* , right_answers / all_tokens"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "thinking", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files =
                                         [](const InputReader&) {
                                           return Tokens{kAtOnceModel, kInStepsModel};
                                         },
                                     .largest = {{"question", "1 0 1 1 0 1 1 1 0 0 1 1 0 1 0 1"}, {"falsified", 3.0}}};
  return kLesson;
}

}  // namespace gf::thinking_lesson
