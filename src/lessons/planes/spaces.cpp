// The lesson spaces: a matrix moves the plane; three spaces in which words pull each other; keys and queries, which pull unequally; values;
// the attention of a whole phrase.
#include "lessons/planes/spaces_parts.h"

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::spaces_lesson {
namespace {

using namespace fruit_and_phone;
using namespace spaces;

constexpr double kMostWidth = 8;
constexpr std::size_t kMostPairWords = 6, kLeastPairWords = 2;

// Returns a matrix of the lesson's width with `small` in its upper left corner. It leaves the further features as they are.
Tensor at_width(const Tensor& small, Index width) {
  Tensor matrix(matrix_shape(width, width));
  for (Index i = 0; i < width; ++i)
    for (Index j = 0; j < width; ++j) {
      const float identity = i == j ? 1.0f : 0.0f;
      matrix.at(i, j) = i < small.rows() && j < small.cols() ? small.at(i, j) : identity;
    }
  return matrix;
}

struct Default {
  const char* name;
  Tensor matrix;
};

std::vector<Default> defaults() {
  return {{"m", Tensor::from_rows({{1, 0.5f}, {-0.5f, 1}})},
          {"space_b", Tensor::from_rows({{0.75f, 0.65f}, {0.65f, 0.75f}})},  // puts fruit and devices nearly on one line
          {"space_c", Tensor::from_rows({{1.3f, -0.5f}, {-0.5f, 1.3f}})},    // puts fruit and devices farther apart
          {"pair_k", Tensor::from_rows({{0, 0.3f}, {1, 0}})},                // squashes the first axis, and turns the plane
          {"pair_q", Tensor::from_rows({{1, 0}, {0, 0.3f}})},                // squashes the second axis
          {"w_q", Tensor::from_rows({{1, -0.3f}, {-0.3f, 1}})},
          {"w_k", Tensor::from_rows({{1, -0.3f}, {-0.3f, 1}})},
          {"w_v", Tensor::from_rows({{1.3f, -0.5f}, {-0.5f, 1.3f}})}};
}

// Appends the matrix of an input, (width, width), typed or by default, as a node that edits the input.
NodeId matrix_node(const InputReader& in, LessonBuild& out, const std::string& name) {
  const Index width = in.whole("width");
  Tensor value;
  for (const Default& choice : defaults())
    if (choice.name == name) value = at_width(choice.matrix, width);
  if (const Tensor* typed = in.matrix(name)) {
    expect_shape(name, *typed, width, width, "(width, width)");
    value = *typed;
  }
  // The old features are the columns of M in x ↦ M x, and the rows of W in x ↦ x W.
  const bool pair = name.starts_with("pair_"), projects = name.starts_with("w_") || pair;
  const Axis old_axis = pair ? Axis{"features", {}} : feature_names(width), new_axis{"new_features", {}};
  Label label(name);
  return out.input_matrix(name, value,
                          std::move(label).with_rows(projects ? old_axis : new_axis).with_cols(projects ? new_axis : old_axis));
}

NodeId pair_node(const InputReader& in, LessonBuild& out) {
  const std::vector<std::string> words = distinct_words({sentence_tokens("pair", in.text("pair"), kMostPairWords)});
  if (words.size() < kLeastPairWords)
    throw InputError(
        {"too_few_words", {{"where", "pair"}, {"got", std::to_string(words.size())}, {"least", std::to_string(kLeastPairWords)}}});
  const Index width = in.whole("width");
  std::vector<std::string> seeded;
  Tensor x = word_embeddings(words, width, in.seed(), seeded, known_words());
  if (const Tensor* typed = in.matrix("pair_x")) {
    expect_shape("pair_x", *typed, x.rows(), width, "(different words, width)");
    x = *typed;
  }
  Axis features{"features", {}};
  return out.input_matrix("pair_x", std::move(x), Label("pair_x").with_rows({"words", words}).with_cols(std::move(features)));
}

void build(const InputReader& in, LessonBuild& out) {
  const Index width = in.whole("width");
  const Sentences sentences = read_sentences(in, width);
  const NodeId table =
      out.input_matrix("places", sentences.table, Label("places").with_rows({"words", sentences.words}).with_cols(feature_names(width)));
  const Shown shown{in, sentences, table, width == kWidth, ends_of_ruler(out.tape.value(table), sentences, in.text("word"))};
  if (!shown.ends) out.notes.push_back({"no_ruler", {}});
  show_transformation(shown, matrix_node(in, out, "m"), out);
  show_space(shown, "a", -1, out);
  show_space(shown, "b", matrix_node(in, out, "space_b"), out);
  show_space(shown, "c", matrix_node(in, out, "space_c"), out);
  const NodeId pair = pair_node(in, out), pair_q = matrix_node(in, out, "pair_q"), pair_k = matrix_node(in, out, "pair_k");
  show_pair(shown, pair, pair_q, pair_k, out);
  const NodeId w_q = matrix_node(in, out, "w_q"), w_k = matrix_node(in, out, "w_k"), w_v = matrix_node(in, out, "w_v");
  show_values(shown, w_v, out);
  show_phrase(shown, {w_q, w_k, w_v}, out);
  add_word_notes(in, sentences, out);
  if (width != kWidth) out.notes.push_back({"tables_only", {{"width", std::to_string(width)}}});
}

// Keeps the rows of a typed pair_x whose words stay.
void keep_pair(const LessonInfo& lesson, const Inputs& before, Inputs& after) {
  const auto typed = after.find("pair_x");
  if (typed == after.end()) return;
  const Tensor rows = std::get<Tensor>(typed->second);
  after.erase(typed);
  try {
    const auto words_of = [&](const Inputs& inputs) {
      return distinct_words({sentence_tokens("pair", InputReader(lesson, inputs).text("pair"), kMostPairWords)});
    };
    const std::vector<std::string> old_words = words_of(before), new_words = words_of(after);
    if (rows.rows() != std::ssize(old_words)) return;
    std::vector<std::string> seeded;
    Tensor fresh = word_embeddings(new_words, rows.cols(), InputReader(lesson, after).seed(), seeded, known_words());
    after["pair_x"] = with_rows_of_words(rows, old_words, new_words, std::move(fresh));
  } catch (const InputError&) {
    // The new text is refused when the trace is computed.
  }
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed == "text" || changed == "other_text") keep_words(lesson, before, after, InputReader(lesson, after).whole("width"));
  if (changed == "pair") keep_pair(lesson, before, after);
  if (changed != "width") return;
  after.erase("places");
  after.erase("pair_x");
  for (const Default& matrix : defaults()) after.erase(matrix.name);
}

constexpr InputSpec kInputs[] = {text_input("text", kFruitText),
                                 text_input("other_text", kPhoneText),
                                 text_input("word", kWord),
                                 text_input("pair", "bride ring"),
                                 number_input("width", kWidth, kWidth, kMostWidth),
                                 toggle_input("scaled", false),
                                 seed_input(1),
                                 matrix_input("places", "(words, width)"),
                                 matrix_input("pair_x", "(words, width)"),
                                 matrix_input("m", "(width, width)"),
                                 matrix_input("space_b", "(width, width)"),
                                 matrix_input("space_c", "(width, width)"),
                                 matrix_input("pair_k", "(width, width)"),
                                 matrix_input("pair_q", "(width, width)"),
                                 matrix_input("w_q", "(width, width)"),
                                 matrix_input("w_k", "(width, width)"),
                                 matrix_input("w_v", "(width, width)")};

constexpr float kTurn[2][2] = {{0, -1}, {1, 0}}, kShear[2][2] = {{1, 1}, {0, 1}}, kSingular[2][2] = {{1, 0.5f}, {0.5f, 0.25f}},
                kSquashFirst[2][2] = {{0.3f, 0}, {0, 1}}, kSquashSecond[2][2] = {{1, 0}, {0, 0.3f}},
                kSquashAndTurn[2][2] = {{0, 0.3f}, {1, 0}}, kThreeTimes[2][2] = {{3, 0}, {0, 3}};

constexpr Preset kPresets[] = {{"three-spaces", {}},
                               {"turn", {{"m", kTurn}}},
                               {"shear", {{"m", kShear}}},
                               {"singular", {{"m", kSingular}}},
                               {"squash-only", {{"pair_k", kSquashFirst}, {"pair_q", kSquashSecond}}},
                               {"scaled", {{"scaled", true}}},
                               {"three-dimensions", {{"width", 3.0}}},
                               {"eight-dimensions", {{"width", 8.0}, {"scaled", true}}}};

constexpr Step kSteps[] = {
    {.id = "transformation", .focus = "transformed", .cell = CellName{0, "apple", 0}, .scene = "transformed* as plane , m"},
    {.id = "determinant",
     .focus = "determinant",
     .cell = CellName{0, 0, 0},
     .scene = "m -> determinant* , transformed as plane",
     .example = {.preset = "singular"},
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "space_a",
     .focus = "a.points",
     .cell = CellName{0, "apple", "@fruitiness"},
     .scene = "a.points* as plane , a.distance / a.ruler / a.relative"},
    {.id = "space_b",
     .focus = "b.points",
     .cell = CellName{0, "apple", 0},
     .scene = "a.points as plane , b.points* as plane , b.relative",
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"a.relative", {0, 0, 0}}},
                .node = "b.relative",
                .cell = CellName{0, 0, 0},
                .also = "b.distance"}},
    {.id = "space_c",
     .focus = "c.points",
     .cell = CellName{0, "apple", 0},
     .scene = "c.points* as plane , space_c / c.first.weights / c.relative"},
    {.id = "larger",
     .focus = "c.points",
     .cell = CellName{0, "apple", 0},
     .scene = "c.points* as plane , space_c / c.relative",
     .example = {.set = {{"space_c", kThreeTimes}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"a.relative", {0, 0, 0}}},
                .node = "c.relative",
                .cell = CellName{0, 0, 0},
                .also = "c.distance, c.first.weights, c.second.weights, c.first.output, c.second.output"}},
    {.id = "keys_and_queries",
     .focus = "pair.dot_products",
     .cell = CellName{0, "bride", "ring"},
     .scene = "pair.query as matrix / pair.key as matrix -> pair.dot_products*",
     .exercise = Exercise{{{0, 0, 1}, {0, 1, 0}}}},
    {.id = "squashing",
     .focus = "pair.dot_products",
     .cell = CellName{0, "ring", "bride"},
     .scene = "pair.key as plane , pair.query as plane , pair.dot_products*",
     .example = {.preset = "squash-only"},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"pair.dot_products", {0, "bride", "ring"}}},
                .also = "pair.dot_products"}},
    {.id = "values",
     .focus = "values.points",
     .cell = CellName{0, "apple", 0},
     .scene = "a.points as plane , values.points* as plane , values.relative",
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"a.relative", {0, 0, 0}}},
                .node = "values.relative",
                .cell = CellName{0, 0, 0},
                .also = "values.distance"}},
    {.id = "queries_keys_values",
     .focus = "phrase.dot_products",
     .cell = CellName{0, "apple", "banana"},
     .scene = "phrase.query / phrase.key -> phrase.dot_products*",
     .example = {.set = {{"w_q", kSquashSecond}, {"w_k", kSquashAndTurn}}},
     .exercise = Exercise{{{0, 6, 3}, {0, 3, 6}}, "phrase.weights"}},
    {.id = "more_dimensions",
     .focus = "c.points",
     .cell = CellName{0, "apple", 0},
     .scene = "places , space_c -> c.points* , c.relative",
     .example = {.preset = "three-dimensions"}},
    {.id = "recap", .focus = "c.first.output", .cell = CellName{0, 0, 0}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson{.info = {.id = "spaces", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                  .build = build,
                                  .adapt = adapt,
                                  .largest = {{"text", [] { return many_words("first"); }},
                                              {"other_text", [] { return many_words("second"); }},
                                              {"width", kMostWidth},
                                              {"pair", "one two three four five six"},
                                              {"scaled", true}}};
  return kLesson;
}

}  // namespace gf::spaces_lesson
