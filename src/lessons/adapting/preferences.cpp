// The lesson preferences: comparisons of answers train a model. Three parts: direct preference optimisation on three answers, the aim of
// reinforcement learning from human feedback, and a language model that learns from one comparison.

#include <cmath>
#include <iterator>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "lessons/adapting/preferences_model.h"
#include "lessons/build.h"
#include "lessons/language/language_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::preferences_lesson {
namespace {

constexpr Index kAnswers = 3;
constexpr double kMostGradientSteps = 200;
constexpr double kBetas[] = {0.1, 0.5, 2};
constexpr const char* kWithModel = "language_model";

// A judgement on two of the three answers.
struct Judgement {
  const char* choice;
  Index preferred, rejected;
};
constexpr Judgement kJudgements[] = {{"gladly_no", 1, 0}, {"no_gladly", 0, 1},    {"later_no", 2, 0},
                                     {"no_later", 0, 2},  {"gladly_later", 1, 2}, {"later_gladly", 2, 1}};

const Judgement& judgement_of(const InputReader& in) {
  for (const Judgement& judgement : kJudgements)
    if (in.text("judged") == judgement.choice) return judgement;
  return kJudgements[0];
}

Axis answer_axis() { return keyed_axis("", {"@answer_no", "@answer_gladly", "@answer_later"}); }
Axis one_name(const char* key) { return keyed_axis("", {key}); }

// ---- who wins ----------------------------------------------------------------------------------------------------------

// Appends Elo's ratings: with 400 points more, a win is ten times as probable as a defeat. They are the model of Bradley and Terry with the
// rewards r = rating · ln 10 / 400.
void append_ratings(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  expect_shape("ratings", *in.matrix("ratings"), 2, 1, "(players, 1)");
  const Axis players = keyed_axis("", {"@stronger", "@weaker"});
  const NodeId ratings =
      out.input_matrix("ratings", *in.matrix("ratings"), Label("ratings").with_rows(players).with_cols(one_name("@rating")));
  const NodeId scores = scale(tape, ratings, std::log(10.0f) / 400,
                              Label("rating_rewards", "ln 10 / 400 · ratings").with_rows(players).with_cols(one_name("@reward")));
  softmax(tape, scores, 1, Along::columns, Label("wins").with_rows(players).with_cols(one_name("@part")));
  out.show_each(View::matrix, {"ratings", "rating_rewards"}, "bradley_terry");
  for (const View view : {View::ranking, View::matrix}) out.show(view, "wins", "bradley_terry");
}

// ---- direct preference optimisation ------------------------------------------------------------------------------------

using AnswerLogits = std::vector<double>;

// Returns the logits of the policy before each step of gradient descent, and after the last step. The difference of two log ratios is that
// of the logits, because the sums of exponentials cancel. Without the reference (`measured` is false) the rewards are β ln p.
std::vector<AnswerLogits> descend(const InputReader& in, const Tensor& reference, double beta, bool measured) {
  const Judgement& judged = judgement_of(in);
  const auto preferred = static_cast<std::size_t>(judged.preferred), rejected = static_cast<std::size_t>(judged.rejected);
  AnswerLogits z(reference.data(), reference.data() + reference.size());
  const double apart = measured ? z[preferred] - z[rejected] : 0;
  std::vector<AnswerLogits> all{z};
  for (Index step = 0; step < in.whole("gradient_steps"); ++step) {
    const double margin = beta * (z[preferred] - z[rejected] - apart), push = beta / (1 + std::exp(margin));
    z[preferred] += in.number("learning_rate") * push;
    z[rejected] -= in.number("learning_rate") * push;
    all.push_back(z);
  }
  return all;
}

// Appends −ln p of each answer, (3, 1). The names of its nodes begin with `prefix`.
NodeId append_surprise(Tape& tape, NodeId logits, const std::string& prefix) {
  const NodeId copies = embedding(tape, logits, {0, 0, 0}, prefix + "copies");
  return cross_entropy(tape, copies, {0, 1, 2}, Label(prefix + "surprise").with_rows(answer_axis()).with_cols(one_name("@surprise")));
}

void append_path(LessonBuild& out, const std::vector<AnswerLogits>& all) {
  Tape& tape = out.tape;
  Tensor logits(matrix_shape(std::ssize(all), kAnswers));
  Axis steps{"steps", {}};
  for (Index step = 0; step < logits.rows(); ++step) {
    for (Index i = 0; i < kAnswers; ++i) logits.at(step, i) = static_cast<float>(nth(nth(all, step), i));
    steps.labels.push_back(std::to_string(step));
  }
  const NodeId z = constant(tape, std::move(logits), Label("logits_by_step", "@after_each_step").with_rows(steps).with_cols(answer_axis()));
  softmax(tape, z, 1, Along::rows, Label("by_step").with_rows(steps).with_cols(answer_axis()));
  out.show(View::curve, "by_step", "descent");
}

// Appends the policy after the same number of steps with each of three values of β.
void append_by_beta(const InputReader& in, LessonBuild& out, const Tensor& reference) {
  Tape& tape = out.tape;
  Tensor logits(matrix_shape(std::ssize(kBetas), kAnswers));
  std::vector<std::string> names;
  for (const double beta : kBetas) {
    const AnswerLogits last = descend(in, reference, beta, in.toggle("measured")).back();
    for (Index i = 0; i < kAnswers; ++i) logits.at(std::ssize(names), i) = static_cast<float>(nth(last, i));
    names.push_back("@beta_is " + format_number(beta));
  }
  const Axis betas = keyed_axis("", std::move(names));
  const NodeId z = constant(tape, std::move(logits), Label("logits_by_beta", "@after_all_steps").with_rows(betas).with_cols(answer_axis()));
  softmax(tape, z, 1, Along::rows, Label("by_beta").with_rows(betas).with_cols(answer_axis()));
  for (const View view : {View::matrix, View::likeliest}) out.show(view, "by_beta", "descent");
}

// Appends the policy after the same number of steps with the reference in the loss, and without it.
void append_by_reference(const InputReader& in, LessonBuild& out, const Tensor& reference) {
  Tape& tape = out.tape;
  Tensor logits(matrix_shape(2, kAnswers));
  for (const bool measured : {true, false}) {
    const AnswerLogits last = descend(in, reference, in.number("beta"), measured).back();
    for (Index i = 0; i < kAnswers; ++i) logits.at(measured ? 0 : 1, i) = static_cast<float>(nth(last, i));
  }
  const Axis ways = keyed_axis("", {"@with_reference", "@without_reference"});
  const NodeId z =
      constant(tape, std::move(logits), Label("logits_by_reference", "@after_all_steps").with_rows(ways).with_cols(answer_axis()));
  softmax(tape, z, 1, Along::rows, Label("by_reference").with_rows(ways).with_cols(answer_axis()));
  for (const View view : {View::matrix, View::likeliest}) out.show(view, "by_reference", "descent");
}

void append_three_answers(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const Tensor& given = *in.matrix("reference_logits");
  expect_shape("reference_logits", given, 1, kAnswers, "(1, answers)");
  const bool measured = in.toggle("measured");
  const std::vector<AnswerLogits> all = descend(in, given, in.number("beta"), measured);
  const Axis answers = answer_axis();
  const NodeId reference_logits =
      out.input_matrix("reference_logits", given, Label("reference_logits").with_rows(one_name("@reference")).with_cols(answers));
  Tensor now(matrix_shape(1, kAnswers));
  for (Index i = 0; i < kAnswers; ++i) now.at(0, i) = static_cast<float>(nth(all.back(), i));
  const NodeId z = parameter(tape, std::move(now), Label("z").with_rows(one_name("@policy")).with_cols(answers));

  const NodeId before = append_surprise(tape, reference_logits, "reference_"), surprise = append_surprise(tape, z, "");
  const Axis log = one_name("@log");
  const NodeId log_reference = scale(tape, before, -1, Label("log_reference").with_rows(answers).with_cols(log));
  const NodeId log_policy = scale(tape, surprise, -1, Label("log_policy").with_rows(answers).with_cols(log));
  const NodeId reference = exponential(tape, log_reference, Label("reference").with_rows(answers).with_cols(one_name("@part"))),
               policy = exponential(tape, log_policy, Label("policy").with_rows(answers).with_cols(one_name("@part")));
  const NodeId counted =
      scale(tape, before, measured ? 1 : 0, Label("reference_counted").with_rows(answers).with_cols(one_name("@surprise")));
  const NodeId ratio = add(tape, log_policy, counted, Label("log_ratio").with_rows(answers).with_cols(one_name("@log_ratio")));
  const NodeId reward =
      scale(tape, ratio, static_cast<float>(in.number("beta")), Label("implicit_reward").with_rows(answers).with_cols(one_name("@reward")));

  const Judgement& judged = judgement_of(in);
  const auto reward_of = [&](Index answer, const char* name) {
    return slice(tape, reward, answer, answer + 1, Label(name).with_cols(one_name("@reward")), Along::rows);
  };
  const NodeId preferred = reward_of(judged.preferred, "reward_preferred"), rejected = reward_of(judged.rejected, "reward_rejected");
  const NodeId minus = scale(tape, rejected, -1, "minus_rejected");
  add(tape, preferred, minus, Label("margin").with_rows(one_name("@margin")));
  const NodeId pair = concat(tape, {preferred, rejected},
                             Label("pair").with_rows(one_name("@reward")).with_cols(keyed_axis("", {"@preferred", "@rejected"})));
  softmax(tape, pair, 1, Along::rows, Label("agreement").with_rows(one_name("@part")));
  const NodeId loss = cross_entropy(tape, pair, {0}, Label("loss").with_rows(one_name("@loss")).with_cols(one_name("@loss")));
  backward(tape, loss);
  out.gradients_of = tape[loss].name;
  append_path(out, all);
  append_by_beta(in, out, given);
  append_by_reference(in, out, given);

  out.show(View::matrix, "reference_logits", "answers");
  for (const NodeId node : {reference, policy})
    for (const View view : {View::ranking, View::matrix}) out.show(view, node, "answers");
  out.show_each(View::matrix, {"log_reference", "log_policy", "log_ratio", "implicit_reward"}, "rewards");
  out.show_each(View::matrix, {"pair", "margin", "agreement", "loss"}, "loss");
  out.show_each(View::matrix, {"z", "d_z"}, "gradient");
}

// ---- reinforcement learning from human feedback ------------------------------------------------------------------------

// Appends the policy that reinforcement learning with a KL penalty aims at (Rafailov et al. 2023, equation 4): π_ref · e^(r / β), divided
// by its sum.
void append_rlhf(const InputReader& in, LessonBuild& out) {
  Tape& tape = out.tape;
  const Axis answers = keyed_axis("", {"@answer_no", "@answer_gladly", "@answer_later", "@answer_yes_yes"}), part = one_name("@part");
  expect_shape("four_logits", *in.matrix("four_logits"), 4, 1, "(answers, 1)");
  expect_shape("rewards", *in.matrix("rewards"), 4, 1, "(answers, 1)");
  const NodeId logits =
      out.input_matrix("four_logits", *in.matrix("four_logits"), Label("four_logits").with_rows(answers).with_cols(one_name("@logit")));
  const NodeId rewards =
      out.input_matrix("rewards", *in.matrix("rewards"), Label("rewards").with_rows(answers).with_cols(one_name("@reward")));
  softmax(tape, logits, 1, Along::columns, Label("four_reference").with_rows(answers).with_cols(part));
  const NodeId pull =
      scale(tape, rewards, 1 / static_cast<float>(in.number("beta")), Label("pull", "rewards / β").with_cols(one_name("@r_over_beta")));
  const NodeId both = add(tape, logits, pull, Label("pulled_logits").with_rows(answers).with_cols(one_name("@logit")));
  softmax(tape, both, 1, Along::columns, Label("aimed_at").with_rows(answers).with_cols(part));
  for (const View view : {View::ranking, View::matrix}) out.show(view, "four_reference", "rlhf");
  out.show_each(View::matrix, {"rewards", "pull", "pulled_logits"}, "rlhf");
  for (const View view : {View::ranking, View::matrix}) out.show(view, "aimed_at", "rlhf");
}

void build(const InputReader& in, LessonBuild& out) {
  if (in.text("part") == kWithModel) return build_language_model(in, out);
  append_ratings(in, out);
  append_three_answers(in, out);
  append_rlhf(in, out);
}

// ---- the steps ---------------------------------------------------------------------------------------------------------

// The logits are ln 0.6, ln 0.3 and ln 0.1. With four answers, 0.0999 and 0.0001 stand in place of 0.1.
constexpr float kThreeLogits[1][3] = {{-0.5108256f, -1.2039728f, -2.3025851f}},
                kFourLogits[4][1] = {{-0.5108256f}, {-1.2039728f}, {-2.3035856f}, {-9.2103404f}}, kRewards[4][1] = {{0}, {2}, {1}, {6}},
                kRatings[2][1] = {{1600}, {1200}};

constexpr NameText kJudgementChoices = choice_names(kJudgements, &Judgement::choice);

constexpr InputSpec kInputs[] = {choice_input("part", "three_answers, language_model"),
                                 choice_input("judged", kJudgementChoices).only_with("part", "three_answers"),
                                 number_input("beta", 0.5, 0.05, 5, 0),
                                 number_input("gradient_steps", 0, 0, kMostGradientSteps).only_with("part", "three_answers"),
                                 number_input("learning_rate", 1, 0.01, 10, 0).only_with("part", "three_answers"),
                                 toggle_input("measured", true).only_with("part", "three_answers"),
                                 matrix_input("reference_logits", "(1, answers)", kThreeLogits),
                                 matrix_input("ratings", "(players, 1)", kRatings),
                                 matrix_input("four_logits", "(answers, 1)", kFourLogits),
                                 matrix_input("rewards", "(answers, 1)", kRewards),
                                 text_input("question", "@user What is the capital of Spain? @assistant").only_with("part", kWithModel),
                                 text_input("answer_a", "Madrid.").only_with("part", kWithModel),
                                 text_input("answer_b", "The capital of Spain is Madrid.").only_with("part", kWithModel),
                                 choice_input("better", "a, b").only_with("part", kWithModel),
                                 text_input("asked", "@user What is the capital of Italy? @assistant").only_with("part", kWithModel),
                                 text_input("short_answer", "Rome.").only_with("part", kWithModel),
                                 number_input("tuning_steps", 0, 0, kMostTuningSteps).only_with("part", kWithModel),
                                 seed_input(1)};

constexpr Preset kPresets[] = {
    {"three-answers", {}},
    {"far-down", {{"gradient_steps", 20.0}}},
    {"no-reference", {{"judged", "no_later"}, {"beta", 2.0}, {"gradient_steps", 1.0}, {"measured", false}}},
    {"language-model", {{"part", kWithModel}, {"beta", 0.1}}},
    {"one-comparison", {{"part", kWithModel}, {"beta", 0.1}, {"tuning_steps", 16.0}}},
};

constexpr Step kSteps[] = {
    {.id = "three", .focus = "reference", .cell = CellName{0, "@answer_no", 0}, .scene = "reference_logits | reference* as ranking"},
    {.id = "elo",
     .focus = "wins",
     .cell = CellName{0, "@stronger", 0},
     .scene = "ratings -> rating_rewards -> wins* as ranking",
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "wins"}},
    {.id = "reward",
     .focus = "implicit_reward",
     .cell = CellName{0, "@answer_gladly", 0},
     .scene = "log_policy , log_reference -> log_ratio -> implicit_reward*",
     .example = {.set = {{"gradient_steps", 1.0}}},
     .exercise = Exercise{{{0, 1, 0}, {0, 0, 0}}, "pair, margin"}},
    {.id = "gradient",
     .focus = "d_z",
     .cell = CellName{0, 0, "@answer_later"},
     .scene = "policy as ranking -> pair -> margin -> loss | d_z*",
     .ask = Ask{.how = WhichIsSo{{"rises", "stays", "falls"}, {-0.001f, 0.001f}}, .also = "d_z"}},
    {.id = "third",
     .focus = "policy",
     .cell = CellName{0, "@answer_later", 0},
     .scene = "reference as ranking / policy* as ranking , by_step as curve",
     .example = {.preset = "far-down"},
     .ask = Ask{.how = WhichIsSo{{"falls", "stays", "rises"}, {0.095f, 0.105f}}, .also = "policy, log_policy, by_step"},
     .controls = "gradient_steps"},
    {.id = "beta",
     .focus = "by_beta",
     .cell = CellName{0, 2, "@answer_gladly"},
     .scene = "reference as ranking -> by_beta*",
     .example = {.set = {{"gradient_steps", 200.0}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.001f, 0.001f}, At{"by_beta", {0, 1, "@answer_gladly"}}},
                .also = "policy, by_step"},
     .controls = "gradient_steps"},
    {.id = "no_reference",
     .focus = "by_reference",
     .cell = CellName{0, "@without_reference", "@answer_no"},
     .scene = "reference as ranking -> by_reference* / margin",
     .example = {.preset = "no-reference"},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.01f, 0.01f}, At{"by_reference", {0, "@with_reference", "@answer_no"}}},
                .also = "policy, by_step, by_beta, logits_by_reference"},
     .controls = "measured, gradient_steps"},
    {.id = "hacked",
     .focus = "aimed_at",
     .cell = CellName{0, "@answer_no", 0},
     .scene = "four_reference as ranking , rewards -> aimed_at* as ranking",
     .example = {.set = {{"beta", 0.25}}},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "aimed_at, pulled_logits, pull, d_loss"},
     .controls = "beta"},
    {.id = "tokens",
     .focus = "model.preferred.reference.answer_log",
     .cell = CellName{0, 0, 0},
     .scene = "model.preferred.reference.log as ranking -> model.preferred.reference.answer_log* , "
              "model.rejected.reference.log as ranking",
     .example = {.preset = "language-model"},
     .exercise = Exercise{{{0, 0, 0}}, "model.preferred.policy.answer_log, model.preferred.logs, model.answer_logs, model.logs_by_step"}},
    {.id = "uncompared",
     .focus = "model.uncompared_after",
     .cell = CellName{0, 0, 0},
     .scene = "model.asked / model.logs_by_step as curve -> model.uncompared_after* as ranking / model.bits_per_byte as ranking",
     .example = {.preset = "one-comparison"},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "model.uncompared_after, model.uncompared, model.uncompared_logs"},
     .controls = "better, tuning_steps, beta"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "preferences", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files =
                                         [](const InputReader& in) {
                                           return in.text("part") == kWithModel ? std::vector<std::string>{kConversationsModel}
                                                                                : std::vector<std::string>{};
                                         },
                                     .largest = {{"part", kWithModel}, {"tuning_steps", kMostTuningSteps}}};
  return kLesson;
}

}  // namespace gf::preferences_lesson
