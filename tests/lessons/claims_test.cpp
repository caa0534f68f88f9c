// Claims of captions about causes. Each test sets the switch that a caption names, and compares the results.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lessons/context.h"
#include "lessons/registry.h"

using namespace gf;
using namespace gf::test;

namespace claims_test {
namespace {

// Returns the trace of a preset with other inputs set on top.
Trace with_preset(const std::string& lesson, const char* preset, const Inputs& more = {}) {
  Inputs inputs = preset_inputs(lesson_named(lesson).info, preset);
  for (const auto& [name, value] : more) inputs.insert_or_assign(name, value);
  return run_with_files({lesson, std::move(inputs)});
}

double cell(const Trace& trace, const char* name, const Cell& at) { return static_cast<double>(node(trace, name).value->at(at)); }

std::string label_of(const std::vector<std::string>& labels, Index place) { return labels.at(static_cast<std::size_t>(place)); }

// Returns the label of the largest number of a row.
std::string most_likely(const TraceNode& rows, Index row) {
  const float* first = rows.value->row(row);
  return label_of(rows.cols.labels, std::max_element(first, first + rows.value->cols()) - first);
}

// Returns the probability that the small GPT gives a token after all blocks, with a part switched off.
double probability_without(const char* part, const char* preset, const char* token) {
  const Trace trace = with_preset("language-model", preset, {{"off", std::string(part)}});
  const TraceNode& lens = node(trace, "lens.probabilities");
  const auto place = std::find(lens.cols.labels.begin(), lens.cols.labels.end(), token);
  REQUIRE(place != lens.cols.labels.end());
  return static_cast<double>(lens.value->at(lens.value->rows() - 1, place - lens.cols.labels.begin()));
}

double park_without(const char* part) { return probability_without(part, "said-again", "␣park"); }
double madrid_without(const char* part) { return probability_without(part, "capital-of-spain", "␣Madrid"); }

}  // namespace

TEST_SUITE("lessons/claims") {
  TEST_CASE("self-attention: without positions the order counts if there is a causal mask, and does not otherwise") {
    const auto difference = [](bool causal) {
      return cell(
          run_with_files({"self-attention",
                          {{"text", std::string("the dog bit the man")}, {"positions", false}, {"shuffled", true}, {"causal", causal}}}),
          "shuffled.largest_difference", {0, 0, 0});
    };
    CHECK(difference(false) < 1e-6);
    CHECK(difference(true) == doctest::Approx(0.345).epsilon(0.01));
  }

  TEST_CASE("language-model: three heads of block 3 attend to what followed before, and each can be spared") {
    const Trace trace = with_preset("language-model", "said-again");
    const TraceNode& weights = node(trace, "decoder.2.self_attention.weights");
    CHECK(weights.rows.labels.back() == "␣key");
    CHECK(label_of(weights.cols.labels, 4) == "␣key");
    CHECK(label_of(weights.cols.labels, 5) == "␣park");
    for (const Index head : {1, 2, 3}) CHECK(weights.value->at(head, 9, 5) > 0.9f);
    CHECK(weights.value->at(0, 9, 5) < 0.01f);
    CHECK(cell(trace, "induction.rows", {0, 0, 0}) == 2);
    for (const char* head : {"head_2_1", "head_2_2", "head_2_3"}) CHECK_MESSAGE(park_without(head) > 0.9, head);
    CHECK(park_without("head_2_3") == doctest::Approx(0.945).epsilon(0.01));
    CHECK(park_without("attention_2") < 0.001);
  }

  TEST_CASE("language-model: without block 2, 3 or 4 Madrid stays the answer, without block 1 it does not") {
    const double whole = madrid_without("nothing"), without_last = madrid_without("block_3");
    CHECK(whole > 0.99);
    CHECK(without_last == doctest::Approx(0.91).epsilon(0.01));
    CHECK(madrid_without("block_2") > without_last);
    CHECK(madrid_without("block_1") > without_last);
    CHECK(madrid_without("block_0") < 0.001);
  }

  TEST_CASE("generation: rows that were computed stay as they are when a token is appended") {
    const auto trace_of = [](const char* text) { return run_with_files({"language-model", {{"text", std::string(text)}}}); };
    const Trace before = trace_of("Once upon a time there was a"), after = trace_of("Once upon a time there was a boy");
    for (const char* name : {"decoder.3.self_attention.key", "decoder.3.self_attention.value", "decoder.3.feed_forward.residual"}) {
      CAPTURE(name);
      const Tensor &shorter = *node(before, name).value, &longer = *node(after, name).value;
      REQUIRE(longer.rows() == shorter.rows() + 1);
      float largest = 0;
      for (Index head = 0; head < shorter.size() / (shorter.rows() * shorter.cols()); ++head)
        for (Index row = 0; row < shorter.rows(); ++row)
          for (Index col = 0; col < shorter.cols(); ++col)
            largest = std::max(largest, std::abs(longer.at(head, row, col) - shorter.at(head, row, col)));
      CHECK(largest < 1e-5f);
    }
  }

  TEST_CASE("matrix-dictionary: divided by √d all six words become “the”, and β = 2 brings all of them back") {
    const std::string right[] = {"the", "cat", "is", "under", "the", "table"};
    for (const double beta : {1.0, 2.0}) {
      CAPTURE(beta);
      const Trace trace = with_preset("matrix-dictionary", "scaled", {{"beta", beta}});
      const TraceNode& cosines = node(trace, "cosines");
      REQUIRE(cosines.value->rows() == 6);
      // Queries stand in the order of the sentence: le chat est sous la table.
      for (Index row = 0; row < 6; ++row) CHECK(most_likely(cosines, row) == (beta == 1 ? "the" : right[row]));
    }
  }

  TEST_CASE("multi-head: whatever the seed, one weight takes nearly all unless the scores are divided by √d") {
    for (int seed = 1; seed <= 8; ++seed) {
      CAPTURE(seed);
      const Trace trace = with_preset("multi-head", "peaks", {{"seed", static_cast<double>(seed)}});
      CHECK(cell(trace, "scaling.peakedness", {0, 9, 0}) == doctest::Approx(0.96).epsilon(0.05));
      CHECK(cell(trace, "scaling.peakedness", {0, 9, 1}) < 0.45);
      CHECK(cell(trace, "scaling.slope", {0, 9, 0}) < cell(trace, "scaling.slope", {0, 9, 1}) / 3);
    }
  }

  TEST_CASE("retrieval: asked with the sentence that was found, the model names Emma and makes up the rest") {
    const Trace trace = with_preset("retrieval", "other-words");
    const auto replies = std::find_if(trace.notes.begin(), trace.notes.end(), [](const Note& note) { return note.id == "replies"; });
    REQUIRE(replies != trace.notes.end());
    CHECK(std::count(replies->words.begin(), replies->words.end(), std::pair<std::string, std::string>("said", "Emma has the pen.")) == 1);
  }

  TEST_CASE("scaling: twice as wide, matrices of blocks have four times as many numbers, tables twice as many") {
    const auto sizes = [](double factor) {
      return run_with_files(
          {"scaling",
           {{"model", std::string("own")}, {"width", factor * 768}, {"hidden", factor * 3072}, {"heads", 12.0}, {"kv_heads", 12.0}}});
    };
    const Trace single = sizes(1), twice = sizes(2);
    const auto growth = [&](Index row) { return cell(twice, "parameters", {0, row, 0}) / cell(single, "parameters", {0, row, 0}); };
    for (const Index table : {0, 1}) CHECK(growth(table) == doctest::Approx(2));
    for (Index matrix = 2; matrix < 8; ++matrix) CHECK(growth(matrix) == doctest::Approx(4));  // W_Q, W_K, W_V, W_O, W_1, W_2
  }

  TEST_CASE("quantization: the largest size of a row becomes 7, but a row of zeros stays 0") {
    const Tensor integers = *node(with_preset("quantization", "by-hand"), "integers").value;
    for (Index row = 0; row < integers.rows(); ++row) {
      const float* first = integers.row(row);
      const float largest =
          std::abs(*std::max_element(first, first + integers.cols(), [](float a, float b) { return std::abs(a) < std::abs(b); }));
      CHECK(largest == (row == 2 ? 0 : 7));
    }
  }

  TEST_CASE("backpropagation: all three projections read X + P") {
    const Trace trace = run_with_files({"backpropagation"});
    CHECK(node(trace, "input").formula == "x + position");
    for (const char* gradient : {"d_w_q", "d_w_k", "d_w_v"}) CHECK(node(trace, gradient).formula.starts_with("inputᵀ · "));
  }
}

}  // namespace claims_test
