// Several heads of self-attention side by side, put together by W_O; masks of the future and of padding; √d; words in another order.
#include <algorithm>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/attention/multi_head_data.h"
#include "lessons/attention/scaling.h"
#include "lessons/registry.h"
#include "lessons/shared/comparison.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "lessons/steps.h"
#include "model/attention.h"
#include "model/initialisation.h"

namespace gf {
namespace {

using namespace multi_head;

constexpr std::size_t kMostWords = 48;
constexpr double kMostWidth = 256, kMostHeads = 16, kMostPadding = 16, kMostDraws = 48, kLargestSeed = 4294967295.0;
constexpr const char* kPad = "<pad>";
constexpr const char* kWeights[] = {"w_q", "w_k", "w_v", "w_o"};

// What the inputs come to before anything is computed.
struct Resolved {
  std::vector<std::string> tokens;  // padding too
  Index words = 0, heads = 1;
  Tensor x, w[4];
  std::vector<std::string> seeded, unlisted;
  bool by_hand = false, drawn_for_shape = false;
};

std::uint32_t seed_of(const InputReader& in) { return static_cast<std::uint32_t>(in.number("seed")); }

std::vector<std::string> padded_tokens(const InputReader& in) {
  std::vector<std::string> tokens = sentence_tokens("text", in.text("text"), kMostWords);
  tokens.insert(tokens.end(), static_cast<std::size_t>(in.whole("padding")), kPad);
  return tokens;
}

void clear_padding(Tensor& x, Index words) { std::fill(x.row(0, words), x.data() + x.size(), 0.0f); }

Tensor embeddings_of(const InputReader& in, NumpyRandom& random, Resolved& r) {
  const Index count = static_cast<Index>(r.tokens.size()), width = in.whole("width");
  if (in.text("weights") == "numpy") return random.uniform(Shape{{}, count, width});
  const std::vector<std::string> words(r.tokens.begin(), r.tokens.begin() + r.words);
  Tensor x(Shape{{}, count, width});
  const Tensor drawn = r.by_hand ? hand_embeddings(words, r.unlisted) : word_embeddings(words, width, seed_of(in), r.seeded);
  std::copy_n(drawn.data(), drawn.size(), x.data());
  return x;
}

Tensor weights_of(const InputReader& in, NumpyRandom& random, const char* name, bool by_hand) {
  if (by_hand) return hand_weights(name);
  const std::string& how = in.text("weights");
  const Index width = in.whole("width");
  return initialise(how == "numpy" ? Initialisation::numpy
                    : how == "he"  ? Initialisation::he
                                   : Initialisation::xavier,
                    random, width, width);
}

Resolved resolve(const InputReader& in) {
  Resolved r;
  r.tokens = padded_tokens(in);
  r.words = static_cast<Index>(r.tokens.size()) - in.whole("padding");
  r.heads = in.whole("heads");
  const Index width = in.whole("width");
  if (width % r.heads != 0)
    throw InputError({"heads_do_not_divide", {{"where", "heads"}, {"width", std::to_string(width)}, {"got", std::to_string(r.heads)}}});
  r.by_hand = in.text("weights") == "given" && width == kHandWidth && r.heads == kHandHeads;
  NumpyRandom random(seed_of(in));
  r.x = embeddings_of(in, random, r);
  clear_padding(r.x, r.words);
  if (const Tensor* typed = in.matrix("x")) {
    expect_shape("x", *typed, static_cast<Index>(r.tokens.size()), width, "@tokens_by_width");
    r.seeded.clear(), r.unlisted.clear();
    r.x = *typed;
  }
  for (std::size_t i = 0; i < std::size(kWeights); ++i) {
    // The draw is made even where the matrix was typed in, so that the others keep theirs.
    Tensor drawn = weights_of(in, random, kWeights[i], r.by_hand);
    const Tensor* typed = in.matrix(kWeights[i]);
    r.drawn_for_shape = r.drawn_for_shape || (!typed && !r.by_hand && in.text("weights") == "given");
    r.w[i] = typed ? *typed : std::move(drawn);
    expect_shape(kWeights[i], r.w[i], width, width, "@width_by_width");
  }
  return r;
}

NodeId mask_node(Tape& tape, const char* name, const char* formula, const Axis& tokens, Tensor value) {
  return constant(tape, std::move(value), Label(name, formula).with_rows(tokens).with_cols(tokens));
}

// Who may be looked at: not the future, not the padding, or neither. Null where everybody may.
std::shared_ptr<const Tensor> add_masks(const InputReader& in, const Resolved& r, LessonBuild& out) {
  Tape& tape = out.tape;
  const Index count = static_cast<Index>(r.tokens.size());
  const Axis tokens = token_axis(r.tokens);
  NodeId causal = -1, padding = -1;
  if (in.toggle("causal")) causal = mask_node(tape, "causal_mask", "[k ≤ t]", tokens, *causal_mask(count));
  if (in.toggle("mask_padding") && count > r.words) {
    Tensor words(Shape{{}, count, count});
    for (Index t = 0; t < count; ++t) std::fill_n(words.row(0, t), r.words, 1.0f);
    padding = mask_node(tape, "padding_mask", "[tokenₖ ≠ <pad>]", tokens, std::move(words));
  }
  for (const NodeId node : {causal, padding})
    if (node >= 0) out.panels.push_back({View::matrix, {tape[node].name}, "masks"});
  if (causal < 0 && padding < 0) return nullptr;
  if (causal < 0 || padding < 0) return tape[std::max(causal, padding)].value;
  const NodeId both = multiply(tape, causal, padding, Label("visible_mask"));
  out.panels.push_back({View::matrix, {"visible_mask"}, "masks"});
  return tape[both].value;
}

struct Chain {
  NodeId input = -1;
  AttentionNodes attention;
};

Chain run_chain(Tape& tape, NodeId x, const AttentionWeights& weights, bool positions, const AttentionOptions& options) {
  Chain chain;
  if (positions) {
    const Label label = Label("position").with_rows(tape[x].rows).with_cols(feature_axis());
    const Tensor& value = tape.value(x);
    chain.input = add(tape, x, position_encoding(tape, value.rows(), value.cols(), PositionTable::corrected, label), "input");
  } else {
    chain.input = scale(tape, x, 1, Label("input", "x"));
  }
  chain.attention = attention(tape, chain.input, chain.input, weights, options);
  return chain;
}

void show(LessonBuild& out, View view, const std::string& node, const char* section) {
  if (out.tape.find(node) >= 0) out.panels.push_back({view, {node}, section});
}

void add_panels(LessonBuild& out, std::vector<Panel> masks) {
  show(out, View::tokens, "x", "embedding");
  for (const char* name : {"position", "input"}) show(out, View::matrix, name, "embedding");
  for (const auto& [weight, result] : {std::pair{"w_q", "query"}, std::pair{"w_k", "key"}, std::pair{"w_v", "value"}}) {
    show(out, View::matrix, weight, "heads");
    show(out, View::matrix, result + std::string("_channels"), "heads");
    show(out, View::matrix, result, "heads");
  }
  for (const char* name : {"dot_products", "scores"}) show(out, View::matrix, name, "scores");
  for (Panel& mask : masks) out.panels.push_back(std::move(mask));
  show(out, View::matrix, "masked_scores", "masks");
  show(out, View::heads, "weights", "weights");
  show(out, View::arcs, "weights", "weights");
  show(out, View::attention, "weights", "weights");
  const char* scores = out.tape.find("masked_scores") >= 0 ? "masked_scores" : "scores";
  out.panels.push_back({View::softmax_rows, {scores, "weights"}, "weights"});
  for (const char* name : {"output", "concat", "w_o", "projection"}) show(out, View::matrix, name, "output");
}

void add_notes(const InputReader& in, const Resolved& r, LessonBuild& out) {
  const std::string seed = std::to_string(seed_of(in)), width = std::to_string(in.whole("width"));
  out.notes.push_back({"shapes",
                       {{"tokens", std::to_string(r.tokens.size())},
                        {"width", width},
                        {"heads", std::to_string(r.heads)},
                        {"head_width", std::to_string(in.whole("width") / r.heads)}}});
  if (r.by_hand) out.notes.push_back({"by_hand", {}});
  if (!r.unlisted.empty()) out.notes.push_back({"unlisted", {{"words", joined(r.unlisted)}}});
  if (!r.seeded.empty()) out.notes.push_back({"seeded_embeddings", {{"words", joined(r.seeded)}, {"seed", seed}}});
  if (in.text("weights") == "numpy") out.notes.push_back({"numpy_stream", {{"seed", seed}}});
  if (r.drawn_for_shape) out.notes.push_back({"weights_drawn", {{"width", width}, {"heads", std::to_string(r.heads)}, {"seed", seed}}});
  if (in.whole("padding") > 0 && !in.toggle("mask_padding")) out.notes.push_back({"padding_seen", {}});
}

void build(const InputReader& in, LessonBuild& out) {
  const Resolved r = resolve(in);
  Tape& tape = out.tape;
  const std::string drawn = in.text("weights") == "numpy" ? "rand(), seed " + format_number(in.number("seed")) : "";
  const NodeId x = out.input_matrix("x", r.x, Label("x", drawn).with_rows(token_axis(r.tokens)).with_cols(feature_axis()));
  NodeId w[4];
  for (std::size_t i = 0; i < std::size(kWeights); ++i)
    w[i] = out.input_matrix(kWeights[i], r.w[i], Label(kWeights[i], drawn).with_rows(feature_axis()).with_cols(feature_axis()));

  add_notes(in, r, out);
  const auto visible = add_masks(in, r, out);
  std::vector<Panel> masks = std::move(out.panels);
  out.panels.clear();
  const AttentionWeights weights{.w_q = w[0], .w_k = w[1], .w_v = w[2], .w_o = w[3]};
  const AttentionOptions options{r.heads, visible, Along::rows, {}};
  const bool positions = in.toggle("positions");
  const Chain chain = run_chain(tape, x, weights, positions, options);
  add_panels(out, std::move(masks));
  if (in.toggle("shuffled")) {
    const auto again = [&](Tape& on, NodeId rows, bool with) { return run_chain(on, rows, weights, with, options).attention.projection; };
    compare_shuffled(out, x, chain.attention.projection, {r.words, seed_of(in), positions}, again);
    add_shuffled_panels(out, {{View::matrix, {"input"}, ""}, {View::heads, {"weights"}, ""}, {View::matrix, {"projection"}, ""}});
  }
  if (in.toggle("scaling")) measure_scaling(out, in.whole("draws"), seed_of(in));
}

// The rows of tokens that stay, where the text or its padding changes; new tokens get their own embedding.
void keep_rows(const LessonInfo& lesson, const Inputs& before, Inputs& after) {
  const auto typed = after.find("x");
  if (typed == after.end()) return;
  try {
    const std::vector<std::string> old_tokens = padded_tokens(InputReader(lesson, before)),
                                   new_tokens = padded_tokens(InputReader(lesson, after));
    const Tensor old_x = std::get<Tensor>(typed->second);
    after.erase(typed);
    if (old_x.rows() != static_cast<Index>(old_tokens.size())) return;
    after["x"] = with_kept_rows(old_x, old_tokens, new_tokens, resolve(InputReader(lesson, after)).x);
  } catch (const InputError&) {
    // The new text is refused when it is computed, with this same error and the document as it was.
  }
}

// How many heads there can be: the largest number up to `wanted` that divides the width.
double fitting_heads(Index width, Index wanted) {
  while (width % wanted != 0) --wanted;
  return static_cast<double>(wanted);
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  const auto drop_weights = [&] {
    for (const char* name : kWeights) after.erase(name);
  };
  const InputReader now(lesson, after), then(lesson, before);
  if (changed == "text" || changed == "padding") keep_rows(lesson, before, after);
  if (changed == "width") {
    drop_weights();
    after.erase("x");
    after["heads"] = fitting_heads(now.whole("width"), now.whole("heads"));
  }
  if (changed == "weights") {
    drop_weights();
    after.erase("x");
  }
  if (changed == "seed" && now.text("weights") != "given") drop_weights();
}

Inputs with_weights(const char* weights, double width, double heads) {
  return {{"weights", std::string(weights)}, {"width", width}, {"heads", heads}};
}

std::vector<Preset> presets() {
  const std::string sentence = "The cat chased the ball because it was hungry";
  Inputs masked{{"text", std::string("The dog ran")}, {"causal", true}, {"padding", 2.0}};
  Inputs bag{{"positions", false}, {"shuffled", true}}, ordered{{"shuffled", true}};
  Inputs large = with_weights("xavier", 256, 8);
  large["text"] = std::string("The quick brown fox");
  Inputs numpy = with_weights("numpy", 8, 2);
  numpy["text"] = std::string("The cat sleeps"), numpy["positions"] = false;
  return {{"which-word", {}},
          {"another-sentence", {{"text", sentence}}},
          {"masks", masked},
          {"bag-of-words", bag},
          {"with-positions", ordered},
          {"untrained", with_weights("xavier", kHandWidth, kHandHeads)},
          {"peaks", {{"scaling", true}}},
          {"numpy", numpy},
          {"shapes", large}};
}

}  // namespace

Lesson multi_head_lesson() {
  LessonInfo info;
  info.id = "multi-head";
  info.inputs = {text_input("text", "The animal didn't cross the street because it was too tired"),
                 choice_input("weights", {"given", "numpy", "xavier", "he"}),
                 number_input("seed", 42, 0, kLargestSeed),
                 number_input("width", kHandWidth, 2, kMostWidth),
                 number_input("heads", kHandHeads, 1, kMostHeads),
                 toggle_input("positions", true),
                 toggle_input("causal", false),
                 number_input("padding", 0, 0, kMostPadding),
                 only_with("padding", {}, toggle_input("mask_padding", true)),
                 toggle_input("shuffled", false),
                 toggle_input("scaling", false),
                 only_with("scaling", {}, number_input("draws", 24, 1, kMostDraws)),
                 matrix_input("x", "(tokens, width)"),
                 matrix_input("w_q", "(width, width)"),
                 matrix_input("w_k", "(width, width)"),
                 matrix_input("w_v", "(width, width)"),
                 matrix_input("w_o", "(width, width)")};
  info.steps = multi_head_steps();
  info.presets = presets();
  Lesson lesson{std::move(info), build, adapt};
  lesson.largest = with_weights("xavier", kMostWidth, kMostHeads);
  lesson.largest.insert({{"text", numbered_words(kMostWords)},
                         {"causal", true},
                         {"padding", kMostPadding},
                         {"shuffled", true},
                         {"scaling", true},
                         {"draws", kMostDraws}});
  lesson.folded = {"heads", "scores"};
  return lesson;
}

}  // namespace gf
