// The lesson lora: a trained model is fine-tuned for another task, by low-rank adapters beside its frozen weights, and for comparison by
// all its weights.
#include <memory>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/task_model.h"
#include "model/side_by_side.h"
#include "model/token_axes.h"
#include "protocol/step.h"
#include "train/answers.h"
#include "train/batch.h"
#include "train/default_settings.h"
#include "train/run_model.h"
#include "train/shipped_model.h"
#include "train/tasks/rules.h"

namespace gf::lora_lesson {
namespace {

using Tokens = std::vector<std::string>;

constexpr const char* kBase = "assets/models/reverse.safetensors";
constexpr const char *kThisAdapter = "this", *kNoAdapter = "none", *kKeptAdapter = "kept";
constexpr std::size_t kMostDigits = 12;
constexpr Index kExamples = 40;
constexpr double kWidth = 32;  // of the base: a product of matrices with a higher rank has no higher rank

// ---- the run -----------------------------------------------------------------------------------------------------------

TrainSettings settings(const InputReader& in) {
  const std::shared_ptr<const ShippedModel> base = in.decoded(kBase, model_of_task);
  TrainSettings s = default_settings(in.text("task"));
  AdapterConfig model{base->settings.transformer(), in.whole("rank")};
  model.whole.vocabulary = 0;  // the new task sets the sizes, which are those of the base
  model.whole.target_vocabulary = 0;
  s.model = model;
  s.base = {kBase, std::shared_ptr<const NamedTensors>(base, &base->weights)};
  s.optimizer.learning_rate = in.number("learning_rate");
  s.schedule = {ScheduleKind::cosine, 20, 0.1};
  s.clip = 0;  // the norm of all gradients would tie the two models to each other
  s.steps = in.whole("steps");
  s.seed = in.seed();
  return s;
}

// ---- the models on one question ----------------------------------------------------------------------------------------

// Counts the held-out questions of the new task that each model answers rightly.
void append_comparison(const InputReader& in, Tape& tape, const std::shared_ptr<const Dataset>& data, const TransformerConfig& config,
                       const std::vector<std::pair<std::string, const ParameterNodes*>>& models) {
  Tokens names;
  std::vector<Index> right;
  for (const auto& model : models) {
    const std::vector<ParameterSpec> specs = parameter_specs(config);
    right.push_back(in.kept("answered rightly", std::tuple(data, shared_values(tape, specs, *model.second)),
                            [&] { return answered_rightly(*data, config, values_of(tape, specs, *model.second), kExamples); }));
    names.push_back(model.first);
  }
  append_right_answers(tape, right, kExamples, keyed_axis("models", names));
}

// ---- how many numbers --------------------------------------------------------------------------------------------------

void append_counts(Tape& tape, const AdapterConfig& config, const std::string& looked_at) {
  Index rows = 0, cols = 0, all = parameter_count(config.whole);
  for (const ParameterSpec& weight : parameter_specs(config.whole))
    if (weight.name == looked_at) {
      rows = weight.rows;
      cols = weight.cols;
    }
  const Index rank = config.rank, adapters = adapter_numbers(config);
  const auto number = [](Index n) { return expr::number(static_cast<double>(n)); };
  const auto account = [=](const Cell& cell) {
    if (cell.row == 1) return CellArithmetic{"@all_together", number(cell.col == 0 ? all : adapters)};
    if (cell.col == 0) return CellArithmetic{"@rows_times_columns", expr::product({number(rows), number(cols)})};
    return CellArithmetic{"@rank_times_both", expr::product({number(rank), expr::sum({number(rows), number(cols)})})};
  };
  Tensor counts = Tensor::from_rows({{static_cast<float>(rows * cols), static_cast<float>(rank * (rows + cols))},
                                     {static_cast<float>(all), static_cast<float>(adapters)}});
  const auto text = [](Index n) { return std::to_string(n); };
  const OpCode code{"$out = np.array([[" + text(rows) + " * " + text(cols) + ", " + text(rank) + " * (" + text(rows) + " + " + text(cols) +
                    ")], [" + text(all) + ", " + text(adapters) + "]])"};
  accounted(tape, std::move(counts), account, code,
            Label("numbers_learned", "@how_many_numbers")
                .with_rows(keyed_axis("matrices", {"@this_matrix", "@whole_model"}))
                .with_cols(keyed_axis("ways", {"@full", "@adapter"})));
}

// Appends the upper left corner of A B, (3, 5), which is small enough to be read.
void append_corner(Tape& tape, const std::string& w) {
  const NodeId a = embedding(tape, tape.find(w + ".a"), {0, 1, 2}, "a_corner");
  const NodeId b = slice(tape, tape.find(w + ".b"), 0, 5, "b_corner");
  matmul(tape, a, b, "corner");
}

// ---- the answer --------------------------------------------------------------------------------------------------------

// Returns the weights of the model that answers: with the adapter of this run, with that of the kept run, or without an adapter.
ParameterNodes answering_weights(const InputReader& in, LessonBuild& out, const AdapterConfig& config, const ParameterNodes& fixed,
                                 const ParameterNodes& adapted) {
  const std::string& which = in.text("adapter");
  if (which == kNoAdapter) return fixed;
  if (which == kThisAdapter) return adapted;
  const RunModel* kept = in.kept();
  if (!kept) {
    out.notes.push_back({"nothing_kept", {}});
    return adapted;
  }
  const auto& other = std::get<AdapterConfig>(kept->config);
  const auto scope = out.tape.scope("kept");
  const ParameterNodes all(out.tape, parameter_specs(other, kept->dataset->source.tokens()), *kept->weights);
  out.notes.push_back({"kept_adapter", {}});
  return with_adapters(out.tape, config, weights_of(all, "adapted."));
}

void append_answer(const InputReader& in, LessonBuild& out, const std::shared_ptr<const Dataset>& dataset, const TransformerConfig& config,
                   const Tokens& question, const ParameterNodes& weights) {
  const Dataset& data = *dataset;
  const std::vector<ParameterSpec> specs = parameter_specs(config);
  const Tokens answer = in.kept("said", std::tuple(dataset, shared_values(out.tape, specs, weights), question),
                                [&] { return answer_of(data, config, values_of(out.tape, specs, weights), question); });
  const Example asked{question, answer};
  const Batch batch = make_batch(data, config, {&asked});
  ForwardOptions options = named_tokens(data, config, batch);
  options.loss = false;
  const auto scope = out.tape.scope("answer");
  transformer(out.tape, config, weights, batch, options);
  out.notes.push_back({"said", {{"question", joined(question, " ")}, {"said", joined(answer, " ")}}});
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

constexpr WeightChoice kLookedAt[] = {{"cross_w_q", "decoder.0.cross_attention.w_q"},  {"cross_w_k", "decoder.0.cross_attention.w_k"},
                                      {"encoder_w_q", "encoder.0.self_attention.w_q"}, {"encoder_w_v", "encoder.0.self_attention.w_v"},
                                      {"decoder_w_q", "decoder.0.self_attention.w_q"}, {"decoder_w_v", "decoder.0.self_attention.w_v"},
                                      {"decoder_w_1", "decoder.0.feed_forward.w_1"},   {"decoder_w_2", "decoder.0.feed_forward.w_2"}};

void show_all(LessonBuild& out, const std::string& weight) {
  const auto show_numbers = [&](const std::string& node, const char* section) {
    out.show(View::heatmap, node, section);
    out.show(View::matrix, node, section);
  };
  const std::string w = "adapted." + weight;
  for (const char* part : {"", ".a", ".b", ".ab", ".adapted"}) show_numbers(w + part, "matrices");
  for (const char* part : {".a", ".b"}) out.show(View::heatmap, gradient_name(w + part), "gradients");
  for (const char* part : {"a_corner", "b_corner", "corner"}) out.show(View::matrix, part, "corner");
  out.show(View::matrix, "numbers_learned", "numbers");
  out.show(View::matrix, "right_answers", "compared");
  out.show(View::ranking, "right_answers", "compared");
  out.show(View::matrix, "adapted.loss", "compared");
  out.show(View::matrix, "full.loss", "compared");
  out.show(View::matrix, "answer.probabilities", "answer");
  out.show(View::links, "answer.probabilities", "answer");
}

void build(const InputReader& in, LessonBuild& out) {
  const RunModel model = in.run_or_first(settings);
  const Dataset& data = *model.dataset;
  const auto& config = std::get<AdapterConfig>(model.config);
  const Tokens question = limited_question(data, in.text("question"), kMostDigits);
  const Example taught{question, *answer_by_rule(data.task, question)};
  const Batch batch = make_batch(data, config.whole, {&taught});
  const ParameterNodes weights(out.tape, parameter_specs(config, data.source.tokens()), *model.weights);
  out.trained = model.weights;
  const std::vector<TunedNodes> models = adapted_models(out.tape, config, weights, batch, named_tokens(data, config.whole, batch));
  const ParameterNodes fixed = weights_of(weights, "adapted.");
  const ParameterNodes &full = models.front().weights, &adapted = models.back().weights;
  backward(out.tape, models.back().nodes.loss);
  out.gradients_of = "adapted.loss";

  const std::string weight = weight_of(kLookedAt, in.text("matrix"));
  append_corner(out.tape, "adapted." + weight);
  append_counts(out.tape, config, weight);
  append_comparison(in, out.tape, model.dataset, config.whole, {{"@base", &fixed}, {"@full", &full}, {"@adapter", &adapted}});
  append_answer(in, out, model.dataset, config.whole, question, answering_weights(in, out, config, fixed, adapted));
  show_all(out, weight);
}

constexpr NameText kLookedAtChoices = choice_names(kLookedAt, &WeightChoice::choice);
constexpr NameText kAdapters = NameText().add(kThisAdapter).add(kNoAdapter).add(kKeptAdapter);

constexpr InputSpec kInputs[] = {text_input("question", "3 1 4 1 5"),       choice_input("adapter", kAdapters),
                                 choice_input("task", "sort, copy-digits"), number_input("rank", 2, 1, kWidth),
                                 choice_input("matrix", kLookedAtChoices),  number_input("learning_rate", 0.02, 1e-6, 1e9, 0),
                                 number_input("steps", 600, 1, 5000),       seed_input(1)};

constexpr Preset kPresets[] = {{"rank-two", {}}, {"rank-one", {{"rank", 1.0}}}, {"rank-eight", {{"rank", 8.0}}}};

constexpr Step kSteps[] = {
    {.id = "new_task",
     .focus = "answer.probabilities",
     .cell = CellName{0, 0, "5"},
     .scene = "answer.probabilities*",
     .example = {.set = {{"adapter", "none"}}, .keep = "steps", .trained = 0}},
    {.id = "how_many",
     .focus = "numbers_learned",
     .cell = CellName{0, "@this_matrix", "@full"},
     .scene = "adapted.decoder.0.cross_attention.w_q + adapted.decoder.0.cross_attention.w_q.a x adapted.decoder.0.cross_attention.w_q.b | "
              "numbers_learned*",
     .example = {.keep = "steps", .trained = 0},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "zero",
     .focus = "adapted.decoder.0.cross_attention.w_q.ab",
     .cell = CellName{0, 0, 0},
     .scene = "adapted.decoder.0.cross_attention.w_q + adapted.decoder.0.cross_attention.w_q.a x adapted.decoder.0.cross_attention.w_q.b | "
              "adapted.decoder.0.cross_attention.w_q.ab*",
     .example = {.keep = "steps", .trained = 0},
     .ask = Ask{.how = HowMuch{-1, 1}}},
    {.id = "who_moves",
     .focus = "adapted.decoder.0.cross_attention.w_q.d_a",
     .cell = CellName{0, 0, 0},
     .scene = "adapted.decoder.0.cross_attention.w_q.d_a* , adapted.decoder.0.cross_attention.w_q.d_b",
     .example = {.keep = "steps", .trained = 0},
     .ask = Ask{.how = WhichIsSo{{"b_alone", "a_too"}, {1e-9f}},
                .also = "adapted.decoder.0.cross_attention.w_q.d_a, adapted.decoder.0.cross_attention.w_q.d_b"}},
    {.id = "rank_one",
     .focus = "right_answers",
     .cell = CellName{0, "@adapter", 0},
     .scene = "numbers_learned -> right_answers* as ranking",
     .example = {.preset = "rank-one", .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhichIsSo{{"under_half", "over_half"}, {0.5f}}}},
    {.id = "tuned",
     .focus = "right_answers",
     .cell = CellName{0, "@adapter", 0},
     .scene = "numbers_learned -> right_answers* as ranking",
     .example = {.keep = "steps", .trained = kToItsEnd},
     .controls = "rank"},
    {.id = "corner",
     .focus = "corner",
     .cell = CellName{0, 0, 1},
     .scene = "a_corner x b_corner | corner*",
     .example = {.keep = "steps", .trained = kToItsEnd},
     .exercise =
         Exercise{{{0, 0, 1}, {0, 2, 3}}, "adapted.decoder.0.cross_attention.w_q.ab, adapted.decoder.0.cross_attention.w_q.adapted"}},
    {.id = "off",
     .focus = "answer.probabilities",
     .cell = CellName{0, 0, "1"},
     .scene = "answer.probabilities*",
     .example = {.set = {{"adapter", "none"}}, .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{.among = {"1", "3", "4", "5"}}, .also = "answer.logits, answer.logits_without_bias"},
     .controls = "adapter"},
    {.id = "two_adapters",
     .focus = "answer.probabilities",
     .cell = CellName{0, 0, "1"},
     .scene = "answer.probabilities*",
     .example = {.set = {{"task", "copy-digits"}, {"adapter", "kept"}}, .keep = "steps", .trained = kToItsEnd, .beside = true},
     .controls = "adapter"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "lora", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files = [](const InputReader&) { return std::vector<std::string>{kBase}; },
                                     .settings = settings,
                                     .looking = "question, adapter, matrix",
                                     .largest = {{"rank", kWidth}, {"question", "123456789012"}, {"matrix", "decoder_w_1"}}};
  return kLesson;
}

}  // namespace gf::lora_lesson
