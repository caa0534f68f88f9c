// The lesson multi-head: heads of self-attention side by side, joined by W_O; masks of later tokens and of padding; the division by √d;
// words in another order; attention in tiles.
#include <algorithm>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/attention/attention_chain.h"
#include "lessons/attention/hand_made_heads.h"
#include "lessons/attention/scaling.h"
#include "lessons/attention/tiles.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/shuffled.h"
#include "protocol/step.h"

namespace gf::multi_head_lesson {
namespace {

using namespace multi_head;

constexpr std::size_t kMostWords = 48;
constexpr double kMostWidth = 256, kMostHeads = 16, kMostPadding = 16, kMostDraws = 48;
constexpr const char* kPad = "<pad>";
constexpr const char* kWeights[] = {"w_q", "w_k", "w_v", "w_o"};

// The resolved inputs, before anything is computed.
struct Resolved : AttentionInputs {
  Index words = 0, heads = 1;
  std::vector<std::string> unlisted;
  bool by_hand = false;
};

std::vector<std::string> padded_tokens(const InputReader& in) {
  std::vector<std::string> tokens = sentence_tokens("text", in.text("text"), kMostWords);
  tokens.insert(tokens.end(), static_cast<std::size_t>(in.whole("padding")), kPad);
  return tokens;
}

Resolved resolve(const InputReader& in) {
  Resolved r;
  AttentionExercise exercise;
  exercise.tokens = padded_tokens(in);
  r.words = std::ssize(exercise.tokens) - in.whole("padding");
  exercise.words = r.words;
  const Index width = in.whole("width");
  exercise.width = width;
  r.heads = in.whole("heads");
  if (width % r.heads != 0)
    throw InputError({"heads_do_not_divide", {{"where", "heads"}, {"width", std::to_string(width)}, {"got", std::to_string(r.heads)}}});
  r.by_hand = in.text("weights") == "given" && width == kHandWidth && r.heads == kHandHeads;
  exercise.embeddings = [&](std::vector<std::string>& seeded) {
    const std::vector<std::string> words(exercise.tokens.begin(), exercise.tokens.begin() + exercise.words);
    return r.by_hand ? hand_embeddings(words, r.unlisted) : word_embeddings(words, width, in.seed(), seeded);
  };
  for (const char* name : kWeights) exercise.weights.push_back({name, width, width, r.by_hand ? hand_weights(name) : Tensor()});
  static_cast<AttentionInputs&>(r) = read_attention(in, exercise);
  if (r.typed_x) r.unlisted.clear();
  return r;
}

Tensor embeddings_of(const InputReader& in) { return resolve(in).x; }

NodeId mask_node(Tape& tape, const char* name, const char* formula, const Axis& tokens, Tensor value) {
  return constant(tape, std::move(value), Label(name, formula).with_rows(tokens).with_cols(tokens));
}

// Appends the masks of later tokens and of the padding. Returns the mask of both, (T, T), or null if all tokens are visible.
std::shared_ptr<const Tensor> add_masks(const InputReader& in, const Resolved& r, Tape& tape) {
  const Index count = std::ssize(r.tokens);
  const Axis tokens = token_axis(r.tokens);
  NodeId causal = -1, padding = -1;
  if (in.toggle("causal")) causal = mask_node(tape, "causal_mask", "[k ≤ t]", tokens, *causal_mask(count));
  if (in.toggle("mask_padding") && count > r.words) {
    Tensor words(matrix_shape(count, count));
    for (Index t = 0; t < count; ++t) std::fill_n(words.row(t), r.words, 1.0f);
    padding = mask_node(tape, "padding_mask", "[tokenₖ ≠ <pad>]", tokens, std::move(words));
  }
  if (causal < 0 && padding < 0) return nullptr;
  if (causal < 0 || padding < 0) return tape[std::max(causal, padding)].value;
  const NodeId both = multiply(tape, causal, padding, Label("visible_mask"));
  return tape[both].value;
}

void add_panels(LessonBuild& out) {
  out.show(View::tokens, "x", "embedding");
  out.show_each(View::matrix, {"position", "input"}, "embedding");
  for (const std::string part : {"query", "key", "value"})
    out.show_each(View::matrix, {"w_" + part.substr(0, 1), part + "_channels", part}, "heads");
  for (const char* const part : {"query", "key"}) out.show(View::heads, part, "heads");
  out.show_each(View::matrix, {"dot_products", "scores"}, "scores");
  out.show_each(View::matrix, {"causal_mask", "padding_mask", "visible_mask", "masked_scores"}, "masks");
  for (const View view : {View::heads, View::arcs, View::attention}) out.show(view, "weights", "weights");
  out.show_together(View::softmax_rows, {out.tape.find("masked_scores") >= 0 ? "masked_scores" : "scores", "weights"}, "weights");
  out.show_each(View::matrix, {"output", "concat", "w_o", "projection"}, "output");
  out.show(View::heads, "output", "output");
}

void add_notes(const InputReader& in, const Resolved& r, LessonBuild& out) {
  const std::string width = std::to_string(in.whole("width"));
  out.notes.push_back({"shapes",
                       {{"tokens", std::to_string(r.tokens.size())},
                        {"width", width},
                        {"heads", std::to_string(r.heads)},
                        {"head_width", std::to_string(in.whole("width") / r.heads)}}});
  if (r.by_hand) out.notes.push_back({"by_hand", {}});
  if (!r.unlisted.empty()) out.notes.push_back({"unlisted", {{"words", joined(r.unlisted)}}});
  add_drawn_notes(in, r, {{"width", width}, {"heads", std::to_string(r.heads)}}, out);
  if (in.whole("padding") > 0 && !in.toggle("mask_padding")) out.notes.push_back({"padding_seen", {}});
}

void build(const InputReader& in, LessonBuild& out) {
  const Resolved r = resolve(in);
  const NodeId x = append_embeddings(in, r, out);
  NodeId w[4];
  for (std::size_t i = 0; i < std::size(kWeights); ++i) w[i] = append_weight(in, kWeights[i], r.weights[i], feature_axis(), out);

  add_notes(in, r, out);
  const AttentionWeights weights{.w_q = w[0], .w_k = w[1], .w_v = w[2], .w_o = w[3]};
  const bool positions = in.toggle("positions");
  const AttentionOptions options{r.heads, add_masks(in, r, out.tape), {}};
  const auto chain = [&](Tape& tape, NodeId rows, bool with) {
    return attention_chain(tape, rows, weights, {.positions = with, .attention = options}).attention.result;
  };
  const NodeId result = chain(out.tape, x, positions);
  add_panels(out);
  if (in.toggle("shuffled")) {
    compare_shuffled(out, x, result, {r.words, in.seed(), positions}, chain);
    add_shuffled_panels(out, {{View::matrix, "input"}, {View::heads, "weights"}, {View::matrix, "projection"}});
  }
  if (in.toggle("scaling")) measure_scaling(in, out, in.whole("draws"));
  if (in.toggle("tiles")) append_tiles(out, *in.matrix("tile_scores"));
}

// Returns the largest number of heads up to `wanted` that divides the width.
double fitting_heads(Index width, Index wanted) {
  while (width % wanted != 0) --wanted;
  return static_cast<double>(wanted);
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  const InputReader now(lesson, after);
  if (changed == "text" || changed == "padding") keep_token_rows(lesson, before, after, {padded_tokens, embeddings_of});
  if (changed == "width") after["heads"] = fitting_heads(now.whole("width"), now.whole("heads"));
  if (changed == "width" || changed == "weights") forget(after, {"x", "w_q", "w_k", "w_v", "w_o"});
  if (changed == "seed" && now.text("weights") != "given") forget(after, {"w_q", "w_k", "w_v", "w_o"});
}

constexpr float kTileScores[1][6] = {{1, 2, 0, 5, 3, -1}};

constexpr InputSpec kInputs[] = {text_input("text", "The animal didn't cross the street because it was too tired"),
                                 choice_input("weights", "given, numpy, xavier, he"),
                                 seed_input(42),
                                 number_input("width", kHandWidth, 2, kMostWidth),
                                 number_input("heads", kHandHeads, 1, kMostHeads),
                                 toggle_input("positions", true),
                                 toggle_input("causal", false),
                                 number_input("padding", 0, 0, kMostPadding),
                                 toggle_input("mask_padding", true).only_with("padding"),
                                 toggle_input("shuffled", false),
                                 toggle_input("scaling", false),
                                 number_input("draws", 24, 1, kMostDraws).only_with("scaling"),
                                 toggle_input("tiles", false),
                                 matrix_input("tile_scores", "(1, keys)", kTileScores),
                                 matrix_input("x", "(tokens, width)"),
                                 matrix_input("w_q", "(width, width)"),
                                 matrix_input("w_k", "(width, width)"),
                                 matrix_input("w_v", "(width, width)"),
                                 matrix_input("w_o", "(width, width)")};

constexpr Preset kPresets[] = {
    {"which-word", {}},
    {"another-sentence", {{"text", "The cat chased the ball because it was hungry"}}},
    {"masks", {{"text", "The dog ran"}, {"causal", true}, {"padding", 2.0}}},
    {"bag-of-words", {{"positions", false}, {"shuffled", true}}},
    {"with-positions", {{"shuffled", true}}},
    {"untrained", {{"weights", "xavier"}, {"width", double{kHandWidth}}, {"heads", double{kHandHeads}}}},
    {"peaks", {{"scaling", true}}},
    {"tiles", {{"tiles", true}}},
    {"numpy", {{"weights", "numpy"}, {"width", 8.0}, {"heads", 2.0}, {"text", "The cat sleeps"}, {"positions", false}}},
    {"shapes", {{"weights", "xavier"}, {"width", 256.0}, {"heads", 8.0}, {"text", "The quick brown fox"}}}};

// In the embedding of "street", 1 in the column of living things.
constexpr Held kLivingStreet[] = {{"x", {0, 5, 10}, 1}};

constexpr Step kSteps[] = {
    {.id = "two_reasons", .focus = "weights", .cell = CellName{0, "it", "animal"}, .scene = "weights* as arcs"},
    {.id = "living_street",
     .focus = "weights",
     .cell = CellName{0, "it", "animal"},
     .scene = "x , weights* as arcs",
     .example = {.hold = kLivingStreet},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "weights"}},
    {.id = "splitting", .focus = "query_channels", .cell = CellName{0, "it", 8}, .scene = "query_channels* -> query"},
    {.id = "compare_heads", .focus = "weights", .cell = CellName{2, "it", "because"}, .scene = "weights* as heads", .controls = "heads"},
    {.id = "masks",
     .focus = "visible_mask",
     .cell = CellName{0, {"<pad>", 1}, "The"},
     .scene = "causal_mask x padding_mask = visible_mask*",
     .example = {.preset = "masks"},
     .exercise = Exercise{{{0, 3, 0}, {0, 3, 1}, {0, 3, 2}, {0, 3, 3}, {0, 3, 4}}},
     .controls = "causal, padding, mask_padding"},
    {.id = "joined_heads",
     .focus = "projection",
     .cell = CellName{0, "it", 10},
     .scene = "concat | projection*",
     .example = {.preset = "which-word"}},
    {.id = "wide",
     .focus = "weights",
     .cell = CellName{0, "it", "street"},
     .scene = "weights* as attention",
     .example = {.set = {{"text", "The animal didn't cross the street because it was too wide"}}},
     .ask = Ask{.how = WhereIsMost{.among = {"animal", "street", "it", "wide"}}, .also = "scores, dot_products"}},
    {.id = "word_order",
     .focus = "weights",
     .cell = CellName{2, "it", "because"},
     .scene = "scores -> weights* as attention",
     .example = {.preset = "bag-of-words"},
     .ask = Ask{.how = HowMuch{0, 1, true},
                .also = "weights, shuffled.weights, shuffled.with_positions.weights, shuffled.with_positions.in_order.weights"},
     .controls = "positions"},
    {.id = "division_by_root",
     .focus = "scaling.peakedness",
     .cell = CellName{0, "512", "q · k / √d"},
     .scene = "scaling.weights_undivided -> scaling.peakedness* as curve",
     .example = {.preset = "peaks"},
     .ask = Ask{.how = HowMuch{0, 1, true}, .cell = CellName{0, "512", "q · k"}, .also = "scaling.peakedness, scaling.slope"},
     .controls = "draws, seed"},
    {.id = "tiles_maximum",
     .focus = "tiles.running_largest",
     .cell = CellName{0, 0, 0},
     .scene = "tiles.tile -> tiles.tile_largest -> tiles.running_largest*",
     .example = {.preset = "tiles"},
     .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}}},
    {.id = "tiles_rescale",
     .focus = "tiles.factor",
     .cell = CellName{0, 1, 0},
     .scene = "tiles.tile_sum , tiles.running_largest -> tiles.factor*",
     .example = {.preset = "tiles"},
     .ask = Ask{.how = HowMuch{0, 1}}},
    {.id = "tiles_same",
     .focus = "tiles.output",
     .cell = CellName{0, 2, 0},
     .scene = "tiles.running_weighted / tiles.running_sum -> tiles.output* / tiles.whole_output",
     .example = {.preset = "tiles"},
     .ask =
         Ask{.how = WhichIsSo{{"less", "same", "more"}, {-0.01f, 0.01f}, At{"tiles.whole_output", Cell{0, 0, 0}}}, .also = "tiles.output"}},
    {.id = "in_transformer",
     .focus = "weights",
     .cell = CellName{0, "it", "animal"},
     .scene = "input -> weights* as heads -> projection",
     .example = {.preset = "which-word"}},
    {.id = "recap", .focus = "projection", .cell = CellName{0, 0, 0}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "multi-head", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt,
                                     .folded = "heads, scores",
                                     .largest = {{"weights", "xavier"},
                                                 {"width", kMostWidth},
                                                 {"heads", kMostHeads},
                                                 {"text", [] { return numbered_words(kMostWords); }},
                                                 {"causal", true},
                                                 {"padding", kMostPadding},
                                                 {"shuffled", true},
                                                 {"scaling", true},
                                                 {"draws", kMostDraws}}};
  return kLesson;
}

}  // namespace gf::multi_head_lesson
