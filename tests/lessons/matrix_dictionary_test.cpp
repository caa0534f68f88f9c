// The lesson about a dictionary as matrices: A3 to A8 of the sources, relaxed queries, bad input.
#include <algorithm>
#include <cmath>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "session/edits.h"

using namespace gf;
using namespace gf::test;

namespace matrix_dictionary_test {
namespace {

InputValue text(const std::string& value) { return value; }

constexpr TestedLesson run{"matrix-dictionary"};

std::string decoded(const Trace& trace) {
  const TraceNode& cosines = node(trace, "cosines");
  std::string words;
  for (Index r = 0; r < cosines.value->rows(); ++r) {
    const float* row = cosines.value->row(r);
    words += (r == 0 ? "" : " ") + cosines.cols.labels[static_cast<std::size_t>(std::max_element(row, row + cosines.value->cols()) - row)];
  }
  return words;
}

}  // namespace

TEST_SUITE("lessons/matrix_dictionary") {
  TEST_CASE("sorted vocabularies and their one-hot vectors") {
    const Trace trace = run();
    CHECK(node(trace, "one_hot_in").rows.labels == std::vector<std::string>{"chat", "est", "la", "le", "sous", "table"});
    CHECK(node(trace, "one_hot_out").rows.labels == std::vector<std::string>{"cat", "is", "table", "the", "under"});
    check_node(trace, "one_hot_in",
               {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1}}, 0);
    check_node(trace, "one_hot_out", {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}}, 0);
  }

  TEST_CASE("K and V have a row for each entry, and two products look a word up") {
    const Trace trace = run();
    check_node(trace, "key",
               {{0, 0, 0, 1, 0, 0}, {1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 1}}, 0);
    check_node(trace, "value", {{0, 0, 0, 1, 0}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 1, 0}, {0, 0, 1, 0, 0}}, 0);
    check_node(trace, "query", {{0, 0, 0, 0, 1, 0}}, 0);
    check_node(trace, "scores", {{0, 0, 0, 1, 0, 0}}, 0);
    check_node(trace, "output", {{0, 0, 0, 0, 1}}, 0);
    check_node(trace, "cosines", {{0, 0, 0, 0, 1}}, 0);
    CHECK(decoded(trace) == "under");
    CHECK(trace.explain(trace.find("key"), {0, 3, 4}).symbols == "key[3,4] = one_hot_in[4,4]");
    CHECK(trace.explain(trace.find("scores"), {0, 0, 3}).numbers == "0·0 + 0·0 + 0·0 + 0·0 + 1·1 + 0·0 = 1");
  }

  TEST_CASE("A5: without a softmax each word of the sentence is decoded to the word of largest cosine") {
    const Trace trace = run({{"text", text("le chat est sous la table")}, {"weighting", text("none")}});
    CHECK(trace.find("weights") < 0);
    check_node(trace, "cosines", {{0, 0, 0, 1, 0}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 1, 0}, {0, 0, 1, 0, 0}}, 0);
    CHECK(decoded(trace) == "the cat is under the table");
  }

  TEST_CASE("A8: softmax(Q Kᵀ / √6) V, all six rows") {
    const Trace trace = run.preset("scaled");
    const double root = 1 / std::sqrt(6.0), own = std::exp(root) / (std::exp(root) + 5), other = 1 / (std::exp(root) + 5);
    std::vector<std::vector<double>> scores(6, std::vector<double>(6, 0)), weights(6, std::vector<double>(6, other)), output;
    const std::size_t meaning[] = {3, 0, 1, 4, 3, 2};  // the, cat, is, under, the, table among [cat is table the under]
    for (std::size_t word = 0; word < 6; ++word) {
      scores[word][word] = root;  // the sentence asks for the keys in their order
      weights[word][word] = own;
      output.emplace_back(5, 0.0);
      for (std::size_t entry = 0; entry < 6; ++entry) output[word][meaning[entry]] += weights[word][entry];
    }
    check_node(trace, "scores", scores, 1e-6);
    check_node(trace, "weights", weights, 1e-6);
    check_node(trace, "output", output, 1e-6);
    CHECK(decoded(trace) == "the the the the the the");  // divided by √d, the two entries of "the" outweigh the entry of any other word
    for (const float sum : node(trace, "weights").facts.sums) CHECK(sum == doctest::Approx(1));
    CHECK(has_note(trace, "formula_divides"));  // the source's formula divides, and its code does not
    CHECK_FALSE(has_note(run.preset("all-at-once"), "formula_divides"));
  }

  TEST_CASE("a similar word: 0.95 of the nearest key, and a softmax for weights") {
    const Trace trace = run.preset("relaxed");
    check_node(trace, "query", {{0, 0, 0, 0, 0, 0.95}}, 1e-6);
    check_node(trace, "scores", {{0, 0, 0, 0, 0, 0.95}}, 1e-6);
    const double rest = 1 / (5 + std::exp(9.5));
    check_node(trace, "weights", {{rest, rest, rest, rest, rest, std::exp(9.5) * rest}}, 1e-6);
    CHECK(node(trace, "weights").facts.sums[0] == doctest::Approx(1));
    CHECK(decoded(trace) == "table");
    REQUIRE(trace.notes.size() == 1);
    CHECK(english().format("lessons.matrix-dictionary.notes.relaxed", trace.notes[0].words) ==
          "Not a key, so a part of the nearest one is asked for: tables → 0.95 · table.");
    CHECK(node(run({{"text", text("tables")}, {"similarity", 0.5}}), "query").value->at(0, 5) == 0.5f);
  }

  TEST_CASE("a query by hand mixes values; the cosines are those of the mixture") {
    const Trace trace = run.preset("by-hand");
    check_node(trace, "output", {{0.5, 0, 0.4, 0, 0}}, 1e-6);
    const double length = std::sqrt(0.41);
    check_node(trace, "cosines", {{0.5 / length, 0, 0.4 / length, 0, 0}}, 1e-6);
    CHECK(decoded(trace) == "cat");
    const Trace zero = run({{"query", Tensor::from_rows({{0, 0, 0, 0, 0, 0}})}});
    check_node(zero, "cosines", {{0, 0, 0, 0, 0}}, 0);
    CHECK_FALSE(zero.first_not_finite);
  }

  TEST_CASE("all words at once: scaled dot-product attention, and the published axis beside it") {
    const Trace rows = run.preset("all-at-once");
    CHECK(decoded(rows) == "the cat is under the table");
    CHECK(static_cast<double>(node(rows, "weights").value->at(3, 3)) == doctest::Approx(std::exp(1.0) / (std::exp(1.0) + 5)));
    const Trace scaled = run.preset("scaled");
    const double e = std::exp(1 / std::sqrt(6.0));
    CHECK(static_cast<double>(node(scaled, "weights").value->at(3, 3)) == doctest::Approx(e / (e + 5)));
    CHECK(node(scaled, "scores").value->at(3, 3) == doctest::Approx(1 / std::sqrt(6.0)));
    // e^(1/√6) is less than 2, and two of the six entries say "the".
    CHECK(decoded(scaled) == "the the the the the the");
    Inputs sharper = preset_inputs(lesson_named("matrix-dictionary").info, "scaled");
    sharper["beta"] = 3.0;
    CHECK(decoded(run(sharper)) == "the cat is under the table");
    const Trace columns = run.preset("columns");
    CHECK(decoded(columns) == "the cat is under the table");
    CHECK(node(columns, "weights").facts.sums_of_columns);
    CHECK(node(columns, "weights").formula == "softmax(scores, axis 0)");
    CHECK(node(columns, "corrected.weights").formula == "softmax(scores)");
    // With as many words as entries and each asked for once, rows and columns are alike; with two of them they are not.
    const Trace two = run({{"text", text("sous sous la")}, {"weighting", text("softmax")}, {"softmax_axis", text("columns")}});
    REQUIRE_FALSE(node(two, "weights").marks.empty());
    CHECK(node(two, "corrected.weights").facts.sums[0] == doctest::Approx(1));
    CHECK(node(two, "weights").marks[0].corrected == node(two, "corrected.weights").value->at(node(two, "weights").marks[0].cell));
  }

  TEST_CASE("another dictionary makes other matrices, and drops a query that was typed for the old one") {
    Document document{"matrix-dictionary", {{"query", Tensor::from_rows({{0, 0, 0, 0, 0, 1}})}}};
    CHECK(decoded(run(document.inputs)) == "table");
    document = with_input(lesson_named("matrix-dictionary"), document, "entries", text("un: one\ndeux: two\ntrois: three\nein: one"));
    CHECK(document.inputs.count("query") == 0);
    document = with_input(lesson_named("matrix-dictionary"), document, "text", text("deux"));
    const Trace trace = run(document.inputs);
    CHECK(node(trace, "key").value->shape() == matrix_shape(4, 4));
    CHECK(node(trace, "value").value->shape() == matrix_shape(4, 3));
    CHECK(decoded(trace) == "two");
  }

  TEST_CASE("bad input is said with what was expected, and the least and the largest sizes run") {
    CHECK(run.refusal({{"entries", text("")}}).starts_with("entries: the dictionary is empty."));
    CHECK(run.refusal({{"entries", text("le the")}}).starts_with("entries, line 1: expected a word, a colon"));
    CHECK(run.refusal({{"query", Tensor::from_rows({{1, 2}})}}) ==
          "query: expected a matrix of shape (1, 6), that is (words, vocabulary), got (1, 2).");
    CHECK(run.refusal({{"text", text("...")}}) == "text: expected at least one word.");
    CHECK(decoded(run({{"entries", text("le: the")}, {"text", text("x")}, {"weighting", text("softmax")}})) == "the");
    std::string entries, words;
    for (int i = 0; i < 97; ++i) entries += "k" + std::to_string(i) + ": v" + std::to_string(i) + "\n";
    CHECK(run.refusal({{"entries", text(entries)}}) == "entries: expected at most 96 lines.");
    entries = entries.substr(0, entries.find("k96"));
    for (int i = 0; i < 32; ++i) words += "k" + std::to_string(3 * i) + " ";
    CHECK(run({{"entries", text(entries)}, {"text", text(words)}}).find("cosines") >= 0);
    CHECK(run.refusal({{"text", text(std::string(10'001, 'a'))}}).find("at most 10000 letters") != std::string::npos);
    CHECK(decoded(run({{"text", text(std::string(10'000, 'a'))}})) == "cat");
  }
}

}  // namespace matrix_dictionary_test
