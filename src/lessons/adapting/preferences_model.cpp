#include "lessons/adapting/preferences_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/random.h"
#include "lessons/language/language_parts.h"
#include "model/sequence_pass.h"
#include "train/optimizer.h"

namespace gf::preferences_lesson {
namespace {

constexpr Index kAdapterRank = 2;
constexpr std::size_t kMostOfQuestion = 40, kMostOfAnswer = 20;  // tokens
constexpr double kTuningRate = 0.01;
constexpr double kBitsOfNat = 1.4426950408889634;  // 1 / ln 2

// Conversations that the model was not trained on: the text that it reads, and the answer that is measured.
struct HeldOut {
  const char *question, *answer;
};
constexpr HeldOut kHeldOut[] = {
    {"@user The pen is near the window. The spoon is behind the door. The book is under the tree. Where can I find the spoon? @assistant",
     "The spoon is behind the door."},
    {"@user Nina has a coat. Anna has a ring. Who has the ring? @assistant", "Anna has the ring."},
    {"@user Hello. My name is Tim. @assistant Hello, Tim. @user What is my name? @assistant", "Your name is Tim."}};

std::string last_block(const LanguageModel& model, const char* part) {
  return "decoder." + std::to_string(model.config.decoder_layers - 1) + ".feed_forward." + part;
}

// ---- answers -----------------------------------------------------------------------------------------------------------

// A question with one answer and <end>.
struct Answered {
  std::vector<int> ids;
  Index from = 0;  // the index of the answer's first token

  std::vector<int> answer() const { return {ids.begin() + from, ids.end()}; }
  bool operator==(const Answered&) const = default;
};

Answered answered(const LanguageModel& model, const std::string& question, const std::string& answer) {
  std::vector<int> asked = ids_of(model, question), both = ids_of(model, question + " " + answer);
  const auto same = static_cast<std::size_t>(std::mismatch(asked.begin(), asked.end(), both.begin(), both.end()).first - asked.begin());
  std::vector<int> added(both.begin() + static_cast<std::ptrdiff_t>(same), both.end());
  asked.resize(same);
  if (asked.size() > kMostOfQuestion) asked.erase(asked.begin(), asked.end() - static_cast<std::ptrdiff_t>(kMostOfQuestion));
  if (added.size() > kMostOfAnswer) added.resize(kMostOfAnswer);
  added.push_back(Vocabulary::kEnd);
  Answered text{asked, std::ssize(asked)};
  text.ids.insert(text.ids.end(), added.begin(), added.end());
  return text;
}

// Rows of a pass: a row for each of the n tokens of an answer, at the position before the token.
struct AnswerRows {
  Tensor hidden;  // (n, F), the neurons of the last block
  Tensor stream;  // (n, C), the residual stream after that block
  Tensor logits;  // (n, V)
};

AnswerRows rows_of_answer(const InputReader& in, const LanguageModel& model, const Answered& text) {
  return in.kept("rows of answer", std::tuple(model.weights, text.ids, text.from), [&] {
    Tape tape;
    const ParameterNodes weights(tape, model.config, model.weights);
    const std::vector<int> read(text.ids.begin(), text.ids.end() - 1);
    const NodeId logits = pass_over(tape, model.config, weights, read).logits;
    const auto before_answer = [&](NodeId node) {
      const Tensor& all = tape.value(node);
      Tensor rows(matrix_shape(all.rows() - text.from + 1, all.cols()));
      std::copy_n(all.row(text.from - 1), rows.size(), rows.data());
      return rows;
    };
    return AnswerRows{before_answer(tape.find(last_block(model, "hidden"))), before_answer(tape.find(last_block(model, "residual"))),
                      before_answer(logits)};
  });
}

double log_probability(const InputReader& in, const LanguageModel& model, const Answered& text) {
  Tape tape;
  const NodeId logits = constant(tape, rows_of_answer(in, model, text).logits, "logits");
  const NodeId surprise = cross_entropy(tape, logits, text.answer(), "surprise");
  return -static_cast<double>(tape.value(sum(tape, surprise, Along::all, "all")).at(0, 0));
}

// ---- training ----------------------------------------------------------------------------------------------------------

// The rows of both answers below each other, the preferred answer first.
struct Compared {
  Tensor hidden, stream;  // (n, F) and (n, C)
  std::vector<int> tokens;
  Index preferred_rows = 0;
  std::array<Answered, 2> answers;
};

Tensor below_each_other(const Tensor& first, const Tensor& second) {
  Tensor both(matrix_shape(first.rows() + second.rows(), first.cols()));
  std::copy_n(first.data(), first.size(), both.data());
  std::copy_n(second.data(), second.size(), both.row(first.rows()));
  return both;
}

// The adapter after some steps, and −ln p of both answers before each step and after the last.
struct Tuning {
  NamedTensors adapter;
  OptimizerState state;
  std::vector<std::array<float, 2>> surprises;
};

struct TunedTape {
  Tape tape;
  std::array<NodeId, 2> surprises{};  // −ln p of the preferred answer, and of the rejected one
};

// Appends −ln p of both answers, with an adapter beside the last matrix of the last block. The rows before that matrix do not depend on the
// adapter.
TunedTape tuned_tape(const LanguageModel& model, const Compared& both, const NamedTensors& adapter) {
  TunedTape tuned;
  Tape& tape = tuned.tape;
  const auto weight = [&](const char* name) {
    return constant(tape, std::shared_ptr<const Tensor>(model.weights, &model.weights->at(name)), name);
  };
  const NodeId a = parameter(tape, adapter.at("a"), "a"), b = parameter(tape, adapter.at("b"), "b");
  const NodeId thin = matmul(tape, constant(tape, both.hidden, "hidden"), a, "thin");
  const NodeId stream = constant(tape, both.stream, "stream"), change = matmul(tape, thin, b, "change");
  const NodeId line = add(tape, stream, change, "line");
  const NodeId normalised = layer_norm(tape, line, model.config.norm_epsilon, "normalised");
  const NodeId gained = multiply(tape, normalised, weight("decoder.norm_gain"), "gained");
  const NodeId norm = add(tape, gained, weight("decoder.norm_bias"), "norm");
  const NodeId logits = matmul_nt(tape, norm, weight("decoder.token_table"), "logits");
  const NodeId tokens = cross_entropy(tape, logits, both.tokens, "tokens");
  const Index count = std::ssize(both.tokens);
  const NodeId first = slice(tape, tokens, 0, both.preferred_rows, "first", Along::rows),
               second = slice(tape, tokens, both.preferred_rows, count, "second", Along::rows);
  tuned.surprises = {sum(tape, first, Along::all, "preferred"), sum(tape, second, Along::all, "rejected")};
  return tuned;
}

std::array<float, 2> surprises_on(const TunedTape& tuned) {
  return {tuned.tape.value(tuned.surprises[0]).at(0, 0), tuned.tape.value(tuned.surprises[1]).at(0, 0)};
}

// Takes one step of Adam on the loss of Rafailov et al. (2023), equation 7: −ln σ(β · difference of the log ratios).
void tune(const LanguageModel& model, const Compared& both, float beta, Tuning& tuning) {
  TunedTape tuned = tuned_tape(model, both, tuning.adapter);
  Tape& tape = tuned.tape;
  tuning.surprises.push_back(surprises_on(tuned));
  std::vector<NodeId> rewards;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const std::string which = i == 0 ? "preferred" : "rejected";
    const NodeId log = scale(tape, tuned.surprises[i], -1, "log_" + which);
    const NodeId before = constant(tape, Tensor::filled(matrix_shape(1, 1), tuning.surprises.front()[i]), "before_" + which);
    rewards.push_back(scale(tape, add(tape, log, before, "ratio_" + which), beta, "reward_" + which));
  }
  backward(tape, cross_entropy(tape, concat(tape, std::move(rewards), "rewards"), {0}, "loss"));
  const Tensor* const gradients[] = {&tape.value(tape.find("d_a")), &tape.value(tape.find("d_b"))};
  optimizer_step({.kind = OptimizerKind::adam}, kTuningRate, tuning.adapter, gradients, tuning.state);
}

std::shared_ptr<const Tuning> tuned_by_comparison(const InputReader& in, const LanguageModel& model, const Compared& both) {
  NumpyRandom random(in.seed());
  const Index width = both.hidden.cols();
  auto tuning = std::make_shared<const Tuning>(
      Tuning{{{{"a", random.normal(matrix_shape(width, kAdapterRank), 1 / std::sqrt(static_cast<double>(width)))},
               {"b", Tensor(matrix_shape(kAdapterRank, both.stream.cols()))}},
              {}},
             {},
             {}});
  for (Index step = 0; step <= in.whole("tuning_steps"); ++step)
    tuning = in.kept("tuning",
                     std::tuple(model.weights, both.answers, in.seed(), in.number("beta"), step, step == in.whole("tuning_steps")), [&] {
                       Tuning next = *tuning;
                       if (step < in.whole("tuning_steps"))
                         tune(model, both, static_cast<float>(in.number("beta")), next);
                       else
                         next.surprises.push_back(surprises_on(tuned_tape(model, both, next.adapter)));
                       return std::make_shared<const Tuning>(std::move(next));
                     });
  return tuning;
}

// Returns the model with A B added to the matrix beside the adapter.
std::shared_ptr<const LanguageModel> with_adapter(const InputReader& in, const LanguageModel& model,
                                                  const std::shared_ptr<const Tuning>& tuning) {
  return in.kept("with adapter", std::tuple(model.weights, tuning), [&] {
    const NamedTensors& adapter = tuning->adapter;
    auto weights = std::make_shared<NamedTensors>(*model.weights);
    Tensor& w = *weights->find(last_block(model, "w_2"));
    const Tensor &a = adapter.at("a"), &b = adapter.at("b");
    for (Index row = 0; row < w.rows(); ++row)
      for (Index k = 0; k < kAdapterRank; ++k)
        for (Index col = 0; col < w.cols(); ++col) w.at(row, col) += a.at(row, k) * b.at(k, col);
    auto tuned = std::make_shared<LanguageModel>(model);
    tuned->weights = std::move(weights);
    return std::shared_ptr<const LanguageModel>(std::move(tuned));
  });
}

// ---- nodes -------------------------------------------------------------------------------------------------------------

struct Models {
  std::shared_ptr<const LanguageModel> reference, policy;
};

Axis keyed_column(const char* key) { return keyed_axis("", {key}); }

// Appends ln p of each token of an answer, and of the whole answer. Returns the latter, (1, 1).
NodeId append_tokens(LessonBuild& out, const LanguageModel& model, const Answered& text, Tensor logits) {
  Tape& tape = out.tape;
  const std::vector<int> tokens = text.answer();
  const Axis rows{"tokens", names_of(model, tokens)};
  const NodeId given =
      constant(tape, std::move(logits), Label("logits", "@logits_of_answer").with_rows(rows).with_cols({"vocabulary", model.readable}));
  const NodeId surprise = cross_entropy(tape, given, tokens, Label("surprise").with_rows(rows));
  const NodeId log = scale(tape, surprise, -1, Label("log").with_rows(rows).with_cols(keyed_column("@log")));
  const NodeId all = sum(tape, log, Along::all, Label("answer_log").with_cols(keyed_column("@log")));
  for (const View view : {View::ranking, View::matrix}) out.show(view, log, "tokens");
  out.show(View::matrix, all, "tokens");
  return all;
}

// Appends ln p of both answers under both models, (2, 2).
void append_answers(const InputReader& in, LessonBuild& out, const Models& models, const Answered& preferred, const Answered& rejected) {
  Tape& tape = out.tape;
  std::vector<NodeId> rows;
  for (const Answered* text : {&preferred, &rejected}) {
    const auto scope = tape.scope(text == &preferred ? "preferred" : "rejected");
    std::vector<NodeId> sums;
    for (const auto* model : {&models.reference, &models.policy}) {
      const auto inner = tape.scope(model == &models.reference ? "reference" : "policy");
      sums.push_back(append_tokens(out, **model, *text, rows_of_answer(in, **model, *text).logits));
    }
    rows.push_back(concat(tape, std::move(sums), Label("logs").with_cols(keyed_axis("", {"@reference", "@policy"}))));
  }
  concat(tape, std::move(rows), Label("answer_logs").with_rows(keyed_axis("", {"@preferred", "@rejected"})), Along::rows);
  out.show(View::matrix, "model.answer_logs", "tokens");
}

void append_training(LessonBuild& out, const Tuning& tuning) {
  Tensor logs(matrix_shape(std::ssize(tuning.surprises), 2));
  Axis steps{"steps", {}};
  for (Index step = 0; step < logs.rows(); ++step) {
    for (Index i = 0; i < 2; ++i) logs.at(step, i) = -nth(nth(tuning.surprises, step), i);
    steps.labels.push_back(std::to_string(step));
  }
  constant(out.tape, std::move(logs),
           Label("logs_by_step", "@after_each_step").with_rows(steps).with_cols(keyed_axis("", {"@preferred", "@rejected"})));
  out.show(View::curve, "model.logs_by_step", "training");
}

// Appends the probabilities of three answers to a question that was not compared: that of the reference, a short right one, and that of the
// policy.
void append_uncompared(const InputReader& in, LessonBuild& out, const Models& models) {
  Tape& tape = out.tape;
  const std::string& question = in.text("asked");
  const std::vector<int> asked = ids_of(*models.reference, question);
  const std::vector<int> read(asked.begin(), asked.begin() + std::min<std::ptrdiff_t>(std::ssize(asked), kMostOfQuestion));
  std::vector<std::string> answers;
  const auto offer = [&](const std::string& answer) {
    if (std::find(answers.begin(), answers.end(), answer) == answers.end()) answers.push_back(answer);
  };
  offer(said_text(*models.reference, said_after(in, *models.reference, read, {})));
  offer(in.text("short_answer"));
  offer(said_text(*models.policy, said_after(in, *models.policy, read, {})));
  const Index count = std::ssize(answers);
  Tensor logs(matrix_shape(count, 2));
  for (Index row = 0; row < count; ++row) {
    const Answered text = answered(*models.reference, question, nth(answers, row));
    logs.at(row, 0) = static_cast<float>(log_probability(in, *models.reference, text));
    logs.at(row, 1) = static_cast<float>(log_probability(in, *models.policy, text));
  }
  show_ids(out, *models.reference, read, "asked", "tokens(text)", "uncompared");
  const Axis rows{"sentences", answers};
  const NodeId given =
      constant(tape, std::move(logs),
               Label("uncompared_logs", "@logs_of_answers").with_rows(rows).with_cols(keyed_axis("", {"@reference", "@policy"})));
  const NodeId shares = exponential(tape, given, Label("uncompared").with_rows(rows));
  slice(tape, shares, 0, 1, Label("uncompared_before").with_rows(rows).with_cols(keyed_column("@part")));
  slice(tape, shares, 1, 2, Label("uncompared_after").with_rows(rows).with_cols(keyed_column("@part")));
  for (const char* node : {"model.uncompared_before", "model.uncompared_after"}) out.show(View::ranking, node, "uncompared");
  out.show(View::matrix, "model.uncompared", "uncompared");
}

void append_held_out(const InputReader& in, LessonBuild& out, const Models& models) {
  Tensor bits(matrix_shape(2, 1));
  for (const Index row : {Index{0}, Index{1}}) {
    const LanguageModel& model = row == 0 ? *models.reference : *models.policy;
    double nats = 0, bytes = 0;
    for (const HeldOut& text : kHeldOut) {
      nats -= log_probability(in, model, answered(model, text.question, text.answer));
      bytes += static_cast<double>(std::string_view(text.answer).size());
    }
    bits.at(row, 0) = static_cast<float>(nats * kBitsOfNat / bytes);
  }
  constant(
      out.tape, std::move(bits),
      Label("bits_per_byte", "@bits_of_held_out").with_rows(keyed_axis("", {"@reference", "@policy"})).with_cols(keyed_column("@in_bits")));
  out.show(View::ranking, "model.bits_per_byte", "held_out");
  out.show(View::matrix, "model.bits_per_byte", "held_out");
}

}  // namespace

void build_language_model(const InputReader& in, LessonBuild& out) {
  const auto scope = out.tape.scope("model");
  const auto reference = language_model_of(in, kConversationsModel);
  const bool first = in.text("better") == "a";
  const Answered preferred = answered(*reference, in.text("question"), in.text(first ? "answer_a" : "answer_b"));
  const Answered rejected = answered(*reference, in.text("question"), in.text(first ? "answer_b" : "answer_a"));
  const AnswerRows of_preferred = rows_of_answer(in, *reference, preferred), of_rejected = rows_of_answer(in, *reference, rejected);
  Compared both{below_each_other(of_preferred.hidden, of_rejected.hidden),
                below_each_other(of_preferred.stream, of_rejected.stream),
                preferred.answer(),
                of_preferred.hidden.rows(),
                {preferred, rejected}};
  const std::vector<int> more = rejected.answer();
  both.tokens.insert(both.tokens.end(), more.begin(), more.end());
  const std::shared_ptr<const Tuning> tuning = tuned_by_comparison(in, *reference, both);
  const Models models{reference, with_adapter(in, *reference, tuning)};
  show_ids(out, *reference, {preferred.ids.begin(), preferred.ids.begin() + preferred.from}, "question", "tokens(text)", "tokens");
  append_answers(in, out, models, preferred, rejected);
  append_training(out, *tuning);
  append_uncompared(in, out, models);
  append_held_out(in, out, models);
}

}  // namespace gf::preferences_lesson
