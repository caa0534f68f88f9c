// The lesson training: a transformer learns a task. The session trains; this lesson runs the model at the viewed moment on one question.
#include <algorithm>
#include <string>

#include "autograd/ops.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/task_model.h"
#include "lessons/training/adam_numbers.h"
#include "lessons/training/training_inputs.h"
#include "model/token_axes.h"
#include "model/transformer.h"
#include "protocol/step.h"
#include "train/answers.h"
#include "train/batch.h"
#include "train/run_model.h"
#include "train/tasks/rules.h"

namespace gf::training_lesson {
namespace {

constexpr std::size_t kMostTokens = 48;  // of a question
constexpr Index kMostAdamRows = 8, kMostAdamSteps = 16;
constexpr Index kMostColumns = 24;  // of probabilities that are shown without a list of the likeliest
constexpr const char* kLoss = "loss";

using Tokens = std::vector<std::string>;

enum class Known { in_training, held_out, by_rule, nowhere };

// A question with its right answer: that of the dataset, or of the task's rule. If neither has one, the model's own answer.
struct Asked {
  Example example;
  Known known = Known::nowhere;
};

Asked ask(const RunModel& model, const Tokens& question) {
  const Dataset& data = *model.dataset;
  for (const auto& [examples, known] : {std::pair{&data.held_out, Known::held_out}, std::pair{&data.training, Known::in_training}})
    for (const Example& example : *examples)
      if (example.question == question) return {example, known};
  std::optional<Tokens> answer = answer_by_rule(data.task, question);
  if (answer && static_cast<Index>(answer->size()) <= data.longest_answer) return {{question, *std::move(answer)}, Known::by_rule};
  return {{question, answer_of(data, model.config, *model.weights, question)}, Known::nowhere};
}

Tokens question_of(const InputReader& in, const Dataset& data) {
  const std::string& typed = in.text("question");
  return limited_question(data, typed.empty() ? data.shown.front() : typed, kMostTokens);
}

const TransformerConfig& config_of(const RunModel& model) { return std::get<TransformerConfig>(model.config); }

// Appends the forward pass on an example. With dropout, its masks are drawn with the seed of the next training step.
TransformerNodes run_model(Tape& tape, const RunModel& model, const Example& example, bool with_dropout) {
  const Dataset& data = *model.dataset;
  const TransformerConfig& config = config_of(model);
  const Batch batch = make_batch(data, config, {&example});
  ForwardOptions options = named_tokens(data, config, batch);
  if (with_dropout && config.dropout > 0) options.dropout_seed = model.dropout_seed;
  std::vector<ParameterSpec> specs = parameter_specs(config);
  name_tokens(specs, options.source_vocabulary, options.target_vocabulary);
  return transformer(tape, config, ParameterNodes(tape, specs, *model.weights), batch, options);
}

// Appends the pass of the kept run's model on the same example. Returns false if that run's task does not have such examples.
bool run_kept(const RunModel& kept, const RunModel& present, const Example& example, bool with_dropout, Tape& tape) {
  if (kept.dataset->task != present.dataset->task) return false;
  for (const auto& [tokens, known] :
       {std::pair{&example.question, &kept.dataset->source}, std::pair{&example.answer, &kept.dataset->target}})
    for (const std::string& token : *tokens)
      if (known->find(token) < 0) return false;
  const auto scope = tape.scope("kept");
  run_model(tape, kept, example, with_dropout);
  return true;
}

// Lists panels and map blocks for the parts of the model that are on the tape, in the order of computation. The activations come first. The
// weights, each with its gradient, have their own sections.
class ModelPanels {
 public:
  ModelPanels(LessonBuild& out, const TransformerConfig& config) : out_(out), config_(config) {}

  void add_all() {
    const std::string encoder = config_.has_encoder() ? stack("encoder", config_.encoder_layers, {}) : std::string();
    const std::string last = config_.has_decoder() ? stack("decoder", config_.decoder_layers, encoder) : encoder;
    out_.show(View::heatmap, "logits", "output");
    const NodeId predicted = out_.tape.find("probabilities");
    const bool many = predicted >= 0 && out_.tape.value(predicted).cols() > kMostColumns;
    if (many) out_.show(View::likeliest, "probabilities", "output");
    out_.show(View::heatmap, "probabilities", "output");
    if (!many) out_.show(View::matrix, "probabilities", "output");
    out_.show(View::matrix, "losses", "loss");
    out_.show(View::ranking, "losses", "loss");
    out_.show(View::matrix, kLoss, "loss");
    map("output", "output", {last});
    map("loss", "loss", {"output"});
    for (const ParameterSpec& weight : parameter_specs(config_)) show_weight(weight.name);
  }

 private:
  // Shows a dropout mask, then its result.
  void show_dropped(const std::string& node, const std::string& section) {
    out_.show(View::heatmap, node + "_mask", section);
    out_.show(View::heatmap, node, section);
  }
  void map(const std::string& section, const char* kind, std::vector<std::string> reads) {
    std::erase(reads, std::string());
    out_.map.push_back({section, kind, std::move(reads)});
  }

  // Shows a weight such as "encoder.0.self_attention.w_q" in the section "parameters.encoder.0.self_attention".
  void show_weight(const std::string& name) {
    const std::string part = name.substr(0, name.rfind('.') + 1), section = "parameters." + part.substr(0, part.size() - 1);
    out_.show(View::heatmap, name, section);
    out_.show(View::heatmap, gradient_name(name), section);
  }

  // Shows a stack. Returns the section of its last part.
  std::string stack(const std::string& name, Index layers, const std::string& memory) {
    std::string last = name + ".embedding";
    out_.show(View::heatmap, name + ".embedding", last);
    out_.show(View::heatmap, name + ".input", last);
    show_dropped(name + ".dropped_input", last);
    map(name, "stack", {});
    map(last, "embedding", {});
    for (Index layer = 0; layer < layers; ++layer) {
      const std::string block = name + "." + std::to_string(layer);
      map(block, "block", {});
      last = attention(block + ".self_attention", "self_attention", {last});
      if (out_.tape.find(block + ".cross_attention.weights") >= 0)
        last = attention(block + ".cross_attention", "cross_attention", {last, memory});
      last = feed_forward(block + ".feed_forward", last);
    }
    return last;
  }

  std::string attention(const std::string& part, const char* kind, std::vector<std::string> reads) {
    const View heads = config_.heads > 1 ? View::heads : View::attention;
    out_.show(heads, part + ".weights", part);
    out_.show(heads, "kept." + part + ".weights", part);
    out_.show(heads, part + ".dropped_weights_mask", part);
    out_.show(heads, part + ".dropped_weights", part);
    out_.show(heads, part + ".d_weights", part);
    show_dropped(part + ".dropped", part);
    map(part, kind, std::move(reads));
    return part;
  }

  std::string feed_forward(const std::string& part, const std::string& reads) {
    out_.show(View::heatmap, part + ".hidden", part);
    show_dropped(part + ".dropped_hidden", part);
    out_.show(View::heatmap, part + ".d_hidden", part);
    show_dropped(part + ".dropped", part);
    map(part, "feed_forward", {reads});
    return part;
  }

  LessonBuild& out_;
  const TransformerConfig& config_;
};

void add_notes(const InputReader& in, const RunModel& model, const Asked& asked, bool kept_asked, LessonBuild& out) {
  if (asked.known == Known::held_out) out.notes.push_back({"asked_held_out", {}});
  if (asked.known == Known::in_training) out.notes.push_back({"asked_in_training", {}});
  if (asked.known == Known::by_rule) out.notes.push_back({"asked_by_rule", {}});
  if (asked.known == Known::nowhere) out.notes.push_back({"asked_nowhere", {}});
  if (in.toggle("dropout_shown") && config_of(model).dropout > 0)
    out.notes.push_back({"dropout_shown", {{"part", format_number(100 * static_cast<double>(config_of(model).dropout)) + " %"}}});
  if (in.kept() && !kept_asked) out.notes.push_back({"kept_other_task", {}});
}

// Appends Adam's numbers with its default settings and the lesson's learning rate.
void show_adam(const InputReader& in, LessonBuild& out) {
  const Tensor& gradients = *in.matrix("adam_gradients");
  if (gradients.rows() > kMostAdamRows || gradients.cols() > kMostAdamSteps)
    throw InputError({"matrix_too_large", {{"where", "adam_gradients"}, {"most", to_string(matrix_shape(kMostAdamRows, kMostAdamSteps))}}});
  OptimizerSettings settings;
  settings.learning_rate = in.number("learning_rate");
  append_adam_numbers(out, gradients, settings);
}

void build(const InputReader& in, LessonBuild& out) {
  const RunModel model = in.run_or_first(training_settings);
  const Asked asked = in.once([&] { return ask(model, question_of(in, *model.dataset)); });
  const TransformerNodes nodes = run_model(out.tape, model, asked.example, in.toggle("dropout_shown"));
  const bool kept_asked = in.kept() && run_kept(*in.kept(), model, asked.example, in.toggle("dropout_shown"), out.tape);
  out.trained = model.weights;
  backward(out.tape, nodes.loss);
  out.gradients_of = kLoss;
  ModelPanels(out, config_of(model)).add_all();
  if (in.toggle("adam_numbers")) show_adam(in, out);
  add_notes(in, model, asked, kept_asked, out);
}

// The default of the reader's pairs. One of the twelve pairs is held out, and can be answered from the others alone.
constexpr const char* kPairs =
    "the white dog = el perro blanco\nthe black dog = el perro negro\nthe red dog = el perro rojo\n"
    "the white cat = el gato blanco\nthe black cat = el gato negro\nthe red cat = el gato rojo\n"
    "the white horse = el caballo blanco\nthe black horse = el caballo negro\nthe red horse = el caballo rojo\n"
    "the white duck = el pato blanco\nthe black duck = el pato negro\nthe red duck = el pato rojo";

// The gradients of two parameters at three steps. Those of the first are 100 times those of the second.
constexpr float kTwoGradients[2][3] = {{20, 10, -10}, {0.2f, 0.1f, -0.1f}};

// The defaults are the settings of the task reverse (a test compares them).
constexpr InputSpec kInputs[] = {
    choice_input("task", "copy, reverse, sort, add, brackets, agreement, french-english, english-spanish, own", "reverse"),
    text_input("pairs", kPairs).lines().only_with("task", "own"),
    text_input("question", ""),
    choice_input("architecture", "encoder-decoder, decoder, encoder"),
    number_input("layers", 1, 1, 4),
    number_input("width", 32, 4, 128),
    number_input("heads", 4, 1, 8),
    number_input("hidden", 64, 4, 512),
    choice_input("positions", "sinusoidal, learned, none"),
    choice_input("norm", "before, after, none"),
    choice_input("activation", "relu, gelu"),
    number_input("dropout", 0, 0, 0.9, 0.05),
    toggle_input("dropout_shown", true).only_with("dropout"),
    choice_input("initialisation", "xavier, he, normal"),
    choice_input("optimizer", "sgd, momentum, rmsprop, adam, adamw", "adamw"),
    toggle_input("adam_numbers", false),
    matrix_input("adam_gradients", "(parameters, steps)", kTwoGradients),
    number_input("learning_rate", 0.003, 1e-6, 1e9, 0),  // the largest rates make every run diverge, which a reader should see
    number_input("weight_decay", 0, 0, 1, 0.01),
    choice_input("schedule", "constant, linear, cosine", "cosine"),
    number_input("warm_up", 50, 0, 1000),
    number_input("clip", 1, 0, 100, 0.1),
    number_input("batch", 32, 1, 128),
    number_input("steps", 1000, 1, 20000),
    seed_input(1)};

// Returns few sums, which a model can learn by heart. One in ten is held out.
std::string few_sums() {
  std::string pairs;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b) {
      if ((a + 2 * b) % 5 > 1) continue;
      pairs += std::to_string(a) + " + " + std::to_string(b) + " |";
      for (const char digit : std::to_string(a + b)) pairs += std::string(" ") + digit;
      pairs += '\n';
    }
  return pairs;
}

constexpr const char* kHeldOutSum = "7 + 4";
constexpr float kLossByHeart = 3;  // a little less than the loss of this sum without dropout

// Tasks, optimisers and mistakes that are worth a run.
constexpr Preset kPresets[] = {{"reverse", {}},
                               {"sort", {}, [] { return inputs_of_task("sort"); }},
                               {"add", {}, [] { return inputs_of_task("add"); }},
                               {"french-english", {}, [] { return inputs_of_task("french-english"); }},
                               {"one-stack", {{"architecture", "decoder"}, {"layers", 2.0}}},
                               {"few-sums",
                                {{"task", "own"}, {"question", kHeldOutSum}, {"batch", 16.0}},
                                [] {
                                  return Inputs{{"pairs", few_sums()}};
                                }},
                               {"no-positions", {{"positions", "none"}}},
                               {"diverging", {{"optimizer", "sgd"}, {"learning_rate", 1e9}, {"warm_up", 0.0}, {"clip", 0.0}}}};

constexpr Step kSteps[] = {
    {.id = "task",
     .focus = "probabilities",
     .cell = CellName{0, 0, "3"},
     .scene = "probabilities* as matrix | @loss , @samples",
     .example = {.keep = "steps", .trained = 0}},
    {.id = "loss",
     .focus = "probabilities",
     .cell = CellName{0, 0, "3"},
     .scene = "probabilities* as matrix -> loss",
     .example = {.keep = "steps", .trained = 0},
     .ask = Ask{.how = HowMuch{0, 6}, .node = "loss", .cell = CellName{0, 0, 0}, .also = "losses"}},
    {.id = "one_step",
     .focus = "loss",
     .cell = CellName{0, 0, 0},
     .scene = "losses as ranking -> loss* | @loss",
     .example = {.keep = "steps", .trained = 1},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "diagonal",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, 0, 0},
     .scene = "decoder.0.cross_attention.weights* | @loss , @samples",
     .example = {.keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{},
                .cell = CellName{0, 0, 0},
                .also = "decoder.0.cross_attention.scores, decoder.0.cross_attention.dot_products",
                .stack = true,
                .shows = "decoder.0.cross_attention.residual"}},
    {.id = "back_in_time",
     .focus = "losses",
     .cell = CellName{0, 0, 0},
     .scene = "probabilities as matrix -> losses* -> loss | @loss , @accuracy",
     .example = {.keep = "steps", .trained = 100},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "edit_weights",
     .focus = "decoder.0.cross_attention.w_q",
     .cell = CellName{0, 0, 0},
     .example = {.keep = "steps", .trained = kToItsEnd}},
    {.id = "check_gradient",
     .focus = "decoder.0.cross_attention.d_w_q",
     .cell = CellName{0, 2, 1},
     .scene = "decoder.0.cross_attention.weights -> decoder.0.cross_attention.d_w_q*",
     .example = {.keep = "steps", .trained = 100}},
    {.id = "without_positions",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, 0, 7},
     .scene = "decoder.0.cross_attention.weights* , loss | @loss , @samples",
     .example = {.set = {{"positions", "none"}}, .keep = "steps", .trained = kToItsEnd, .beside = true},
     .ask = Ask{.how = WhichIsSo{{"yes", "no"}, {0.5f}},
                .node = "loss",
                .cell = CellName{0, 0, 0},
                .also = "losses, loss_sum, probabilities, logits"},
     .controls = "positions, architecture"},
    {.id = "overfitting",
     .focus = "losses",
     .cell = CellName{0, 0, 0},
     .scene = "losses* as ranking -> loss | @loss , @samples",
     .example = {.preset = "few-sums", .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhichIsSo{{"small", "large"}, {1}}, .node = "loss", .also = "losses, loss_sum, probabilities, logits"}},
    {.id = "dropout",
     .focus = "losses",
     .cell = CellName{0, 0, 0},
     .scene = "losses* as ranking -> loss | @loss , @samples",
     .example =
         {.preset = "few-sums", .set = {{"dropout", 0.3}, {"dropout_shown", false}}, .keep = "steps", .trained = kToItsEnd, .beside = true},
     .ask = Ask{.how = WhichIsSo{{"lower", "higher"}, {kLossByHeart}}, .node = "loss", .also = "losses, loss_sum, probabilities, logits"},
     .controls = "dropout"},
    {.id = "adam",
     .focus = "losses",
     .cell = CellName{0, 0, 0},
     .scene = "decoder.0.cross_attention.weights -> losses* as ranking -> loss | @loss , @samples",
     .example = {.set = {{"optimizer", "sgd"}}, .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhichIsSo{{"yes", "no"}, {0.5f}}, .node = "loss", .also = "losses, loss_sum, probabilities, logits"},
     .controls = "optimizer, learning_rate"},
    {.id = "two_numbers",
     .focus = "adam.m",
     .cell = CellName{0, 0, 2},
     .scene = "adam.gradients -> adam.m* | adam.squares -> adam.v",
     .example = {.set = {{"adam_numbers", true}, {"learning_rate", 0.1}}, .keep = "steps"},
     .ask = Ask{.how = WhichIsSo{{"minus", "plus"}, {0}}, .also = "adam.m"}},
    {.id = "same_step",
     .focus = "adam.step",
     .cell = CellName{0, 0, 0},
     .scene = "adam.gradients -> adam.step* | adam.m_hat / adam.root , adam.sgd_step",
     .example = {.set = {{"adam_numbers", true}, {"learning_rate", 0.1}}, .keep = "steps"},
     .ask = Ask{.how = WhichIsSo{{"same", "ten", "hundred"}, {0.45f, 5}, At{"adam.step", {0, 0, 1}}}, .also = "adam.ratio"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "training", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt_training_inputs,
                                     .settings = training_settings,
                                     .looking = "question, dropout_shown, adam_numbers, adam_gradients",
                                     .folded = "parameters",
                                     .largest = {{"layers", 4.0}, {"width", 128.0}, {"hidden", 512.0}}};
  return kLesson;
}

}  // namespace gf::training_lesson
