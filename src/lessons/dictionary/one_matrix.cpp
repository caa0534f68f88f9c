// The lesson one-matrix, from the dictionary to attention: the words of a sentence are one matrix x, and three matrices make queries, keys
// and values of it.
#include <cmath>
#include <numbers>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/nth.h"
#include "lessons/build.h"
#include "lessons/dictionary/dictionary_entries.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "protocol/step.h"

namespace gf::one_matrix_lesson {
namespace {

constexpr std::size_t kMostEntries = 48, kMostWords = 32;
constexpr const char* kSentence = "le chat est sous la table";

// Returns rows of length 1, (words, width), that differ from each other as evenly as `width` numbers allow. The words go round a circle,
// once in the first two numbers, twice in the next two. If the rows are as wide as there are words, they are one-hot. All numbers are
// 256ths, so that the products of rows at right angles are exactly 0.
Tensor spread_rows(Index words, Index width) {
  Tensor rows(matrix_shape(words, width));
  const double length = std::sqrt(1 / static_cast<double>(width));
  const auto in_256ths = [](double value) { return static_cast<float>(std::round(256 * value) / 256); };
  for (Index i = 0; i < words; ++i) {
    if (width >= words) {
      rows.at(i, i) = 1;
      continue;
    }
    if (width % 2 == 1) rows.at(i, width - 1) = in_256ths(length);
    for (Index c = 0; c + 1 < width; c += 2) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i * (c / 2 + 1)) / static_cast<double>(words);
      rows.at(i, c) = in_256ths(std::numbers::sqrt2 * length * std::cos(angle));
      rows.at(i, c + 1) = in_256ths(std::numbers::sqrt2 * length * std::sin(angle));
    }
  }
  return rows;
}

// Returns tableᵀ times the one-hot vectors of the translations, (width, vocabulary). If words are one-hot, row i is the translation of word
// i.
Tensor dictionary_weights(const Tensor& table, const std::vector<int>& translations, Index vocabulary) {
  Tensor weights(matrix_shape(table.cols(), vocabulary));
  for (Index word = 0; word < table.rows(); ++word)
    for (Index c = 0; c < table.cols(); ++c) weights.at(c, nth(translations, word)) += table.at(word, c);
  return weights;
}

// Returns a row for each token with a 1 at its word. The row of a token without an entry is 0, and the token is added to `unknown`.
Tensor one_hot_tokens(const std::vector<Entry>& entries, const std::vector<std::string>& vocabulary, const std::vector<std::string>& tokens,
                      std::vector<std::string>& unknown) {
  Tensor one_hot(matrix_shape(std::ssize(tokens), std::ssize(vocabulary)));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const std::string form = looked_up_as(entries, tokens[t]);
    if (find_entry(entries, form))
      one_hot.at(static_cast<Index>(t), places_in(vocabulary, {form}).front()) = 1;
    else
      unknown.push_back(shortened(tokens[t]));
  }
  return one_hot;
}

struct Words {
  std::vector<std::string> vocabulary, translations;  // of all entries, each word once
  std::vector<int> translation_of;                    // for each word of the vocabulary: the index of its translation
};

Words words_of(const std::vector<Entry>& entries) {
  Words words{sorted_vocabulary(keys_of(entries)), sorted_vocabulary(values_of(entries)), {}};
  for (const std::string& word : words.vocabulary)
    words.translation_of.push_back(places_in(words.translations, {entries[*find_entry(entries, word)].value}).front());
  return words;
}

// Appends the typed matrix, or `made` if the reader typed none.
NodeId weights(const InputReader& in, LessonBuild& out, const char* name, Tensor made, const char* shape, const Axis& rows,
               const Axis& cols) {
  if (const Tensor* typed = in.matrix(name)) {
    expect_shape(name, *typed, made.rows(), made.cols(), shape);
    made = *typed;
  }
  return out.input_matrix(name, std::move(made), Label(name).with_rows(rows).with_cols(cols));
}

void build(const InputReader& in, LessonBuild& out) {
  const std::vector<Entry> entries = entries_of("entries", in.text("entries"), kMostEntries);
  const std::vector<std::string> tokens = asked_words("text", in.text("text"), kMostWords);
  const Words words = words_of(entries);
  const Axis vocabulary{"vocabulary", words.vocabulary}, translations{"vocabulary", words.translations};
  const auto size = std::ssize(words.vocabulary);
  const Index width = in.whole("width");
  // If words are one-hot, a feature is a word.
  const Axis features = width == size && !in.matrix("table") ? vocabulary : feature_axis();
  std::vector<std::string> unknown;
  Tape& tape = out.tape;

  const NodeId one_hot = constant(tape, one_hot_tokens(entries, words.vocabulary, tokens, unknown),
                                  Label("one_hot", "[token = word]").with_rows(token_axis(tokens)).with_cols(vocabulary));
  const NodeId table = weights(in, out, "table", spread_rows(size, width), "(different words, width)", vocabulary, features);
  const NodeId x = matmul(tape, one_hot, table, Label("x", "one_hot · table"));
  const NodeId likeness = matmul_nt(tape, table, table, Label("likeness", "table · tableᵀ"));

  const NodeId w_q = weights(in, out, "w_q", spread_rows(width, width), "(width, width)", features, features);
  const NodeId w_k = weights(in, out, "w_k", spread_rows(width, width), "(width, width)", features, features);
  const NodeId w_v = weights(in, out, "w_v", dictionary_weights(tape.value(table), words.translation_of, translations.labels.size()),
                             "(width, vocabulary)", features, translations);
  const NodeId query = matmul(tape, x, w_q, "query");
  const NodeId key = matmul(tape, x, w_k, "key");
  const NodeId value = matmul(tape, x, w_v, "value");
  const NodeId scores = matmul_nt(tape, query, key, Label("scores", "query · keyᵀ"));
  const NodeId shares = softmax(tape, scores, static_cast<float>(in.number("beta")), Along::rows, Label("weights", "softmax(β · scores)"));
  const NodeId output = matmul(tape, shares, value, "output");

  for (const NodeId node : {one_hot, table, x, likeness}) out.show(View::matrix, node, "words");
  if (width == 2) out.panels.push_back({View::plane, {"table"}, "words", {PanelRole::points}});
  for (const NodeId node : {w_q, query, w_k, key, w_v, value}) out.show(View::matrix, node, "three");
  out.show(View::matrix, scores, "look_up");
  out.show(View::attention, shares, "look_up");
  out.show(View::matrix, output, "look_up");
  out.show(View::links, output, "look_up");
  out.words["text"] = words.vocabulary;
  if (!unknown.empty()) out.notes.push_back({"no_entry", {{"words", joined(distinct(unknown))}}});
}

// Removes typed matrices when the words or the width change.
void adapt(const LessonInfo&, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed == "entries" || changed == "width")
    for (const char* matrix : {"table", "w_q", "w_k", "w_v"}) after.erase(matrix);
}

// Returns queries of one-hot words in which `la` asks for `table`.
Tensor query_of_another_word() {
  Tensor w_q = one_hot_rows(6);
  w_q.at(2, 2) = 0;
  w_q.at(2, 5) = 1;
  return w_q;
}

std::string numbered_entries() {
  std::string lines;
  for (std::size_t i = 1; i <= kMostEntries; ++i) lines += "w" + std::to_string(i) + ": v" + std::to_string(i) + "\n";
  return lines;
}

constexpr InputSpec kInputs[] = {
    text_input("text", kSentence),         text_input("entries", kSixEntries).lines(),        number_input("width", 4, 1, kMostEntries),
    number_input("beta", 5, 0, 50, 0.5),   matrix_input("table", "(different words, width)"), matrix_input("w_q", "(width, width)"),
    matrix_input("w_k", "(width, width)"), matrix_input("w_v", "(width, vocabulary)")};

constexpr Preset kPresets[] = {{"four-numbers", {}},
                               {"one-hot", {{"width", 6.0}}},
                               {"another-word", {{"width", 6.0}, {"w_q", query_of_another_word}}},
                               {"two-numbers", {{"width", 2.0}}}};

constexpr Step kSteps[] = {
    {.id = "short_rows", .focus = "one_hot", .cell = CellName{0, "chat", "chat"}, .scene = "one_hot*", .controls = "entries"},
    {.id = "product_is_a_row",
     .focus = "x",
     .cell = CellName{0, "chien", 0},
     .scene = "one_hot x table = x*",
     .example = {.set = {{"text", "le chien est sous la table"}}},
     // In the first column, "le" has -0.71 and "chat" 0.71.
     .ask = Ask{.how = WhichIsSo{{"row_of_le", "zeros", "row_of_chat"}, {-0.35f, 0.35f}}, .also = "x"}},
    {.id = "no_right_angles",
     .focus = "likeness",
     .cell = CellName{0, "chat", "la"},
     .scene = "table -> likeness*",
     .exercise = Exercise{{{0, 0, 2}, {0, 2, 0}}, "scores"}},
    {.id = "dictionary_in_a_matrix",
     .focus = "w_v",
     .cell = CellName{0, 0, 0},
     .scene = "w_v* -> output as links",
     .example = {.preset = "one-hot"}},
    {.id = "three_of_one",
     .focus = "value",
     .cell = CellName{0, "la", "cat"},
     .scene = "x / w_v -> value*",
     .example = {.preset = "one-hot"},
     .exercise = Exercise{{{0, 4, 0}, {0, 4, 1}, {0, 4, 2}, {0, 4, 3}, {0, 4, 4}}, "output"}},
    {.id = "who_is_found",
     .focus = "weights",
     .cell = CellName{0, "chat", 0},
     .scene = "query / key -> weights*",
     .example = {.preset = "one-hot"},
     .ask = Ask{.how = WhereIsMost{}, .also = "scores, weights"}},
    {.id = "another_word",
     .focus = "weights",
     .cell = CellName{0, "la", "la"},
     .scene = "w_q -> query | key -> weights*",
     .example = {.preset = "another-word"},
     .ask = Ask{.how = WhichIsSo{{"hardly_any", "half", "nearly_all"}, {0.25f, 0.75f}}, .also = "scores, weights"}},
    {.id = "two_numbers",
     .focus = "output",
     .cell = CellName{0, "table", 0},
     .scene = "table as plane -> output*",
     .example = {.preset = "two-numbers"},
     .ask = Ask{.how = WhereIsMost{}, .also = "scores, weights, value"},
     .controls = "width"},
    {.id = "who_fills_them", .focus = "w_v", .cell = CellName{0, 0, 0}, .scene = "table / w_q , w_k / w_v*"},
    {.id = "recap", .focus = "output", .cell = CellName{0, 0, 0}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "one-matrix", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt,
                                     .largest = {{"entries", numbered_entries},
                                                 {"text", [] { return numbered_words(kMostWords); }},
                                                 {"width", static_cast<double>(kMostEntries)}}};
  return kLesson;
}

}  // namespace gf::one_matrix_lesson
