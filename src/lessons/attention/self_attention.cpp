// One head of self-attention over a typed sentence, every matrix shown.
#include <algorithm>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/shared/comparison.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/published.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "lessons/steps.h"
#include "model/attention.h"
#include "model/initialisation.h"

namespace gf {
namespace {

using namespace self_attention;

constexpr std::size_t kMostTokens = 64;
constexpr double kMostWidth = 512, kMostHeadWidth = 64, kLargestSeed = 4294967295.0;

// What the inputs come to before anything is computed.
struct Resolved {
  std::vector<std::string> tokens;
  Tensor x, w_q, w_k, w_v;
  std::vector<std::string> seeded;  // words outside the vocabulary
  bool drawn_for_shape = false;     // `given` has no matrices of this shape
};

std::vector<std::string> tokens_of(const std::string& text) { return sentence_tokens("text", text, kMostTokens); }

Initialisation drawing(const std::string& weights) {
  return weights == "numpy" ? Initialisation::numpy : weights == "he" ? Initialisation::he : Initialisation::xavier;
}

void resolve_weights(const InputReader& in, NumpyRandom& random, Index width, Index head_width, Resolved& r) {
  const std::string& weights = in.text("weights");
  const bool given = weights == "given" && width == kVocabularyWidth && head_width == kVocabularyWidth;
  const std::pair<const char*, Tensor*> matrices[] = {{"w_q", &r.w_q}, {"w_k", &r.w_k}, {"w_v", &r.w_v}};
  for (const auto& [name, matrix] : matrices) {
    // The draw is made even where the matrix was typed in, so that the others keep theirs.
    Tensor drawn = given ? given_weights(name) : initialise(drawing(weights), random, width, head_width);
    const Tensor* typed = in.matrix(name);
    *matrix = typed ? *typed : std::move(drawn);
    if (!typed && weights == "given" && !given) r.drawn_for_shape = true;
  }
  expect_shape("w_q", r.w_q, width, head_width, "@width_by_head_width");
  expect_shape("w_k", r.w_k, width, head_width, "@width_by_head_width");
  // Values may be of another width than queries and keys.
  expect_shape("w_v", r.w_v, width, std::min(r.w_v.cols(), static_cast<Index>(kMostHeadWidth)), "@width_by_value_width");
}

Resolved resolve(const InputReader& in) {
  Resolved r;
  r.tokens = tokens_of(in.text("text"));
  const Index count = static_cast<Index>(r.tokens.size()), width = in.whole("width");
  const auto seed = static_cast<std::uint32_t>(in.number("seed"));
  NumpyRandom random(seed);
  Tensor x = in.text("weights") == "numpy" ? random.uniform(Shape{{}, count, width}) : word_embeddings(r.tokens, width, seed, r.seeded);
  if (const Tensor* typed = in.matrix("x")) {
    expect_shape("x", *typed, count, width, "@tokens_by_width");
    r.seeded.clear();
    x = *typed;
  }
  r.x = std::move(x);
  resolve_weights(in, random, width, in.whole("head_width"), r);
  return r;
}

struct Chain {
  NodeId position = -1;
  NodeId input = -1;
  AttentionNodes attention;
};

// x with a position encoding added.
NodeId with_positions(Tape& tape, NodeId x, PositionTable table, const std::string& position, const std::string& input) {
  const Label label = Label(position).with_rows(tape[x].rows).with_cols(feature_axis());
  return add(tape, x, position_encoding(tape, tape.value(x).rows(), tape.value(x).cols(), table, label), input);
}

Chain run_chain(Tape& tape, NodeId x, const NodeId (&w)[3], bool positions, bool published, const AttentionOptions& options) {
  Chain chain;
  if (positions) {
    chain.input = with_positions(tape, x, published ? PositionTable::printed : PositionTable::corrected, "position", "input");
    chain.position = tape[chain.input].inputs.back();
  } else {
    chain.input = scale(tape, x, 1, Label("input", "x"));
  }
  // The document's queries of this one sentence were not made from its printed table, but from the exponents as written there.
  NodeId query_input = chain.input;
  if (positions && published && same_values(tape.value(x), source_embeddings()))
    query_input = with_positions(tape, x, PositionTable::as_written, "position_as_written", "query_input");
  chain.attention = attention(tape, query_input, chain.input, {w[0], w[1], w[2]}, options);
  return chain;
}

std::vector<NodeId> nodes_of(const Chain& chain) {
  const AttentionNodes& a = chain.attention;
  std::vector<NodeId> all{chain.position, chain.input, a.query,         a.key,     a.value,
                          a.dot_products, a.scores,    a.masked_scores, a.weights, a.output};
  std::erase(all, -1);
  return all;
}

// The published chain beside the corrected one. Up to the weights only the positions can differ.
void compare(LessonBuild& out, const Chain& shown, const Chain& corrected, bool position_slip, bool axis_slip) {
  const std::vector<NodeId> left = nodes_of(shown), right = nodes_of(corrected);
  bool normalised = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    normalised = normalised || left[i] == shown.attention.weights;
    const bool by_axis = normalised && axis_slip;
    mark_differences(out, left[i], right[i], by_axis && position_slip ? "both" : by_axis ? "softmax_axis" : "position_exponents");
  }
}

// Values that a document prints and that its own formula does not give, where the inputs are that document's.
void mark_misprints(LessonBuild& out, const Resolved& r, bool positions, const AttentionNodes& nodes) {
  std::vector<Mark> marks;
  for (const Misprint& misprint : misprints())
    if (misprint.positions == positions && same_values(misprint.x, r.x) && same_values(misprint.w_q, r.w_q))
      marks.push_back({misprint.cell, misprint.printed, out.tape.value(nodes.query).at(misprint.cell), misprint.slip});
  if (marks.empty()) return;
  for (auto& [node, present] : out.marks)
    if (node == nodes.query) {
      std::erase_if(present, [&](const Mark& mark) {
        return std::any_of(marks.begin(), marks.end(), [&](const Mark& m) { return m.cell == mark.cell; });
      });
      present.insert(present.end(), marks.begin(), marks.end());
      return;
    }
  out.marks.emplace_back(nodes.query, std::move(marks));
}

void add_panels(LessonBuild& out, const Chain& chain, bool compared) {
  const auto show = [&](View view, const std::string& node, const char* section) {
    out.panels.push_back({view, {node}, section});
    if (compared && out.tape.find("corrected." + node) >= 0) out.panels.push_back({view, {"corrected." + node}, section});
  };
  out.panels.push_back({View::tokens, {"x"}, "embedding"});
  if (chain.position >= 0) show(View::matrix, "position", "embedding");
  show(View::matrix, "input", "embedding");
  for (const char* name : {"position_as_written", "query_input"})
    if (out.tape.find(name) >= 0) show(View::matrix, name, "embedding");
  for (const auto& [weight, result] : {std::pair{"w_q", "query"}, std::pair{"w_k", "key"}, std::pair{"w_v", "value"}}) {
    out.panels.push_back({View::matrix, {weight}, "projections"});
    show(View::matrix, result, "projections");
  }
  show(View::matrix, "dot_products", "scores");
  show(View::matrix, "scores", "scores");
  const bool masked = chain.attention.masked_scores >= 0;
  if (masked) show(View::matrix, "masked_scores", "scores");
  show(View::attention, "weights", "weights");
  out.panels.push_back({View::arcs, {"weights"}, "weights"});
  out.panels.push_back({View::softmax_rows, {masked ? "masked_scores" : "scores", "weights"}, "weights"});
  show(View::matrix, "output", "output");
}

void add_notes(const InputReader& in, const Resolved& r, bool published, LessonBuild& out) {
  const std::string seed = std::to_string(static_cast<std::uint32_t>(in.number("seed")));
  if (!r.seeded.empty()) out.notes.push_back({"seeded_embeddings", {{"words", joined(r.seeded)}, {"seed", seed}}});
  if (in.text("weights") == "numpy") out.notes.push_back({"numpy_stream", {{"seed", seed}}});
  if (r.drawn_for_shape) out.notes.push_back({"weights_drawn", {{"shape", to_string(r.w_q.shape())}, {"seed", seed}}});
  if (in.text("softmax_axis") == "columns") out.notes.push_back({"softmax_columns", {}});
  if (out.tape.find("query_input") >= 0) out.notes.push_back({"two_tables", {}});
  if (published && same_values(r.w_v, given_weights("w_v"))) out.notes.push_back({"second_w_v", {}});
}

void build(const InputReader& in, LessonBuild& out) {
  Resolved r = resolve(in);
  const bool positions = in.toggle("positions"), published = in.toggle("published");
  const bool position_slip = published && positions, axis_slip = in.text("softmax_axis") == "columns";
  Tape& tape = out.tape;
  const std::string drawn = in.text("weights") == "numpy" ? "rand(), seed " + format_number(in.number("seed")) : "";
  const NodeId x = out.input_matrix("x", r.x, Label("x", drawn).with_rows(token_axis(r.tokens)).with_cols(feature_axis()));
  const auto weight = [&](const char* name, const Tensor& value) {
    return out.input_matrix(name, value, Label(name, drawn).with_rows(feature_axis()).with_cols({name + 2, {}}));
  };
  const NodeId w[3] = {weight("w_q", r.w_q), weight("w_k", r.w_k), weight("w_v", r.w_v)};

  const auto visible = in.toggle("causal") ? causal_mask(r.x.rows()) : nullptr;
  const AttentionOptions options{1, visible, axis_slip ? Along::columns : Along::rows, {}};
  const Chain shown = run_chain(tape, x, w, positions, published, options);
  if (position_slip || axis_slip) {
    const auto scope = tape.scope("corrected");
    const Chain corrected = run_chain(tape, x, w, positions, false, {1, visible, Along::rows, {}});
    compare(out, shown, corrected, position_slip, axis_slip);
  }
  if (published) mark_misprints(out, r, positions, shown.attention);
  add_panels(out, shown, position_slip || axis_slip);
  add_notes(in, r, published, out);
  if (!in.toggle("shuffled")) return;
  const auto again = [&](Tape& on, NodeId rows, bool with) { return run_chain(on, rows, w, with, published, options).attention.output; };
  compare_shuffled(out, x, shown.attention.output, {r.x.rows(), static_cast<std::uint32_t>(in.number("seed")), positions}, again);
  add_shuffled_panels(out, {{View::matrix, {"input"}, ""}, {View::attention, {"weights"}, ""}, {View::matrix, {"output"}, ""}});
}

// The rows of tokens that stay, where the text changes; new tokens get their own embedding.
void keep_rows(const LessonInfo& lesson, const Inputs& before, Inputs& after) {
  const auto typed = after.find("x");
  if (typed == after.end()) return;
  try {
    const std::vector<std::string> old_tokens = tokens_of(InputReader(lesson, before).text("text"));
    const std::vector<std::string> new_tokens = tokens_of(InputReader(lesson, after).text("text"));
    const Tensor old_x = std::get<Tensor>(typed->second);
    after.erase(typed);
    if (old_x.rows() != static_cast<Index>(old_tokens.size())) return;
    after["x"] = with_kept_rows(old_x, old_tokens, new_tokens, resolve(InputReader(lesson, after)).x);
  } catch (const InputError&) {
    // The new text is refused when it is computed, with this same error and the document as it was.
  }
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  const auto drop = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) after.erase(name);
  };
  const InputReader now(lesson, after), then(lesson, before);
  if (changed == "text") keep_rows(lesson, before, after);
  if (changed == "width") drop({"x", "w_q", "w_k", "w_v"});
  if (changed == "head_width") drop({"w_q", "w_k", "w_v"});
  if (changed == "weights") {
    drop({"w_q", "w_k", "w_v"});
    if ((now.text("weights") == "numpy") != (then.text("weights") == "numpy")) drop({"x"});
  }
  if (changed == "seed" && now.text("weights") != "given") drop({"w_q", "w_k", "w_v"});
  if (changed == "w_q" || changed == "w_k") {
    const Tensor& matrix = *now.matrix(changed);
    if (matrix.rows() != now.whole("width") || matrix.cols() == now.whole("head_width") ||
        matrix.cols() > static_cast<Index>(kMostHeadWidth))
      return;
    after["head_width"] = static_cast<double>(matrix.cols());
    drop({changed == "w_q" ? "w_k" : "w_q", "w_v"});
  }
}

}  // namespace

Lesson self_attention_lesson() {
  LessonInfo info;
  info.id = "self-attention";
  info.inputs = {text_input("text", "You are welcome"),
                 choice_input("weights", {"given", "numpy", "xavier", "he"}),
                 number_input("seed", 42, 0, kLargestSeed),
                 number_input("width", kVocabularyWidth, 2, kMostWidth),
                 number_input("head_width", kVocabularyWidth, 1, kMostHeadWidth),
                 toggle_input("positions", true),
                 toggle_input("causal", false),
                 choice_input("softmax_axis", {"rows", "columns"}),
                 toggle_input("published", false),
                 toggle_input("shuffled", false),
                 matrix_input("x", "(tokens, width)"),
                 matrix_input("w_q", "(width, head_width)"),
                 matrix_input("w_k", "(width, head_width)"),
                 matrix_input("w_v", "(width, value width)")};
  info.steps = self_attention_steps();
  info.presets = presets();
  Lesson lesson{std::move(info), build, adapt};
  lesson.largest = {{"text", numbered_words(kMostTokens)},
                    {"width", kMostWidth},
                    {"head_width", kMostHeadWidth},
                    {"weights", std::string("xavier")},
                    {"shuffled", true}};
  return lesson;
}

}  // namespace gf
