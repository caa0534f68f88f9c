// The lesson block, about the purpose of each part of a block: a whole transformer, and transformers without one part each, learn to add
// side by side.
#include <algorithm>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "model/attention.h"
#include "protocol/step.h"
#include "train/batch.h"
#include "train/default_settings.h"
#include "train/run_model.h"
#include "train/tasks/rules.h"

namespace gf::block_lesson {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kTask = "add";

// Returns the models as keys of the texts: "@no_feed_forward".
Words model_names() {
  Words names;
  for (const LeftOut part : models_of(AblationConfig{})) names.push_back("@" + std::string(name_of(part)));
  return names;
}

TrainSettings settings(const InputReader& in) {
  TrainSettings s = default_settings(kTask);
  AblationConfig model{s.transformer()};
  model.whole.decoder_layers = in.whole("blocks");
  s.model = model;
  s.initialisation = Initialisation::normal;
  s.schedule = {};
  s.optimizer.learning_rate = in.number("learning_rate");
  s.clip = 0;  // the norm of all gradients would tie the models to each other
  s.batch = 32;
  s.steps = in.whole("steps");
  s.seed = in.seed();
  return s;
}

// Lists the panels of one model, in the order of computation.
void show_model(LessonBuild& out, const std::string& model, Index blocks) {
  const auto show = [&](View view, const std::string& node, const std::string& section) { out.show(view, model + "." + node, section); };
  // Shows a node as a heat map and cell by cell.
  const auto show_cells = [&](const std::string& node, const std::string& section) {
    show(View::heatmap, node, section);
    show(View::matrix, node, section);
  };
  show(View::heatmap, "decoder.input", "decoder.embedding");
  for (Index block = 0; block < blocks; ++block) {
    const std::string attention = "decoder." + std::to_string(block) + ".self_attention",
                      feed_forward = "decoder." + std::to_string(block) + ".feed_forward";
    show(View::heatmap, attention + ".norm", attention);
    show(View::heads, attention + ".weights", attention);
    show(View::heatmap, attention + ".projection", attention);
    show_cells(attention + ".residual", attention);
    show(View::heatmap, feed_forward + ".norm", feed_forward);
    show_cells(feed_forward + ".hidden_input", feed_forward);
    show_cells(feed_forward + ".hidden", feed_forward);
    show(View::heatmap, feed_forward + ".output", feed_forward);
    show_cells(feed_forward + ".residual", feed_forward);
  }
  show(View::heatmap, "decoder.norm", "decoder.norm");
  show(View::matrix, "probabilities", "output");
}

// Appends the predictions of the whole model after its first block: the last norm and the output weights read the residual stream there.
void append_early_exit(Tape& tape, const TransformerConfig& config, const ParameterNodes& weights) {
  const auto of_whole = [&](const char* name) { return weights.at(std::string("whole.") + name); };
  const NodeId stream = tape.find("whole.decoder.0.feed_forward.residual"), last = tape.find("whole.logits");
  const auto scope = tape.scope("after_block_1");
  const NodeId normalised = layer_norm(tape, stream, config.norm_epsilon, "normalised");
  const NodeId gained = multiply(tape, normalised, of_whole("decoder.norm_gain"), "gained");
  const NodeId norm = add(tape, gained, of_whole("decoder.norm_bias"), "norm");
  const NodeId logits = linear(tape, norm, of_whole("output.w"), of_whole("output.b"), Label("logits").with_cols(tape[last].cols));
  softmax(tape, logits, 1, Along::rows, "probabilities");
}

// Returns the dataset of the first model: the vocabulary alone, since the trace shows no example of the task.
std::shared_ptr<const Dataset> first_dataset(const TrainSettings& s) {
  return std::make_shared<const Dataset>(vocabularies_of_task(s.task));
}

void build(const InputReader& in, LessonBuild& out) {
  const RunModel model = in.run_or_first(settings, first_dataset);
  const Dataset& data = *model.dataset;
  const auto& config = std::get<AblationConfig>(model.config);
  const Words question = question_tokens(data, in.text("question"));
  const Example asked{question, answer_by_rule(kTask, question).value_or(Words{})};
  const Batch batch = make_batch(data, config.whole, {&asked});
  const ForwardOptions options = named_tokens(data, config.whole, batch);
  const ParameterNodes weights(out.tape, parameter_specs(config, data.source.tokens()), *model.weights);
  out.trained = model.weights;
  std::vector<NodeId> losses;
  for (const TransformerNodes& nodes : ablation(out.tape, config, weights, batch, options)) losses.push_back(nodes.loss);
  const NodeId row = concat(out.tape, std::move(losses), Label("losses_beside_each_other").with_cols(keyed_axis("models", model_names())));
  const NodeId one = constant(out.tape, Tensor::filled(matrix_shape(1, 1), 1), Label("one", "1").with_cols(keyed_axis("", {"@loss"})));
  matmul_tn(out.tape, row, one, Label("model_losses", "losses_beside_each_otherᵀ"));
  const bool two = config.whole.decoder_layers > 1;
  if (two) append_early_exit(out.tape, config.whole, weights);

  out.show(View::matrix, "model_losses", "compared");
  show_model(out, in.text("part"), config.whole.decoder_layers);
  if (two) out.show(View::matrix, "after_block_1.probabilities", "output");
}

constexpr InputSpec kInputs[] = {
    text_input("question", "200+31"),    choice_input("part", "whole, no_residual, no_norm, no_feed_forward, no_bend"),
    number_input("blocks", 2, 1, 4),     number_input("learning_rate", 0.005, 1e-6, 1e9, 0),
    number_input("steps", 600, 1, 5000), seed_input(1)};

constexpr Preset kPresets[] = {{"two-blocks", {}}, {"one-block", {{"blocks", 1.0}}}, {"four-blocks", {{"blocks", 4.0}}}};

// The nodes that would tell the losses that two questions ask about.
constexpr NameList kLosses = "losses_beside_each_other, whole.loss, no_residual.loss, no_norm.loss, no_feed_forward.loss, no_bend.loss";

constexpr Step kSteps[] = {
    {.id = "two_parts",
     .focus = "whole.decoder.0.feed_forward.residual",
     .cell = CellName{0, 0, 0},
     .scene = "whole.decoder.0.self_attention.weights -> whole.decoder.0.feed_forward.residual*",
     .example = {.keep = "steps", .trained = 0}},
    {.id = "stream",
     .focus = "whole.decoder.0.self_attention.residual",
     .cell = CellName{0, 0, 0},
     .scene = "whole.decoder.input + whole.decoder.0.self_attention.projection = whole.decoder.0.self_attention.residual* as matrix",
     .example = {.keep = "steps", .trained = 0},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "bend",
     .focus = "whole.decoder.0.feed_forward.hidden",
     .cell = CellName{0, 0, 3},
     .scene = "whole.decoder.0.feed_forward.hidden_input -> whole.decoder.0.feed_forward.hidden*",
     .example = {.keep = "steps", .trained = 0},
     .exercise = Exercise{{{0, 0, 3}, {0, 0, 4}, {0, 0, 7}, {0, 0, 8}}}},
    {.id = "which_fails",
     .focus = "model_losses",
     .cell = CellName{0, "@whole", 0},
     .scene = "model_losses* , whole.probabilities",
     .example = {.keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = kLosses}},
    {.id = "no_residual",
     .focus = "no_residual.probabilities",
     .cell = CellName{0, 10, "1"},
     .scene = "no_residual.decoder.1.feed_forward.output -> no_residual.probabilities*",
     .example = {.set = {{"part", "no_residual"}}, .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1, true},
                .also = "no_residual.probabilities, whole.probabilities, no_residual.losses, no_residual.loss_sum, no_residual.loss, "
                        "losses_beside_each_other"},
     .controls = "part"},
    {.id = "no_norm",
     .focus = "no_norm.decoder.1.feed_forward.residual",
     .cell = CellName{0, 0, 0},
     .scene = "no_norm.decoder.1.feed_forward.residual* -> no_norm.probabilities",
     .example = {.set = {{"part", "no_norm"}}, .keep = "steps", .trained = kToItsEnd},
     .controls = "part"},
    {.id = "no_bend",
     .focus = "no_bend.decoder.0.feed_forward.output",
     .cell = CellName{0, 0, 0},
     .scene = "no_bend.decoder.0.feed_forward.output* -> no_bend.probabilities",
     .example = {.set = {{"part", "no_bend"}}, .keep = "steps", .trained = kToItsEnd},
     .controls = "part"},
    {.id = "depth",
     .focus = "model_losses",
     .cell = CellName{0, "@whole", 0},
     .scene = "model_losses* , whole.probabilities",
     .example = {.preset = "one-block", .keep = "steps", .trained = kToItsEnd},
     // Builds differ in the last bits, and this run amplifies them: it ends between 0.8 and 1.4 with one block, near 1.7 with two.
     .ask = Ask{.how = WhichIsSo{{"better", "worse"}, {1.55f}}, .cell = CellName{0, "@no_residual", 0}, .also = kLosses}},
    {.id = "stacked",
     .focus = "whole.probabilities",
     .cell = CellName{0, 10, "1"},
     .scene = "after_block_1.probabilities -> whole.probabilities*",
     .example = {.keep = "steps", .trained = kToItsEnd}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "block", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .settings = settings,
                                     .looking = "question, part",
                                     .largest = {{"blocks", 4.0}}};
  return kLesson;
}

}  // namespace gf::block_lesson
