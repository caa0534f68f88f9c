// The lesson self-attention: one head over a typed sentence, with every matrix.
#include "lessons/attention/attention_chain.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/shuffled.h"
#include "lessons/shared/worked_example.h"
#include "protocol/step.h"

namespace gf::self_attention_lesson {
namespace {

using namespace self_attention;

constexpr std::size_t kMostTokens = 64;
constexpr double kMostWidth = 512, kMostHeadWidth = 64;

std::vector<std::string> tokens_of(const InputReader& in) { return sentence_tokens("text", in.text("text"), kMostTokens); }

AttentionInputs inputs_of(const InputReader& in) {
  AttentionExercise exercise;
  exercise.tokens = tokens_of(in);
  exercise.words = std::ssize(exercise.tokens);
  exercise.width = in.whole("width");
  exercise.embeddings = [&](std::vector<std::string>& seeded) {
    return word_embeddings(exercise.tokens, exercise.width, in.seed(), seeded);
  };
  const Index head_width = in.whole("head_width");
  const bool given = exercise.width == kVocabularyWidth && head_width == kVocabularyWidth;
  for (const char* name : {"w_q", "w_k", "w_v"})
    exercise.weights.push_back({name, exercise.width, head_width, given ? given_weights(name) : Tensor()});
  // Values may have another width than queries and keys.
  exercise.weights.back().most_cols = static_cast<Index>(kMostHeadWidth);
  return read_attention(in, exercise);
}

Tensor embeddings_of(const InputReader& in) { return inputs_of(in).x; }

std::vector<NodeId> nodes_of(const AttentionChain& chain) {
  const AttentionNodes& a = chain.attention;
  std::vector<NodeId> all{chain.position, chain.input, a.query,         a.key,     a.value,
                          a.dot_products, a.scores,    a.masked_scores, a.weights, a.output};
  std::erase(all, -1);
  return all;
}

// Marks the cells in which the published chain differs from the corrected one. Before the weights, only the positions can make a
// difference.
void compare(LessonBuild& out, const AttentionChain& shown, const AttentionChain& corrected, bool position_slip, bool axis_slip) {
  const std::vector<NodeId> left = nodes_of(shown), right = nodes_of(corrected);
  bool normalised = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    normalised = normalised || left[i] == shown.attention.weights;
    const char* slip = "position_exponents";
    if (normalised && axis_slip) slip = position_slip ? "both" : "softmax_axis";
    mark_differences(out, left[i], right[i], slip);
  }
}

void add_panels(LessonBuild& out) {
  const auto show = [&](View view, const std::string& node, const char* section) {
    out.show(view, node, section);
    out.show(view, "corrected." + node, section);
  };
  out.show(View::tokens, "x", "embedding");
  for (const char* name : {"position", "input", "position_as_written", "query_input"}) show(View::matrix, name, "embedding");
  for (const auto& [weight, result] : {std::pair{"w_q", "query"}, std::pair{"w_k", "key"}, std::pair{"w_v", "value"}}) {
    out.show(View::matrix, weight, "projections");
    show(View::matrix, result, "projections");
  }
  for (const char* name : {"dot_products", "scores", "masked_scores"}) show(View::matrix, name, "scores");
  show(View::attention, "weights", "weights");
  out.show(View::arcs, "weights", "weights");
  out.show_together(View::softmax_rows, {out.tape.find("masked_scores") >= 0 ? "masked_scores" : "scores", "weights"}, "weights");
  show(View::matrix, "output", "output");
}

void add_notes(const InputReader& in, const AttentionInputs& inputs, bool published, LessonBuild& out) {
  add_drawn_notes(in, inputs, {{"shape", to_string(inputs.weights[0].shape())}}, out);
  const bool typed = in.matrix("w_q") && in.matrix("w_k");
  if (!typed && (inputs.drawn_for_shape || in.text("weights") != "given")) out.notes.push_back({"untrained", {}});
  if (in.text("softmax_axis") == "columns") out.notes.push_back({"softmax_columns", {}});
  if (out.tape.find("query_input") >= 0) out.notes.push_back({"two_tables", {}});
  if (published && same_values(inputs.weights[2], given_weights("w_v"))) out.notes.push_back({"second_w_v", {}});
}

void build(const InputReader& in, LessonBuild& out) {
  const AttentionInputs inputs = inputs_of(in);
  const bool positions = in.toggle("positions"), published = in.toggle("published");
  const bool position_slip = published && positions, axis_slip = in.text("softmax_axis") == "columns";
  Tape& tape = out.tape;
  const NodeId x = append_embeddings(in, inputs, out);
  AttentionWeights w;
  w.w_q = append_weight(in, "w_q", inputs.weights[0], {"q", {}}, out);
  w.w_k = append_weight(in, "w_k", inputs.weights[1], {"k", {}}, out);
  w.w_v = append_weight(in, "w_v", inputs.weights[2], {"v", {}}, out);

  const auto visible = in.toggle("causal") ? causal_mask(inputs.x.rows()) : nullptr;
  const AttentionOptions options{1, visible, {}};
  const Along along = axis_slip ? Along::columns : Along::rows;
  const AttentionChain shown = attention_chain(tape, x, w, {positions, published, along, options});
  if (position_slip || axis_slip) {
    const auto scope = tape.scope("corrected");
    compare(out, shown, attention_chain(tape, x, w, {.positions = positions, .attention = options}), position_slip, axis_slip);
  }
  if (published) mark_misprints(out, shown.attention.query, inputs.x, inputs.weights[0], positions);
  add_panels(out);
  add_notes(in, inputs, published, out);
  if (!in.toggle("shuffled")) return;
  const auto again = [&](Tape& on, NodeId rows, bool with) {
    return attention_chain(on, rows, w, {with, published, along, options}).attention.result;
  };
  compare_shuffled(out, x, shown.attention.result, {inputs.x.rows(), in.seed(), positions}, again);
  add_shuffled_panels(out, {{View::matrix, "input"}, {View::attention, "weights"}, {View::matrix, "output"}});
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  const InputReader now(lesson, after), then(lesson, before);
  if (changed == "text") keep_token_rows(lesson, before, after, {tokens_of, embeddings_of});
  if (changed == "width") forget(after, {"x", "w_q", "w_k", "w_v"});
  if (changed == "head_width") forget(after, {"w_q", "w_k", "w_v"});
  if (changed == "weights") {
    forget(after, {"w_q", "w_k", "w_v"});
    if ((now.text("weights") == "numpy") != (then.text("weights") == "numpy")) forget(after, {"x"});
  }
  if (changed == "seed" && now.text("weights") != "given") forget(after, {"w_q", "w_k", "w_v"});
  if (changed == "w_q" || changed == "w_k") {
    const Tensor& matrix = *now.matrix(changed);
    if (matrix.rows() != now.whole("width") || matrix.cols() == now.whole("head_width") ||
        matrix.cols() > static_cast<Index>(kMostHeadWidth))
      return;
    after["head_width"] = static_cast<double>(matrix.cols());
    forget(after, {changed == "w_q" ? "w_k" : "w_q", "w_v"});
  }
}

constexpr InputSpec kInputs[] = {text_input("text", "You are welcome"),
                                 choice_input("weights", "given, numpy, xavier, he"),
                                 seed_input(42),
                                 number_input("width", kVocabularyWidth, 2, kMostWidth),
                                 number_input("head_width", kVocabularyWidth, 1, kMostHeadWidth),
                                 toggle_input("positions", true),
                                 toggle_input("causal", false),
                                 choice_input("softmax_axis", "rows, columns"),
                                 toggle_input("published", false),
                                 toggle_input("shuffled", false),
                                 matrix_input("x", "(tokens, width)"),
                                 matrix_input("w_q", "(width, head_width)"),
                                 matrix_input("w_k", "(width, head_width)"),
                                 matrix_input("w_v", "(width, value width)")};

// "le chat est sous le chat": words are one-hot rows over [chat est la le sous table], and values over [cat is table the under]. Words are
// repeated, so a softmax over columns gives other weights than a softmax over rows. The published code does not divide by √d; here the
// queries are √6 times as large, and the division undoes that.
constexpr float kDictionaryX[6][6] = {{0, 0, 0, 1, 0, 0}, {1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0},
                                      {0, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0}, {1, 0, 0, 0, 0, 0}};
constexpr float kRootOf6 = 2.4494898f;
constexpr float kDictionaryQ[6][6] = {{kRootOf6},          {0, kRootOf6},          {0, 0, kRootOf6},
                                      {0, 0, 0, kRootOf6}, {0, 0, 0, 0, kRootOf6}, {0, 0, 0, 0, 0, kRootOf6}};
constexpr float kDictionaryK[6][6] = {{1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}};
constexpr float kDictionaryV[6][5] = {{1}, {0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0, 1}, {0, 0, 1}};

constexpr Preset kPresets[] = {{"worked-example", {}},
                               {"target-sentence", {{"text", "<start> de nada"}}},
                               {"numpy", {{"weights", "numpy"}, {"positions", false}}},
                               {"one-vector",
                                {{"text", "x₁"},
                                 {"head_width", 2.0},
                                 {"positions", false},
                                 {"published", true},
                                 {"x", kOneVector},
                                 {"w_q", kOneVectorWeights},
                                 {"w_k", kOneVectorWeights},
                                 {"w_v", kOneVectorWeights}}},
                               {"both-axes",
                                {{"text", "le chat est sous le chat"},
                                 {"width", 6.0},
                                 {"head_width", 6.0},
                                 {"positions", false},
                                 {"softmax_axis", "columns"},
                                 {"x", kDictionaryX},
                                 {"w_q", kDictionaryQ},
                                 {"w_k", kDictionaryK},
                                 {"w_v", kDictionaryV}}},
                               {"shapes", {{"text", "The quick brown fox"}, {"width", 512.0}, {"head_width", 64.0}, {"weights", "xavier"}}},
                               {"the-cat-sleeps", {{"text", "The cat sleeps"}, {"causal", true}}},
                               {"which-word",
                                {{"text", "The animal didn't cross the street because it was too tired"},
                                 {"width", 16.0},
                                 {"head_width", 8.0},
                                 {"weights", "xavier"}}},
                               {"bag-of-words", {{"text", "the dog bit the man"}, {"positions", false}, {"shuffled", true}}}};

// The key of "welcome", held at 0.
constexpr Held kNoKey[] = {{"key", {0, 2, 0}, 0}, {"key", {0, 2, 1}, 0}, {"key", {0, 2, 2}, 0}, {"key", {0, 2, 3}, 0}};

// Nodes that would give the answer away: the outputs of the shuffled sentence, and their difference.
constexpr NameList kShuffledOutputs = "shuffled.output, shuffled.matched, shuffled.difference";

constexpr Step kSteps[] = {
    {.id = "embeddings", .focus = "x", .cell = CellName{0, 0, 0}, .scene = "x* -> input"},
    {.id = "positions", .focus = "position", .cell = CellName{0, "are", 0}, .scene = "x + position* | input", .controls = "positions"},
    {.id = "projections",
     .focus = "query",
     .cell = CellName{0, 0, 0},
     .scene = "input / w_q -> query* , key / value",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}}},
    {.id = "scores", .focus = "scores", .cell = CellName{0, 0, "welcome"}, .scene = "query / key -> dot_products | scores*"},
    {.id = "weights", .focus = "weights", .cell = CellName{0, 0, 0}, .scene = "scores -> weights*", .ask = Ask{.how = WhereIsMost{}}},
    {.id = "output",
     .focus = "output",
     .cell = CellName{0, 0, 0},
     .scene = "weights x value = output*",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "offers_nothing",
     .focus = "weights",
     .cell = CellName{0, 0, "welcome"},
     .scene = "query / key -> scores -> weights*",
     .example = {.hold = kNoKey},
     .ask = Ask{.how = WhichShares{}}},
    {.id = "causal_mask",
     .focus = "weights",
     .cell = CellName{0, 0, "are"},
     .scene = "masked_scores -> weights*",
     .example = {.set = {{"causal", true}}},
     .ask = Ask{.how = WhichShares{}},
     .controls = "causal"},
    {.id = "word_order",
     .focus = "shuffled.output",
     .cell = CellName{0, 0, 0},
     .scene = "output , shuffled.output* -> shuffled.largest_difference",
     .example = {.set = {{"text", "the dog bit the man"}, {"positions", false}, {"shuffled", true}}},
     .ask = Ask{.how = WhichIsSo{{"same", "other"}, {1e-4f}},
                .node = "shuffled.largest_difference",
                .cell = CellName{0, 0, 0},
                .also = kShuffledOutputs},
     .controls = "positions"},
    {.id = "order_and_mask",
     .focus = "shuffled.output",
     .cell = CellName{0, 0, 0},
     .scene = "output , shuffled.output* -> shuffled.largest_difference",
     .example = {.preset = "bag-of-words", .set = {{"causal", true}}},
     .ask = Ask{.how = WhichIsSo{{"same", "other"}, {1e-4f}},
                .node = "shuffled.largest_difference",
                .cell = CellName{0, 0, 0},
                .also = kShuffledOutputs},
     .controls = "causal, positions"},
    {.id = "recap", .focus = "output", .cell = CellName{0, 0, 0}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "self-attention", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt,
                                     .largest = {{"text", [] { return numbered_words(kMostTokens); }},
                                                 {"width", kMostWidth},
                                                 {"head_width", kMostHeadWidth},
                                                 {"weights", "xavier"},
                                                 {"shuffled", true}}};
  return kLesson;
}

}  // namespace gf::self_attention_lesson
