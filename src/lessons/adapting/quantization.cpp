// The lesson quantization: integers with a scale in place of floats; the error of each weight, and the answers of a trained model.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/half.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/task_model.h"
#include "model/token_axes.h"
#include "protocol/step.h"
#include "train/answers.h"
#include "train/batch.h"
#include "train/shipped_model.h"
#include "train/tasks/tasks.h"

namespace gf::quantization_lesson {
namespace {

using Tokens = std::vector<std::string>;
using attr::Rounding;

constexpr const char* kModel = "assets/models/reverse.safetensors";
constexpr const char* kOwn = "own";
constexpr std::array<Index, 7> kBitsCompared = {16, 8, 6, 5, 4, 3, 2};
constexpr Index kExamples = 40;  // held-out examples, on which right answers are counted
constexpr std::size_t kMostDigits = 12;
constexpr Index kHalf = 16, kBins = 32;
constexpr double kLargestGroup = 64;
// Bytes of a float, a half, a scale and a zero point.
constexpr float kFloatBytes = 4, kHalfBytes = 2, kScaleBytes = 4, kZeroBytes = 1;

// ---- which matrices ----------------------------------------------------------------------------------------------------

// The matrices of the model that can be shown. The reader's own matrix is another choice.
constexpr WeightChoice kMatrices[] = {{"token_table", "encoder.token_table"},          {"encoder_w_q", "encoder.0.self_attention.w_q"},
                                      {"encoder_w_k", "encoder.0.self_attention.w_k"}, {"encoder_w_v", "encoder.0.self_attention.w_v"},
                                      {"encoder_w_o", "encoder.0.self_attention.w_o"}, {"encoder_w_1", "encoder.0.feed_forward.w_1"},
                                      {"encoder_w_2", "encoder.0.feed_forward.w_2"},   {"decoder_w_q", "decoder.0.self_attention.w_q"},
                                      {"decoder_w_k", "decoder.0.self_attention.w_k"}, {"decoder_w_v", "decoder.0.self_attention.w_v"},
                                      {"decoder_w_o", "decoder.0.self_attention.w_o"}, {"cross_w_q", "decoder.0.cross_attention.w_q"},
                                      {"cross_w_k", "decoder.0.cross_attention.w_k"},  {"cross_w_v", "decoder.0.cross_attention.w_v"},
                                      {"cross_w_o", "decoder.0.cross_attention.w_o"},  {"decoder_w_1", "decoder.0.feed_forward.w_1"},
                                      {"decoder_w_2", "decoder.0.feed_forward.w_2"},   {"output_w", "output.w"}};

// Whether a weight is rounded by the choice `which`. Norms and biases are few numbers, and are never rounded.
bool is_rounded(const ParameterSpec& weight, const std::string& which) {
  if (weight.role != ParameterRole::weight && weight.role != ParameterRole::table) return false;
  const auto has = [&](const char* part) { return weight.name.find(part) != std::string::npos; };
  if (which == "embeddings") return weight.role == ParameterRole::table;
  if (which == "attention") return has("attention.");
  if (which == "feed_forward") return has("feed_forward.");
  return which == "all" || has("output.");
}

// ---- rounding ----------------------------------------------------------------------------------------------------------

// The choices of the inputs. The groups of a matrix depend on its size as well.
struct Choices {
  Index bits, group;
  std::string grouping, which;
  bool symmetric;
  bool operator==(const Choices&) const = default;

  Rounding rounding_of(const Tensor& w) const {
    Rounding rounding{bits, 1, w.cols(), symmetric};
    if (grouping == "matrix") rounding.group_rows = w.rows();
    if (grouping == "group") rounding.group_cols = std::min(group, w.cols());
    return rounding;
  }
};

Choices choices_of(const InputReader& in) {
  return {in.whole("bits"), in.whole("group"), in.text("grouping"), in.text("which"), in.toggle("symmetric")};
}

struct Rounded {
  NodeId w = -1, scale = -1, zero = -1, integers = -1, restored = -1;
};

Rounded append_rounded(Tape& tape, NodeId w, const Choices& choices) {
  const Rounding rounding = choices.rounding_of(tape.value(w));
  Rounded nodes{.w = w};
  // A group of a row has the name of the row; groups of several rows are numbered.
  const Axis rows = rounding.group_rows == 1 ? tape[w].rows : Axis{"groups", {}};
  const auto of_groups = [&](const char* name) { return Label(name).with_rows(rows).with_cols({"groups", {}}); };
  nodes.scale = quantize_scale(tape, w, rounding, of_groups("scale"));
  if (!rounding.symmetric) nodes.zero = zero_point(tape, w, nodes.scale, rounding, of_groups("zero_point"));
  nodes.integers = quantize(tape, w, nodes.scale, nodes.zero, rounding, "integers");
  nodes.restored = dequantize(tape, nodes.integers, nodes.scale, nodes.zero, rounding, "restored");
  return nodes;
}

Tensor rounded(const Tensor& w, const Choices& choices) {
  Tape tape;
  return tape.value(append_rounded(tape, constant(tape, w, "w"), choices).restored);
}

// ---- the model ---------------------------------------------------------------------------------------------------------

struct Model {
  ShippedModel shipped;
  Dataset words;
  std::vector<ParameterSpec> specs;
  const TransformerConfig& config() const { return shipped.settings.transformer(); }
};

std::shared_ptr<const Model> model_of(const InputReader& in) {
  return in.decoded(kModel, [](const std::string& bytes, const std::string& path) {
    Model model{.shipped = model_of_task(bytes, path)};
    model.words = words_of(model.shipped);
    model.words.held_out = reverse_task(model.shipped.settings.seed, {0, kExamples}).held_out;
    model.specs = parameter_specs(model.config());
    name_tokens(model.specs, model.words.source.tokens(), model.words.target.tokens());
    return model;
  });
}

// Returns how many held-out questions are answered rightly with weights rounded by these choices.
Index right_with(const Model& model, const Choices& choices) {
  NamedTensors weights = model.shipped.weights;
  for (const ParameterSpec& weight : model.specs)
    if (is_rounded(weight, choices.which)) *weights.find(weight.name) = rounded(weights.at(weight.name), choices);
  return answered_rightly(model.words, model.config(), weights, kExamples);
}

// ---- one matrix --------------------------------------------------------------------------------------------------------

// Returns a matrix whose scales at 4 bits can be computed by hand: two rows of numbers, and a row of zeros.
Tensor own_matrix() {
  return Tensor::from_rows({{0.7f, -0.32f, 0.11f, 0.06f, -0.48f, 0.24f}, {0.54f, -1.4f, 0.27f, 1.16f, 0.88f, -0.72f}, {0, 0, 0, 0, 0, 0}});
}

NodeId append_looked_at(const InputReader& in, LessonBuild& out, const Model& model) {
  const std::string weight = weight_of(kMatrices, in.text("matrix"));
  if (weight.empty())
    return out.input_matrix("w", in.matrix("w") ? *in.matrix("w") : own_matrix(),
                            Label("w").with_rows({"rows", {}}).with_cols({"columns", {}}));
  for (const ParameterSpec& spec : model.specs)
    if (spec.name == weight)
      return parameter(out.tape, model.shipped.weights.at(weight), Label("w").with_rows(spec.row_axis).with_cols(spec.col_axis));
  throw std::logic_error("[quantization] the model has no weight " + weight);
}

// Appends a histogram of the weights. Each bin is named by its middle.
void append_histogram(Tape& tape, NodeId w) {
  const Tensor& values = tape.value(w);
  const auto [least, most] = std::minmax_element(values.data(), values.data() + values.size());
  Tokens middles;
  for (Index i = 0; i < kBins; ++i)
    middles.push_back(
        format_number(static_cast<double>(*least) + static_cast<double>(*most - *least) * (static_cast<double>(i) + 0.5) / kBins, 2));
  histogram(tape, w, kBins, Label("histogram").with_rows({"values", std::move(middles)}).with_cols(keyed_axis("", {"@count"})));
}

// Appends the weights that the model reads. Weights that are not rounded are those of the file.
ParameterNodes append_weights(const InputReader& in, Tape& tape, const Model& model, const Rounded& looked_at) {
  const std::string looked_at_weight = weight_of(kMatrices, in.text("matrix"));
  const Choices choices = choices_of(in);
  ParameterNodes nodes;
  for (const ParameterSpec& spec : model.specs) {
    const bool shown = spec.name == looked_at_weight, in_few_bits = is_rounded(spec, choices.which);
    if (shown) {
      nodes.set(spec.name, in_few_bits ? looked_at.restored : looked_at.w);
      continue;
    }
    const NodeId w =
        parameter(tape, model.shipped.weights.at(spec.name), Label(spec.name).with_rows(spec.row_axis).with_cols(spec.col_axis));
    const auto scope = tape.scope(spec.name);
    nodes.set(spec.name, in_few_bits ? append_rounded(tape, w, choices).restored : w);
  }
  return nodes;
}

// ---- the answer --------------------------------------------------------------------------------------------------------

void append_answer(const InputReader& in, LessonBuild& out, const Model& model, const ParameterNodes& weights) {
  const Tokens question = limited_question(model.words, in.text("question"), kMostDigits);
  const Tokens answer = in.kept("said", std::tuple(shared_values(out.tape, model.specs, weights), question), [&] {
    const NamedTensors values = values_of(out.tape, model.specs, weights);
    return answer_of(model.words, model.config(), values, question);
  });
  const Example asked{question, answer};
  const Batch batch = make_batch(model.words, model.config(), {&asked});
  ForwardOptions options = named_tokens(model.words, model.config(), batch);
  options.loss = false;
  transformer(out.tape, model.config(), weights, batch, options);
  const Tokens right = *reverse_rule(question);
  out.notes.push_back({answer == right ? "said_right" : "said_wrong",
                       {{"question", joined(question, " ")}, {"said", joined(answer, " ")}, {"right", joined(right, " ")}}});
}

// ---- answers against bits ----------------------------------------------------------------------------------------------

void append_comparison(const InputReader& in, Tape& tape, const std::shared_ptr<const Model>& model) {
  Choices choices = choices_of(in);
  const auto count = std::ssize(kBitsCompared);
  Tokens labels;
  std::vector<Index> right;
  Tensor before(matrix_shape(count, count));  // a 1 for the row before, a −1 for the row itself
  for (Index i = 0; i < count; ++i) {
    choices.bits = nth(kBitsCompared, i);
    labels.push_back(std::to_string(choices.bits));
    right.push_back(in.kept("right answers", std::tuple(model, choices), [&] { return right_with(*model, choices); }));
    if (i > 0) {
      before.at(i, i - 1) = 1;
      before.at(i, i) = -1;
    }
  }
  const Axis bits{"bits", labels};
  const NodeId answers = append_right_answers(tape, right, kExamples, bits);
  const NodeId steps = constant(tape, std::move(before), Label("step_down", "@row_before_minus_row").with_rows(bits).with_cols(bits));
  matmul(tape, steps, answers, Label("lost", "step_down · right_answers"));
}

// ---- bytes -------------------------------------------------------------------------------------------------------------

// Counts of numbers that are rounded, of their scales, and of numbers that are not rounded.
struct Counted {
  Index rounded = 0, scales = 0, others = 0;

  void add(const Tensor& w, const Choices& choices, bool in_few_bits) {
    const Rounding r = choices.rounding_of(w);
    const auto groups = [](Index size, Index group) { return (size + group - 1) / group; };
    (in_few_bits ? rounded : others) += w.size();
    if (in_few_bits) scales += groups(w.rows(), r.group_rows) * groups(w.cols(), r.group_cols);
  }
};

void append_bytes(const InputReader& in, Tape& tape, const Model& model, NodeId looked_at) {
  const Choices choices = choices_of(in);
  Counted shown, all;
  shown.add(tape.value(looked_at), choices, true);
  for (const ParameterSpec& spec : model.specs) all.add(model.shipped.weights.at(spec.name), choices, is_rounded(spec, choices.which));
  Tensor counts(matrix_shape(2, 3));
  for (const auto& [row, counted] : {std::pair{0, shown}, std::pair{1, all}}) {
    counts.at(row, 0) = static_cast<float>(counted.rounded);
    counts.at(row, 1) = static_cast<float>(counted.scales);
    counts.at(row, 2) = static_cast<float>(counted.others);
  }
  const Axis kinds = keyed_axis("numbers", {"@in_few_bits", "@scales", "@as_they_are"}),
             formats = keyed_axis("formats", {"float32", "fp16", "@bits " + std::to_string(choices.bits)}),
             matrices = keyed_axis("matrices", {"@this_matrix", "@whole_model"});
  const float bytes = static_cast<float>(choices.bits) / 8, scale = kScaleBytes + (choices.symmetric ? 0 : kZeroBytes);
  const NodeId counted = constant(tape, std::move(counts), Label("counts", "@how_many").with_rows(matrices).with_cols(kinds));
  const NodeId each =
      constant(tape, Tensor::from_rows({{kFloatBytes, kHalfBytes, bytes}, {0, 0, scale}, {kFloatBytes, kHalfBytes, kHalfBytes}}),
               Label("bytes_each", "@bits_by_8").with_rows(kinds).with_cols(formats));
  matmul(tape, counted, each, Label("bytes", "counts · bytes_each"));
}

// ---- a number bit by bit -----------------------------------------------------------------------------------------------

// Returns the names of the bits by their values: "±", "16", ..., "1", "1/2", ..., "1/1024".
Axis bit_axis(Index exponent_bits) {
  Tokens labels{"±"};
  for (Index i = exponent_bits; i-- > 0;) labels.push_back(std::to_string(Index{1} << i));
  for (Index i = 1; i < kHalf - exponent_bits; ++i) labels.push_back("1/" + std::to_string(Index{1} << i));
  return {"bits", std::move(labels)};
}

Tensor bit_row(std::uint16_t bits) {
  Tensor row(matrix_shape(1, kHalf));
  for (Index i = 0; i < kHalf; ++i) row.at(0, i) = static_cast<float>(bits >> (kHalf - 1 - i) & 1);
  return row;
}

// Rounds each cell to 0 or 1, because a drag gives any number.
Tensor as_bits(const std::string& where, const Tensor& typed) {
  expect_shape(where, typed, 1, kHalf, "(1, bits)");
  Tensor bits = typed;
  for (Index i = 0; i < bits.size(); ++i) bits.data()[i] = bits.data()[i] >= 0.5f ? 1.0f : 0.0f;
  return bits;
}

// Returns how much each bit adds to the sign, the exponent and the fraction, (16, 3).
Tensor worth_of_bits(Index exponent_bits) {
  Tensor worth(matrix_shape(kHalf, 3));
  worth.at(0, 0) = 1;
  for (Index i = 0; i < exponent_bits; ++i) worth.at(1 + i, 1) = static_cast<float>(Index{1} << (exponent_bits - 1 - i));
  for (Index i = 1; i < kHalf - exponent_bits; ++i) worth.at(exponent_bits + i, 2) = 1 / static_cast<float>(Index{1} << i);
  return worth;
}

void append_format(const InputReader& in, LessonBuild& out, const std::string& format, Index exponent_bits, std::uint16_t first) {
  const std::string name = format + "_bits", row_name = exponent_bits == 8 ? "bf16" : "fp16";
  Tensor bits = in.matrix(name) ? as_bits(name, *in.matrix(name)) : bit_row(first);
  const NodeId row = out.input_matrix(name, std::move(bits), Label(name).with_rows({"", {row_name}}).with_cols(bit_axis(exponent_bits)));
  const Axis parts = keyed_axis("", {"@sign", "@exponent", "@fraction"});
  const NodeId worth = constant(out.tape, worth_of_bits(exponent_bits),
                                Label(format + "_worth", "@worth_of_bits").with_rows(bit_axis(exponent_bits)).with_cols(parts));
  matmul(out.tape, row, worth, Label(format + "_parts").with_rows({"", {row_name}}).with_cols(parts));
  decode_float(out.tape, row, exponent_bits, Label(format + "_value").with_cols(keyed_axis("", {"@value"})));
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

void add_notes(const InputReader& in, LessonBuild& out, const Model& model, const Tensor& looked_at) {
  const Choices choices = choices_of(in);
  const auto short_group = [&](const std::string& name, const Tensor& w) {
    const Index last = w.cols() % choices.group;
    if (choices.grouping != "group" || last == 0 || w.cols() < choices.group) return;
    out.notes.push_back({"short_group",
                         {{"matrix", name},
                          {"numbers", std::to_string(w.cols())},
                          {"group", std::to_string(choices.group)},
                          {"last", std::to_string(last)}}});
  };
  const std::string weight = weight_of(kMatrices, in.text("matrix"));
  for (const ParameterSpec& spec : model.specs) {
    if (is_rounded(spec, choices.which)) short_group(spec.name, model.shipped.weights.at(spec.name));
    if (spec.name == weight && !is_rounded(spec, choices.which)) out.notes.push_back({"not_rounded", {{"matrix", weight}}});
  }
  if (weight.empty()) short_group("w", looked_at);
}

void show_all(LessonBuild& out) {
  const auto show_numbers = [&](const char* node, const char* section) {
    out.show(View::matrix, node, section);
    out.show(View::heatmap, node, section);
  };
  for (const char* node : {"w", "scale", "zero_point", "integers", "restored", "error"}) show_numbers(node, "rounding");
  out.show_together(View::histogram, {"w", "restored", "histogram"}, "rounding");
  out.show(View::matrix, "probabilities", "answer");
  out.show(View::links, "probabilities", "answer");
  out.show(View::ranking, "right_answers", "few_bits");
  out.show(View::ranking, "lost", "few_bits");
  for (const char* node : {"counts", "bytes_each", "bytes"}) out.show(View::matrix, node, "size");
  for (const char* node : {"half_bits", "half_parts", "half_value", "bfloat_bits", "bfloat_parts", "bfloat_value"})
    out.show(View::matrix, node, "formats");
}

void build(const InputReader& in, LessonBuild& out) {
  const std::shared_ptr<const Model> model = model_of(in);
  Tape& tape = out.tape;
  const NodeId w = append_looked_at(in, out, *model);
  const Rounded looked_at = append_rounded(tape, w, choices_of(in));
  add(tape, looked_at.restored, scale(tape, w, -1, Label("minus_w", "−w")), Label("error", "restored − w"));
  append_histogram(tape, w);
  append_answer(in, out, *model, append_weights(in, tape, *model, looked_at));
  append_comparison(in, tape, model);
  append_bytes(in, tape, *model, w);
  const float first = tape.value(w).at(0, 0);
  append_format(in, out, "half", 5, half_from_float(first));
  append_format(in, out, "bfloat", 8, bfloat16_from_float(first));
  show_all(out);
  add_notes(in, out, *model, tape.value(w));
}

// −3 in 16 bits: −1.5 · 2.
constexpr float kMinusThree[1][16] = {{1, 1, 0, 0, 0, 0, 1}};

constexpr NameText kMatrixChoices = choice_names(kMatrices, &WeightChoice::choice, kOwn);

constexpr InputSpec kInputs[] = {text_input("question", "3 1 4 1 5"),
                                 number_input("bits", 4, 2, 16),
                                 choice_input("grouping", "row, matrix, group"),
                                 number_input("group", 8, 1, kLargestGroup).only_with("grouping", "group"),
                                 toggle_input("symmetric", true),
                                 choice_input("which", "all, embeddings, attention, feed_forward, output"),
                                 choice_input("matrix", kMatrixChoices),
                                 matrix_input("w", "(rows, columns)"),
                                 matrix_input("half_bits", "(1, bits)"),
                                 matrix_input("bfloat_bits", "(1, bits)")};

constexpr Preset kPresets[] = {{"by-hand", {}},
                               {"per-matrix", {{"grouping", "matrix"}, {"matrix", "encoder_w_q"}}},
                               {"groups", {{"grouping", "group"}, {"matrix", "encoder_w_q"}}},
                               {"three-bits", {{"bits", 3.0}, {"grouping", "matrix"}, {"matrix", "encoder_w_q"}}},
                               {"zero-point", {{"symmetric", false}}}};

constexpr Step kSteps[] = {
    {.id = "how_few",
     .focus = "restored",
     .cell = CellName{0, 0, 1},
     .scene = "integers x scale , w | restored*",
     .example = {.preset = "by-hand"}},
    {.id = "scale",
     .focus = "scale",
     .cell = CellName{0, 0, 0},
     .scene = "w -> scale*",
     .example = {.preset = "by-hand"},
     .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}}},
    {.id = "integer",
     .focus = "integers",
     .cell = CellName{0, 0, 1},
     .scene = "w -> scale | integers*",
     .example = {.preset = "by-hand"},
     .exercise = Exercise{{{0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {0, 1, 3}}, "restored, error, minus_w"}},
    {.id = "back",
     .focus = "restored",
     .cell = CellName{0, 0, 1},
     .scene = "w / integers x scale = restored*",
     .example = {.preset = "by-hand"},
     .ask = Ask{.how = HowMuch{-1, 1}}},
    {.id = "cliff",
     .focus = "lost",
     .cell = CellName{0, 0, 0},
     .scene = "right_answers -> lost*",
     .example = {.preset = "per-matrix"},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "right_answers"}},
    {.id = "levels", .focus = "histogram", .scene = "histogram* , right_answers", .example = {.preset = "per-matrix"}, .controls = "bits"},
    {.id = "which_part",
     .focus = "right_answers",
     .cell = CellName{0, "3", 0},
     .scene = "histogram , right_answers*",
     .example = {.preset = "three-bits", .set = {{"which", "feed_forward"}, {"matrix", "encoder_w_1"}}},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}},
     .controls = "which"},
    {.id = "per_row",
     .focus = "right_answers",
     .cell = CellName{0, "3", 0},
     .scene = "histogram , right_answers*",
     .example = {.preset = "by-hand", .set = {{"matrix", "encoder_w_q"}}},
     .ask = Ask{.how = WhichIsSo{{"worse", "better"}, {0.2f}}},
     .controls = "grouping, bits"},
    {.id = "price",
     .focus = "bytes",
     .cell = CellName{0, "@this_matrix", "@bits 4"},
     .scene = "counts x bytes_each | bytes*",
     .example = {.preset = "groups"},
     .exercise = Exercise{{{0, 0, 2}}}},
    {.id = "half",
     .focus = "half_value",
     .cell = CellName{0, 0, 0},
     .scene = "half_bits | half_parts -> half_value*",
     .example = {.preset = "by-hand", .set = {{"half_bits", kMinusThree}}},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "bfloat",
     .focus = "bfloat_bits",
     .cell = CellName{0, 0, 8},
     .scene = "half_bits / bfloat_bits* , half_value / bfloat_value",
     .example = {.preset = "by-hand"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "quantization", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .files = [](const InputReader&) { return std::vector<std::string>{kModel}; },
      .largest = {{"question", "123456789012"}, {"matrix", "encoder_w_1"}, {"grouping", "group"}, {"group", 1.0}, {"symmetric", false}}};
  return kLesson;
}

}  // namespace gf::quantization_lesson
