// The lesson confidence: how sure a language model is of facts that it learned and that it never read; calibration, bits per byte of a
// text, and answers that are declined below a threshold.
#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "lessons/language/language_parts.h"
#include "lessons/language/retrieval_sentences.h"
#include "lessons/shared/input_specs.h"
#include "model/sequence_pass.h"
#include "protocol/step.h"

namespace gf::confidence_lesson {
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kMostFacts = 20;
constexpr Index kMostOfFact = 24, kMostContinued = 8;  // tokens
constexpr float kBitsPerNat = 1.44269504f;
constexpr float kAllConfidences = 2;  // above the largest probability, which is 1

// Six facts of the model's texts, then six that its texts do not have.
constexpr const char* kFacts =
    "The capital of Spain is = Madrid\nBerlin is the capital of = Germany\nThe opposite of big is = small\n"
    "Grass is = green\nA rose is a = flower\nGlass is made of = sand\n"
    "The capital of Denmark is = Copenhagen\nThe capital of Holland is = Amsterdam\nPeople in Chile speak = Spanish\n"
    "We write with our = hands\nA cherry is a = fruit\nA tiger eats = meat";

std::shared_ptr<const LanguageModel> asked_model(const InputReader& in) {
  return language_model_of(in, in.text("model") == "tales" ? kTalesModel : kConversationsModel);
}

Axis confidence_column(const char* key) { return keyed_axis("", {key}); }

// ---- the next token ----------------------------------------------------------------------------------------------------

// Appends the text as one page, the distribution of its next token, the largest probability, and the model's continuation. Returns the
// logits, (T, V).
NodeId append_next(const InputReader& in, LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids) {
  Tape& tape = out.tape;
  show_ids(out, model, ids, "page", "tokens(text)", "text");
  const ParameterNodes weights(tape, model.config, model.weights);
  const NodeId logits =
      pass_over(tape, model.config, weights, ids, {.target_tokens = names_of(model, ids), .target_vocabulary = model.readable}).logits;
  const NodeId last = slice(tape, logits, std::ssize(ids) - 1, std::ssize(ids), "next_logits", Along::rows);
  const NodeId next = softmax(tape, last, 1, Along::rows, "next_token");
  out.show(View::likeliest, next, "next");
  out.show(View::matrix, largest(tape, next, Along::rows, false, Label("confidence").with_cols(confidence_column("@confidence"))), "next");
  show_ids(out, model, said_after(in, model, ids, {.most = kMostContinued}), "said", "@next_again", "next");
  return logits;
}

// ---- bins of confidence ------------------------------------------------------------------------------------------------

struct Judged {
  NodeId confidence, right;  // (N, 1)
};

// Appends the counts of answers and of right answers in each bin of confidence. For a calibrated model, the two last columns are the same.
void append_bins(LessonBuild& out, const Judged& answers, const std::string& section) {
  Tape& tape = out.tape;
  const Axis rows = tape[answers.confidence].rows,
             bins = keyed_axis("bins", {"@confidence_bin 0–50", "@confidence_bin 50–80", "@confidence_bin 80–100", "@all"});
  const Index count = tape.value(answers.confidence).rows();
  const NodeId to_each = constant(tape, Tensor::filled(matrix_shape(1, 4), 1), Label("to_each", "@ones").with_cols(bins));
  const NodeId spread = matmul(tape, answers.confidence, to_each, Label("spread").with_rows(rows).with_cols(bins));
  const NodeId from = constant(tape, Tensor::from_rows({{0, 0.5f, 0.8f, 0}}), Label("bins_from", "@bins_from").with_cols(bins));
  const NodeId to =
      constant(tape, Tensor::from_rows({{0.5f, 0.8f, kAllConfidences, kAllConfidences}}), Label("bins_to", "@bins_to").with_cols(bins));
  const NodeId below = scale(tape, is_less(tape, spread, from, "below_from"), -1, "minus_below");
  const NodeId in_bin = add(tape, is_less(tape, spread, to, "below_to"), below, Label("in_bin").with_rows(rows).with_cols(bins));
  const NodeId each = constant(tape, Tensor::filled(matrix_shape(count, 1), 1), Label("each", "@ones").with_rows(rows));
  const auto summed = [&](NodeId column, const char* name) {
    return matmul_tn(tape, in_bin, column, Label(name).with_rows(bins).with_cols(confidence_column("@count")));
  };
  const NodeId answered = summed(each, "answers"), right = summed(answers.right, "right_answers"),
               sure = summed(answers.confidence, "summed_confidence");
  const NodeId mean = divide(tape, sure, answered, Label("mean_confidence").with_rows(bins).with_cols(confidence_column("@confidence")));
  const NodeId accuracy = divide(tape, right, answered, Label("accuracy").with_rows(bins).with_cols(confidence_column("@part")));
  Panel panel{View::shortlist, {}, section};
  for (const NodeId node : {answered, right, mean, accuracy}) {
    panel.nodes.push_back(tape[node].name);
    panel.roles.push_back(PanelRole::column);
  }
  panel.roles.back() = PanelRole::shares;
  out.panels.push_back(std::move(panel));
}

// ---- a text ------------------------------------------------------------------------------------------------------------

// Appends the probability that the model gave each token of the text before reading it. Its −log₂ is the surprise in bits.
void append_text(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, NodeId logits) {
  if (ids.size() < 2) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("tokens");
  const Index count = std::ssize(ids) - 1;
  const std::vector<int> next_ids(ids.begin() + 1, ids.end());
  const Axis tokens{"tokens", names_of(model, next_ids)}, vocabulary{"vocabulary", model.readable};
  const NodeId before = slice(tape, logits, 0, count, Label("logits").with_rows(tokens).with_cols(vocabulary), Along::rows);
  const NodeId nats = cross_entropy(tape, before, next_ids, Label("nats").with_rows(tokens));
  const NodeId bits = scale(tape, nats, kBitsPerNat, Label("bits").with_rows(tokens).with_cols(confidence_column("@in_bits")));
  const NodeId minus = scale(tape, nats, -1, Label("minus_nats").with_rows(tokens));
  const NodeId given = exponential(tape, minus, Label("given").with_rows(tokens).with_cols(confidence_column("@part")));
  out.panels.push_back({View::shortlist, {tape[given].name, tape[bits].name}, "surprise", {PanelRole::shares, PanelRole::column}});

  const NodeId all = sum(tape, bits, Along::all, Label("all_bits").with_cols(confidence_column("@in_bits")));
  const auto bytes = static_cast<float>(text_of(model, ids).size());
  const NodeId length =
      constant(tape, Tensor::filled(matrix_shape(1, 1), bytes), Label("bytes", "@bytes_of_text").with_cols(confidence_column("@bytes")));
  divide(tape, all, length, Label("bits_per_byte").with_cols(confidence_column("@in_bits")));
  const NodeId mean_nats = mean(tape, nats, Along::all, "mean_nats");
  exponential(tape, mean_nats, Label("perplexity").with_cols(confidence_column("@number")));
  for (const char* node : {"tokens.all_bits", "tokens.bytes", "tokens.bits_per_byte", "tokens.perplexity"})
    out.show(View::matrix, node, "surprise");

  const NodeId shares = softmax(tape, before, 1, Along::rows, Label("probabilities").with_rows(tokens).with_cols(vocabulary));
  const NodeId sure = largest(tape, shares, Along::rows, false, Label("confidence").with_rows(tokens));
  const NodeId right = is_largest(tape, shares, next_ids, Label("right").with_rows(tokens));
  append_bins(out, {sure, right}, "text_bins");
}

// ---- a list of facts ---------------------------------------------------------------------------------------------------

struct Fact {
  std::string beginning;
  int answer = Vocabulary::kPad;  // the first token of the answer; <pad>, which no model predicts, if the line has no answer
};

std::vector<Fact> facts_of(const InputReader& in, const LanguageModel& model) {
  std::vector<Fact> facts;
  for (const std::string& line : sentence_lines(in.text("facts"))) {
    if (facts.size() == kMostFacts) throw InputError({"too_many_entries", {{"where", "facts"}, {"most", std::to_string(kMostFacts)}}});
    const std::size_t sign = line.rfind('=');
    const std::string beginning(without_space_around(std::string_view(line).substr(0, sign)));
    const std::string answer(sign == std::string::npos ? std::string_view()
                                                       : without_space_around(std::string_view(line).substr(sign + 1)));
    facts.push_back({beginning, answer.empty() ? Vocabulary::kPad : ids_of(model, " " + answer)[1]});
  }
  return facts;
}

struct AskedFact {
  std::vector<float> logits;  // V
  std::string continued;      // the beginning with the likeliest token
};

// Returns the logits after the beginning of a fact, and the beginning with its likeliest token.
AskedFact asked(const InputReader& in, const LanguageModel& model, const Fact& fact) {
  return in.kept("asked", std::tuple(model.weights, fact.beginning), [&] {
    Writer writer(model);
    AskedFact answer{.logits = writer.read(read_text(model, fact.beginning, kMostOfFact).ids)};
    answer.continued = fact.beginning + text_of(model, {next_token(writer, {.temperature = 0}, 0)});
    if (!is_utf8(answer.continued)) answer.continued = visible_text(answer.continued);
    return answer;
  });
}

// Appends the facts that are answered, whose confidence is not below a threshold, and the right and the wrong answers among them.
void append_threshold(LessonBuild& out, const Judged& facts, double threshold) {
  Tape& tape = out.tape;
  const Axis rows = tape[facts.confidence].rows, outcomes = keyed_axis("", {"@answered_right", "@answered_wrong", "@declined"});
  const NodeId least = constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(threshold)), Label("threshold", "@threshold"));
  const NodeId one = constant(tape, Tensor::filled(matrix_shape(1, 1), 1), Label("one", "@ones"));
  const NodeId declined = is_less(tape, facts.confidence, least, Label("declined").with_rows(rows));
  const NodeId answered = add(tape, scale(tape, declined, -1, "minus_declined"), one, Label("answered").with_rows(rows));
  const NodeId right = multiply(tape, facts.right, answered, Label("answered_right").with_rows(rows));
  const NodeId wrong = add(tape, answered, scale(tape, right, -1, "minus_right"), Label("answered_wrong").with_rows(rows));
  const NodeId apart = concat(tape, {right, wrong, declined}, Label("apart").with_rows(rows).with_cols(outcomes));
  const NodeId each =
      constant(tape, Tensor::filled(matrix_shape(tape.value(apart).rows(), 1), 1), Label("each_fact", "@ones").with_rows(rows));
  const NodeId counted = matmul_tn(tape, apart, each, Label("outcomes").with_rows(outcomes).with_cols(confidence_column("@count")));
  out.panels.push_back({View::shortlist,
                        {tape[facts.confidence].name, tape[answered].name, tape[right].name, tape[wrong].name},
                        "threshold",
                        {PanelRole::shares, PanelRole::kept, PanelRole::column, PanelRole::column}});
  out.show(View::ranking, counted, "threshold");
}

void append_facts(const InputReader& in, LessonBuild& out, const LanguageModel& model) {
  const std::vector<Fact> facts = facts_of(in, model);
  if (facts.empty()) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("facts");
  const Index tokens = std::ssize(model.readable);
  Tensor logits(matrix_shape(std::ssize(facts), tokens));
  std::vector<int> answers;
  Words names;
  for (const Fact& fact : facts) {
    AskedFact answer = asked(in, model, fact);
    std::copy_n(answer.logits.data(), tokens, logits.row(std::ssize(names)));
    names.push_back(std::move(answer.continued));
    answers.push_back(fact.answer);
  }
  const Axis rows{"sentences", std::move(names)}, vocabulary{"vocabulary", model.readable};
  const NodeId read = constant(tape, std::move(logits), Label("logits", "@logits_of_facts").with_rows(rows).with_cols(vocabulary));
  const NodeId shares = softmax(tape, read, 1, Along::rows, Label("probabilities").with_rows(rows).with_cols(vocabulary));
  const NodeId confidence = largest(tape, shares, Along::rows, false, Label("confidence").with_rows(rows));
  const NodeId right = is_largest(tape, shares, answers, Label("right").with_rows(rows));
  out.panels.push_back({View::shortlist, {tape[confidence].name, tape[right].name}, "facts", {PanelRole::shares, PanelRole::kept}});
  append_bins(out, {confidence, right}, "fact_bins");
  append_threshold(out, {confidence, right}, in.number("threshold"));
}

void build(const InputReader& in, LessonBuild& out) {
  const auto model = asked_model(in);
  const ReadText read = read_text(*model, in.text("text"), kMostRead);
  const NodeId logits = append_next(in, out, *model, read.ids);
  append_text(out, *model, read.ids, logits);
  append_facts(in, out, *model);
  note_forgotten(out, read, kMostRead);
}

// ---- the steps ---------------------------------------------------------------------------------------------------------

constexpr const char* kTale =
    "Once upon a time there was a girl named Nina. She had an orange puzzle. One day the puzzle fell into the river. Nina was sad. Her "
    "grandmother saw it and gave her a black car. \"Thank you,\" said Nina. \"You are welcome,\" said her grandmother. The end.";

constexpr InputSpec kInputs[] = {text_input("text", "Berlin is the capital of"), choice_input("model", "tales, conversations"),
                                 text_input("facts", kFacts).lines(), number_input("threshold", 0.9, 0, 1, 0)};

constexpr Preset kPresets[] = {{"learned", {}},
                               {"never-read", {{"text", "People in Chile speak"}}},
                               {"held-out-tale", {{"text", kTale}}},
                               {"held-out-facts", {{"text", "A wolf eats meat. The cloud is a drift of water."}}},
                               {"newspaper", {{"text", "The price of oil rose again"}}},
                               {"asked", {{"text", "@user What is the capital of Wales? @assistant"}, {"model", "conversations"}}}};

constexpr Step kSteps[] = {
    {.id = "confidence", .focus = "next_token", .cell = CellName{0, 0, "␣Germany"}, .scene = "page / next_token* -> confidence"},
    {.id = "never_read",
     .focus = "confidence",
     .cell = CellName{0, 0, 0},
     .scene = "page / next_token -> confidence*",
     .example = {.preset = "never-read"},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "next_token, next_logits, said"}},
    {.id = "list", .focus = "facts.right", .cell = CellName{0, 8, 0}, .scene = "facts.right*"},
    {.id = "calibration",
     .focus = "facts.accuracy",
     .cell = CellName{0, 1, 0},
     .scene = "facts.right -> facts.accuracy*",
     .exercise = Exercise{{{0, 1, 0}, {0, 2, 0}}}},
    {.id = "held_out",
     .focus = "tokens.accuracy",
     .cell = CellName{0, "@all", 0},
     .scene = "page / tokens.accuracy*",
     .example = {.preset = "held-out-tale"},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "tokens.right, tokens.right_answers, tokens.accuracy"}},
    {.id = "bits",
     .focus = "tokens.bits_per_byte",
     .cell = CellName{0, 0, 0},
     .scene = "tokens.bits , tokens.all_bits / tokens.bytes / tokens.bits_per_byte*",
     .example = {.preset = "held-out-facts"},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "perplexity",
     .focus = "tokens.perplexity",
     .cell = CellName{0, 0, 0},
     .scene = "page / tokens.bits -> tokens.perplexity*",
     .example = {.preset = "newspaper"},
     .ask = Ask{.how = WhichIsSo{{"less", "about", "more"}, {600, 2400}},
                .also = "tokens.bits, tokens.nats, tokens.minus_nats, tokens.mean_nats, tokens.all_bits, tokens.bits_per_byte"}},
    {.id = "threshold",
     .focus = "facts.outcomes",
     .cell = CellName{0, "@answered_wrong", 0},
     .scene = "facts.right -> facts.outcomes*",
     .ask = Ask{.how = WhichIsSo{{"none", "one", "three", "four"}, {0.5f, 2, 3.5f}},
                .also = "facts.outcomes, facts.answered, facts.declined, facts.answered_wrong, facts.apart"},
     .controls = "threshold"},
    {.id = "declines",
     .focus = "next_token",
     .cell = CellName{0, 0, "I"},
     .scene = "page | next_token* | said",
     .example = {.preset = "asked"},
     .ask = Ask{.how = WhichIsSo{{"names", "declines"}, {0.5f}}, .also = "next_token, next_logits, said"}},
};

std::string most_facts() {
  std::string text;
  for (std::size_t line = 0; line < kMostFacts; ++line) text += "The opposite of what is not small is = big\n";
  return text;
}

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "confidence", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .files = [](const InputReader& in) { return Words{in.text("model") == "tales" ? kTalesModel : kConversationsModel}; },
      .largest = {{"text", kTale}, {"facts", most_facts}}};
  return kLesson;
}

}  // namespace gf::confidence_lesson
