// The lesson matrix-dictionary: a dictionary as matrices. Words are one-hot, K and V have a row for each entry, and a look-up is two
// products.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "autograd/ops.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/dictionary/dictionary_entries.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/sentence.h"
#include "protocol/step.h"
#include "text/edit_distance.h"

namespace gf::matrix_dictionary_lesson {
namespace {

constexpr std::size_t kMostEntries = 96, kMostWords = 32;

Axis words_axis(const char* name, std::vector<std::string> words) { return {name, std::move(words)}; }

// Returns the index of the first key at the least edit distance.
std::size_t nearest_entry(const std::vector<Entry>& entries, const std::string& word) {
  const WordPattern pattern(letters_of(word));
  std::size_t nearest = 0, least = std::numeric_limits<std::size_t>::max() / 2;
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (const std::size_t distance = pattern.distance(letters_of(entries[i].key), least); distance < least) {
      nearest = i;
      least = distance;
    }
  return nearest;
}

// Returns a query for each word: the one-hot vector of a key, or for another word `similarity` times that of the nearest key. Such words
// are added to `relaxed`.
Tensor made_queries(const std::vector<Entry>& entries, const std::vector<std::string>& vocabulary, const std::vector<std::string>& words,
                    float similarity, std::vector<std::string>& relaxed) {
  Tensor query(matrix_shape(std::ssize(words), std::ssize(vocabulary)));
  for (std::size_t t = 0; t < words.size(); ++t) {
    const std::string form = looked_up_as(entries, words[t]);
    const std::optional<std::size_t> known = find_entry(entries, form);
    const std::string& key = entries[known ? *known : nearest_entry(entries, form)].key;
    query.at(static_cast<Index>(t), places_in(vocabulary, {key}).front()) = known ? 1 : similarity;
    if (!known) relaxed.push_back(shortened(words[t]) + " → " + format_number(static_cast<double>(similarity)) + " · " + shortened(key));
  }
  return query;
}

struct Built {
  NodeId one_hot_in, one_hot_out, key, value, query;
};

// Appends softmax(scores) V, or scores V. Returns the nodes of the weights and of the output.
std::pair<NodeId, NodeId> look_up(Tape& tape, const InputReader& in, const Built& b, NodeId scores, Along along) {
  NodeId weights = scores;
  if (in.text("weighting") == "softmax") {
    const auto beta = static_cast<float>(in.number("beta"));
    weights = softmax(
        tape, scores, beta, along,
        Label("weights", (beta == 1 ? "softmax(scores" : "softmax(β · scores") + std::string(along == Along::columns ? ", axis 0)" : ")")));
    sum(tape, weights, Along::rows, Label("weight_sums", "sum(weights)").with_cols({"sum", {}}));
  }
  return {weights, matmul(tape, weights, b.value, "output")};
}

void compare_columns(LessonBuild& out, const InputReader& in, const Built& b, NodeId scores, const std::pair<NodeId, NodeId>& shown) {
  if (in.text("softmax_axis") != "columns" || in.text("weighting") != "softmax") return;
  const auto scope = out.tape.scope("corrected");
  const auto [weights, output] = look_up(out.tape, in, b, scores, Along::rows);
  mark_differences(out, shown.first, weights, "softmax_axis");
  mark_differences(out, shown.second, output, "softmax_axis");
  out.notes.push_back({"softmax_columns", {}});
}

NodeId add_scores(Tape& tape, const InputReader& in, const Built& b) {
  if (!in.toggle("scaled")) return matmul_nt(tape, b.query, b.key, Label("scores", "query · keyᵀ"));
  const NodeId products = matmul_nt(tape, b.query, b.key, "dot_products");
  return divide_by_root(tape, products, tape.value(b.query).cols(), "scores");
}

Built add_matrices(const InputReader& in, const std::vector<Entry>& entries, const std::vector<std::string>& words, LessonBuild& out) {
  Tape& tape = out.tape;
  const std::vector<std::string> inputs = sorted_vocabulary(keys_of(entries)), outputs = sorted_vocabulary(values_of(entries));
  const Axis keys = words_axis("entries", keys_of(entries)), in_axis = words_axis("vocabulary", inputs),
             out_axis = words_axis("vocabulary", outputs);
  std::vector<std::string> relaxed;
  Tensor query = made_queries(entries, inputs, words, static_cast<float>(in.number("similarity")), relaxed);
  if (const Tensor* typed = in.matrix("query")) {
    expect_shape("query", *typed, query.rows(), query.cols(), "(words, vocabulary)");
    query = *typed;
  } else if (!relaxed.empty()) {
    out.notes.push_back({"relaxed", {{"words", joined(distinct(relaxed))}}});
  }
  Built b{};
  b.one_hot_in = constant(tape, one_hot_rows(inputs.size()), Label("one_hot_in", "[i = j]").with_rows(in_axis).with_cols(in_axis));
  b.one_hot_out = constant(tape, one_hot_rows(outputs.size()), Label("one_hot_out", "[i = j]").with_rows(out_axis).with_cols(out_axis));
  b.key = embedding(tape, b.one_hot_in, places_in(inputs, keys_of(entries)), Label("key").with_rows(keys).with_cols(in_axis));
  b.value = embedding(tape, b.one_hot_out, places_in(outputs, values_of(entries)), Label("value").with_rows(keys).with_cols(out_axis));
  b.query = out.input_matrix("query", std::move(query), Label("query").with_rows(token_axis(words)).with_cols(in_axis));
  return b;
}

void add_panels(LessonBuild& out, bool one_word) {
  const auto show = [&](View view, const std::string& node, const char* section) {
    out.show(view, node, section);
    out.show(view, "corrected." + node, section);
  };
  show(View::matrix, "one_hot_in", "vocabularies");
  show(View::matrix, "one_hot_out", "vocabularies");
  show(View::matrix, "key", "entries");
  show(View::matrix, "value", "entries");
  show(View::matrix, "query", "look_up");
  show(View::matrix, "dot_products", "look_up");
  show(View::matrix, "scores", "look_up");
  show(View::attention, "weights", "look_up");
  show(View::matrix, "weight_sums", "look_up");
  show(View::matrix, "output", "look_up");
  show(View::matrix, "cosines", "decoding");
  if (one_word) show(View::likeliest, "cosines", "decoding");
  show(View::links, "cosines", "decoding");
}

void build(const InputReader& in, LessonBuild& out) {
  const std::vector<Entry> entries = entries_of("entries", in.text("entries"), kMostEntries);
  const std::vector<std::string> words = asked_words("text", in.text("text"), kMostWords);
  Tape& tape = out.tape;
  const Built b = add_matrices(in, entries, words, out);
  const NodeId scores = add_scores(tape, in, b);
  const auto shown = look_up(tape, in, b, scores, in.text("softmax_axis") == "columns" ? Along::columns : Along::rows);
  compare_columns(out, in, b, scores, shown);
  if (in.toggle("scaled")) out.notes.push_back({"formula_divides", {}});
  const NodeId direction = unit_rows(tape, shown.second, "direction");
  matmul_nt(tape, direction, b.one_hot_out, Label("cosines", "output · one_hot_outᵀ / |output|"));
  out.words["text"] = keys_of(entries);
  add_panels(out, words.size() == 1);
}

// Removes typed queries when the sentence, the dictionary or the similarity changes.
void adapt(const LessonInfo&, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed == "text" || changed == "entries" || changed == "similarity") after.erase("query");
}

// Returns the lines "w1: v1" and so on.
std::string numbered_entries(std::size_t count) {
  std::string lines;
  for (std::size_t i = 1; i <= count; ++i) lines += "w" + std::to_string(i) + ": v" + std::to_string(i) + "\n";
  return lines;
}

constexpr const char* kSentence = "le chat est sous la table";

constexpr InputSpec kInputs[] = {text_input("entries", kSixEntries).lines(),
                                 text_input("text", "sous"),
                                 number_input("similarity", 0.95, 0, 1, 0.05),
                                 toggle_input("scaled", false),
                                 choice_input("weighting", "none, softmax"),
                                 number_input("beta", 1, 0, 50, 0.5).only_with("weighting", "softmax"),
                                 choice_input("softmax_axis", "rows, columns").only_with("weighting", "softmax"),
                                 matrix_input("query", "(words, vocabulary)")};

constexpr float kByHand[1][6] = {{0.5f, 0, 0, 0, 0, 0.4f}};

constexpr Preset kPresets[] = {{"one-word", {}},
                               {"relaxed", {{"text", "tables"}, {"weighting", "softmax"}, {"beta", 10.0}}},
                               {"by-hand", {{"text", "chat"}, {"query", kByHand}}},
                               {"all-at-once", {{"text", kSentence}, {"weighting", "softmax"}}},
                               {"scaled", {{"text", kSentence}, {"weighting", "softmax"}, {"scaled", true}}},
                               {"columns", {{"text", kSentence}, {"weighting", "softmax"}, {"softmax_axis", "columns"}}}};

constexpr Step kSteps[] = {
    {.id = "words_as_vectors",
     .focus = "one_hot_in",
     .cell = CellName{0, "sous", "sous"},
     .scene = "one_hot_in*",
     .example = {.preset = "one-word"}},
    {.id = "keys_and_values",
     .focus = "key",
     .cell = CellName{0, "sous", "sous"},
     .scene = "key* , value",
     .example = {.preset = "one-word"},
     .controls = "entries"},
    {.id = "query_meets_keys",
     .focus = "scores",
     .cell = CellName{0, 0, "la"},
     .scene = "query , key | scores*",
     .example = {.preset = "one-word"},
     .exercise = Exercise{{{0, 0, 4}, {0, 0, 3}}}},
    {.id = "value_of_entry",
     .focus = "output",
     .cell = CellName{0, 0, "under"},
     .scene = "scores x value | output*",
     .example = {.preset = "one-word"}},
    {.id = "back_to_word",
     .focus = "cosines",
     .cell = CellName{0, 0, "under"},
     .scene = "output , one_hot_out | cosines*",
     .example = {.preset = "one-word"}},
    {.id = "query_by_hand",
     .focus = "output",
     .cell = CellName{0, 0, "cat"},
     .scene = "query -> scores | value -> output*",
     .example = {.preset = "by-hand"},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 3}}, "direction, cosines"}},
    {.id = "relaxed_query",
     .focus = "weights",
     .cell = CellName{0, 0, "table"},
     .scene = "scores | weights*",
     .example = {.preset = "relaxed"},
     .controls = "beta"},
    {.id = "whole_sentence",
     .focus = "weights",
     .cell = CellName{0, "chat", "chat"},
     .scene = "scores -> weights*",
     .example = {.preset = "all-at-once"},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "weights"},
     .controls = "beta"},
    {.id = "scaled_scores",
     .focus = "cosines",
     .cell = CellName{0, "chat", 0},
     .scene = "scores / weights -> cosines*",
     .example = {.preset = "scaled"},
     .ask = Ask{.how = WhereIsMost{}, .also = "cosines, direction, output"},
     .controls = "scaled, beta"},
    {.id = "softmax_columns",
     .focus = "weight_sums",
     .cell = CellName{0, {"le", 1}, 0},
     .scene = "weights -> weight_sums*",
     .example = {.preset = "columns", .set = {{"text", "le chat le chat est la"}}},
     .ask = Ask{.how = WhichIsSo{{"no", "yes"}, {0.999f}}, .also = "weight_sums, corrected.weight_sums"},
     .controls = "softmax_axis"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "matrix-dictionary", .inputs = kInputs, .presets = kPresets, .steps = kSteps, .main = "text"},
      .build = build,
      .adapt = adapt,
      .largest = {{"entries", [] { return numbered_entries(kMostEntries); }},
                  {"text", [] { return numbered_words(kMostWords); }},
                  {"weighting", "softmax"},
                  {"scaled", true},
                  {"softmax_axis", "columns"}}};
  return kLesson;
}

}  // namespace gf::matrix_dictionary_lesson
