// Claims of the captions from the first page to the dictionary of matrices. Each test makes the change that a caption names.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "lessons/examples.h"

using namespace gf;
using namespace gf::test;

namespace claims_look_up_test {
namespace {

double cell(const Trace& trace, const char* name, const Cell& at) { return static_cast<double>(node(trace, name).value->at(at)); }

Index place_of_label(const Axis& axis, const std::string& label) {
  const auto found = std::find(axis.labels.begin(), axis.labels.end(), label);
  REQUIRE_MESSAGE(found != axis.labels.end(), label);
  return found - axis.labels.begin();
}

// Returns the label of the largest number of a row.
std::string largest_of_row(const TraceNode& of, Index row) {
  const float* first = of.value->row(row);
  return of.cols.labels.list().at(static_cast<std::size_t>(std::max_element(first, first + of.value->cols()) - first));
}

constexpr TestedLesson softmax{"softmax"}, dictionary{"dictionary"}, tokenizer{"tokenizer"}, matrices{"matrix-dictionary"};

Inputs scores(std::initializer_list<float> row) { return {{"z", Tensor::from_rows({std::vector<float>(row)})}}; }

double tokens_of_other(const Trace& trace) { return cell(trace, "counts", {0, 1, 3}); }

// Returns the translation of "chat" if its line is missing; empty if there is none.
std::string chat_without_its_line(bool relaxed) {
  Inputs inputs = inputs_of(step_named("dictionary", "without_entry").example.set);
  inputs.insert_or_assign("relaxed", relaxed);
  const Trace trace = dictionary(inputs);
  const TraceNode& translation = node(trace, "translation");
  const Index row = place_of_label(translation.rows, "chat");
  return *std::max_element(translation.value->row(row), translation.value->row(row) + translation.value->cols()) > 0
             ? largest_of_row(translation, row)
             : "";
}

}  // namespace

TEST_SUITE("lessons/claims of look-up") {
  TEST_CASE("start: the second “the” attends to “dog” most, and cut off from it the article becomes a plural") {
    const Trace& whole = trace_of("start", "looking");
    const TraceNode& weights = node(whole, "encoder.0.self_attention.weights");
    CHECK(weights.rows.labels[3] == "the");
    const float* row = weights.value->matrix(3) + 3 * weights.value->cols();
    CHECK(weights.cols.labels[static_cast<std::size_t>(std::max_element(row, row + weights.value->cols()) - row)] == "dog");
    const auto after_lleva = [](const Trace& trace) { return largest_of_row(node(trace, "probabilities"), 3); };
    CHECK(node(whole, "probabilities").rows.labels[3] == "lleva");
    CHECK(after_lleva(whole) == "el");
    const Trace& hidden = trace_of("start", "hidden");
    CHECK(after_lleva(hidden) == "los");
    const Index el = place_of_label(node(hidden, "probabilities").cols, "el");
    CHECK(cell(hidden, "probabilities", {0, 3, el}) < 0.05);
    CHECK(cell(whole, "probabilities", {0, 3, el}) > 0.6);
  }

  TEST_CASE("start: after “el” the translator attends to “dog” and then to “black”") {
    const TraceNode& alignment = node(trace_of("start", "again"), "alignment");
    CHECK(largest_of_row(alignment, place_of_label(alignment.rows, "el")) == "dog");
    CHECK(largest_of_row(alignment, place_of_label(alignment.rows, "perro")) == "black");
  }

  TEST_CASE("softmax: a point more is a factor of e, 5 more for all changes nothing, and no probability is 0") {
    const Trace three = softmax(), raised = softmax(scores({7, 6, 5.2f})), two = softmax(scores({0, 10}));
    CHECK(cell(three, "exponentials", {0, 0, 0}) / cell(three, "exponentials", {0, 0, 1}) == doctest::Approx(std::exp(1)));
    CHECK(cell(three, "probabilities", {0, 0, 0}) / cell(three, "probabilities", {0, 0, 1}) == doctest::Approx(std::exp(1)));
    for (const Index col : {0, 1, 2}) {
      CHECK(cell(raised, "probabilities", {0, 0, col}) == doctest::Approx(cell(three, "probabilities", {0, 0, col})));
      CHECK(cell(raised, "exponentials", {0, 0, col}) / cell(three, "exponentials", {0, 0, col}) == doctest::Approx(std::exp(5)));
    }
    CHECK(cell(two, "probabilities", {0, 0, 0}) > 0);
    CHECK(cell(two, "probabilities", {0, 0, 0}) < 1e-4);
  }

  TEST_CASE("softmax: at β = 0 all probabilities are equal, and without the largest score nothing overflows") {
    Inputs inputs = scores({2, 1, 0.2f});
    inputs.insert_or_assign("beta", 0.0);
    const Trace equal = softmax(inputs), large = softmax(scores({1000, 999, 998}));
    for (const Index col : {0, 1, 2}) {
      CHECK(cell(equal, "probabilities", {0, 0, col}) == doctest::Approx(1.0 / 3));
      CHECK(std::isinf(cell(large, "exponentials", {0, 0, col})));
      CHECK(cell(large, "shifted_exponentials", {0, 0, col}) / cell(large, "shifted_sum", {0, 0, 0}) ==
            doctest::Approx(cell(large, "probabilities", {0, 0, col})));
    }
  }

  TEST_CASE("dictionary: without its line “chat” becomes “is”, and nothing if the nearest key does not count") {
    CHECK(chat_without_its_line(true) == "is");
    CHECK(chat_without_its_line(false).empty());
  }

  TEST_CASE("dictionary: in the real one “chevaux” is nearer to hair than to a horse") {
    const Trace& trace = trace_of("dictionary", "real_dictionary");
    const TraceNode& translation = node(trace, "translation");
    CHECK(largest_of_row(translation, place_of_label(translation.rows, "chevaux")) == "hair");
    for (const char* key : {"derrière", "fenêtre", "cheval"}) CHECK(place_of_label(node(trace, "distances").cols, key) >= 0);
  }

  TEST_CASE("tokenizer: a pair is counted where it overlaps, and replaced where it does not") {
    const Trace none = tokenizer({{"merges", 0.0}}), one = tokenizer({{"merges", 1.0}});
    CHECK(cell(none, "pair_counts", {0, 0, 0}) == 4);
    CHECK(cell(none, "counts", {0, 0, 3}) - cell(one, "counts", {0, 0, 3}) == 2);
    CHECK(cell(none, "counts", {0, 0, 3}) == cell(none, "counts", {0, 0, 2}));  // each byte is a token
  }

  TEST_CASE("tokenizer: “lowest” is put together of “low” and “est”, and a held byte comes back") {
    CHECK(node(trace_of("tokenizer", "inside_words"), "other.pieces").cols.labels == std::vector<std::string>{"low", "est"});
    CHECK(cell(trace_of("tokenizer", "round_trip"), "other.bytes", {0, 0, 3}) == 255);
    CHECK(cell(trace_of("tokenizer", "round_trip"), "other.largest_difference", {0, 0, 0}) == 0);
  }

  TEST_CASE("tokenizer: small letters, capitals and years fall apart differently") {
    const TraceNode& pieces = node(trace_of("tokenizer", "capitals"), "other.pieces");
    CHECK(pieces.cols.labels == std::vector<std::string>{"the", "␣", "T", "he", "␣", "T", "H", "E"});
    Inputs years = preset_inputs(lesson_named("tokenizer").info, "capitals");
    years.insert_or_assign("other", std::string("2020 1066"));
    CHECK(node(tokenizer(years), "other.pieces").cols.labels == std::vector<std::string>{"20", "20", "␣", "1", "0", "6", "6"});
  }

  TEST_CASE("tokenizer: Greek takes a token for each byte, and fewer if the tokenizer learned from it") {
    const Trace& unseen = trace_of("tokenizer", "another_language");
    CHECK(tokens_of_other(unseen) == cell(unseen, "counts", {0, 1, 2}));
    CHECK(cell(unseen, "counts", {0, 0, 0}) == cell(unseen, "counts", {0, 1, 0}));  // as many characters
    Inputs seen = preset_inputs(lesson_named("tokenizer").info, "another-language");
    seen.insert_or_assign("text", std::get<std::string>(seen.at("text")) + " " + std::get<std::string>(seen.at("other")));
    CHECK(tokens_of_other(tokenizer(seen)) < tokens_of_other(unseen));
  }

  TEST_CASE("matrix-dictionary: at β = 1 the right entry has little, and still every word is translated rightly") {
    const Trace trace = matrices.preset("all-at-once");
    const TraceNode& cosines = node(trace, "cosines");
    const char* right[] = {"the", "cat", "is", "under", "the", "table"};
    for (Index row = 0; row < 6; ++row) CHECK(largest_of_row(cosines, row) == right[row]);
    CHECK(cell(trace, "weights", {0, 1, 1}) < 0.4);
  }

  TEST_CASE("matrix-dictionary: down the columns only columns add up to 1") {
    const Trace& trace = trace_of("matrix-dictionary", "softmax_columns");
    const Tensor& weights = *node(trace, "weights").value;
    for (Index col = 0; col < weights.cols(); ++col) {
      double sum = 0;
      for (Index row = 0; row < weights.rows(); ++row) sum += static_cast<double>(weights.at(row, col));
      CHECK(sum == doctest::Approx(1));
    }
    CHECK(cell(trace, "weight_sums", {0, 0, 0}) < 0.995);
    CHECK(cell(trace, "weight_sums", {0, 4, 0}) > 1.02);
    const Tensor corrected = *node(trace, "corrected.weight_sums").value;
    for (Index row = 0; row < corrected.rows(); ++row) CHECK(corrected.at(row, 0) == doctest::Approx(1));
  }
}

}  // namespace claims_look_up_test
