// Every number of the source documents (src/lessons/SOURCES.md) that these lessons show, published and corrected.
#include <algorithm>

#include "core/explanation.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace worked_examples_test {
namespace {

// Corrected values are given to six digits, published ones as printed: to four, some rounded in between.
constexpr double kCorrected = 1e-5;
constexpr double kPrinted = 1.0001e-4;

Trace run(const std::string& lesson, Inputs inputs = {}) { return run_lesson({lesson, std::move(inputs)}); }

Trace preset(const std::string& lesson, const std::string& name) { return run(lesson, preset_inputs(lesson_named(lesson).info, name)); }

std::string numbers(const Trace& trace, const std::string& name, Cell cell) { return trace.explain(trace.find(name), cell).numbers; }

const Mark* mark_at(const TraceNode& of, Cell cell) {
  const auto found = std::find_if(of.marks.begin(), of.marks.end(), [&](const Mark& mark) { return mark.cell == cell; });
  return found == of.marks.end() ? nullptr : &*found;
}

Index largest_in_row(const Tensor& tensor, Index row) {
  return std::max_element(tensor.row(row), tensor.row(row) + tensor.cols()) - tensor.row(row);
}

}  // namespace

TEST_SUITE("lessons/worked_examples") {
  TEST_CASE("A7: softmax of 0 and 10") {
    const Trace trace = preset("softmax", "two-scores");
    check_node(trace, "probabilities", {{0.0000454, 0.9999546}}, 0.5e-7);
  }

  TEST_CASE("A7: the inverse temperature") {
    const Trace flat = run("softmax", {{"z", Tensor::from_rows({{0, 10}})}, {"beta", 0.0}});
    check_node(flat, "probabilities", {{0.5, 0.5}}, 0);
    const Trace half = run("softmax", {{"z", Tensor::from_rows({{0, 10}})}, {"beta", 0.5}});
    check_node(half, "probabilities", {{1 / (1 + std::exp(5.0)), 1 / (1 + std::exp(-5.0))}}, 1e-7);
    CHECK(numbers(half, "probabilities", {0, 0, 1}) == "exp(0.5·10) / (exp(0.5·0) + exp(0.5·10)) = 0.9933");
  }

  TEST_CASE("C9: softmax of three categories") {
    const Trace trace = run("softmax");
    check_node(trace, "probabilities", {{0.65, 0.24, 0.11}}, 0.005);
    check_node(trace, "exponentials", {{7.389056, 2.718282, 1.221403}}, kCorrected);
    check_node(trace, "sum", {{11.328741}}, kCorrected);
    CHECK(node(trace, "probabilities").facts.sums.at(0) == doctest::Approx(1));
  }

  TEST_CASE("C2: the position encoding, corrected and published") {
    const std::vector<std::vector<double>> corrected{
        {0, 1, 0, 1}, {0.841471, 0.540302, 0.010000, 0.999950}, {0.909297, -0.416147, 0.019999, 0.999800}};
    const std::vector<std::vector<double>> published{{0, 1, 0, 1}, {0.8415, 0.99995, 0.0001, 1}, {0.9093, 0.9998, 0.0002, 1}};
    check_node(run("position-encoding"), "position", corrected, kCorrected);
    const Trace trace = run("position-encoding", {{"published", true}});
    check_node(trace, "position", published, kPrinted);
    check_node(trace, "corrected.position", corrected, kCorrected);
    check_node(run("self-attention"), "position", corrected, kCorrected);
    check_node(run("self-attention", {{"published", true}}), "position", published, kPrinted);
    CHECK(mark_at(node(trace, "position"), {0, 1, 1})->slip == "position_exponents");
    CHECK(mark_at(node(trace, "position"), {0, 0, 1}) == nullptr);
    CHECK(mark_at(node(trace, "position"), {0, 1, 0}) == nullptr);
    CHECK(node(trace, "position").marks.size() == 6);  // all of the last two rows but the first column
    CHECK(mark_at(node(trace, "position"), {0, 2, 3})->corrected == node(trace, "corrected.position").value->at(2, 3));
  }

  TEST_CASE("a published table of more cells than anybody compares has no marks: as JSON they took ten times as much as its values") {
    const auto marks = [](double length, double width) {
      return node(run("position-encoding", {{"published", true}, {"length", length}, {"width", width}}), "position").marks.size();
    };
    CHECK(marks(64, 128) > 1000);
    CHECK(marks(512, 512) == 0);
  }

  TEST_CASE("C3: embeddings plus positions") {
    check_node(run("self-attention"), "x", {{0.1, 0.2, -0.1, 0.4}, {-0.3, 0.5, 0.1, -0.2}, {0.4, -0.3, 0.2, 0.1}}, 1e-7);
    check_node(run("self-attention"), "input",
               {{0.1, 1.2, -0.1, 1.4}, {0.541471, 1.040302, 0.11, 0.79995}, {1.309297, -0.716147, 0.219999, 1.0998}}, kCorrected);
    const Trace published = run("self-attention", {{"published", true}});
    check_node(published, "input", {{0.1, 1.2, -0.1, 1.4}, {0.5415, 1.49995, 0.1001, 0.8}, {1.3093, 0.6998, 0.2002, 1.1}}, kPrinted);
    const Trace target = run("self-attention", {{"published", true}, {"text", std::string("<start> de nada")}});
    check_node(target, "x", {{0, 0, 0, 0}, {-0.2, 0.4, 0.3, 0.1}, {0.5, -0.1, -0.4, 0.3}}, 1e-7);
    check_node(target, "input", {{0, 1, 0, 1}, {0.6415, 1.39995, 0.3001, 1.1}, {1.4093, 0.8998, -0.3998, 1.3}}, kPrinted);
  }

  TEST_CASE("C4, C5: weights, published queries, keys and values of the source sentence") {
    const Trace trace = run("self-attention", {{"published", true}});
    check_node(trace, "w_q", {{1, 0, 0, 1}, {0, 1, 1, 0}, {0, 1, 0, 1}, {1, 0, 1, 0}}, 0);
    check_node(trace, "w_k", {{0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 1}}, 0);
    check_node(trace, "w_v", {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}}, 0);
    check_node(trace, "query", {{1.5, 1.1, 2.6, 0}, {1.3415, 1.6, 2.3, 0.6415}, {2.4093, 0.8998, 1.7998, 1.5093}}, kPrinted);
    check_node(trace, "key", {{1.1, 1.5, 0, 2.6}, {1.6001, 1.3415, 0.6416, 2.3}, {0.9, 2.4093, 1.5095, 1.7998}}, kPrinted);
    check_node(trace, "value", {{1.5, 0, 1.1, 2.6}, {1.3415, 0.6416, 1.6001, 2.3}, {2.4093, 1.5095, 0.9, 1.7998}}, kPrinted);
    CHECK(std::any_of(trace.notes.begin(), trace.notes.end(), [](const Note& note) { return note.id == "second_w_v"; }));
  }

  TEST_CASE("C5: published queries, keys and values of the target sentence") {
    const Trace trace = run("self-attention", {{"published", true}, {"text", std::string("<start> de nada")}});
    check_node(trace, "query", {{1, 1, 2, 0}, {1.7415, 1.7001, 2.5, 0.9416}, {2.7093, 0.5, 2.1998, 1.0095}}, kPrinted);
    check_node(trace, "key", {{1, 1, 0, 2}, {1.7001, 1.7415, 0.9416, 2.5}, {0.5, 2.7093, 1.0095, 2.1998}}, kPrinted);
    check_node(trace, "value", {{1, 0, 1, 2}, {1.7415, 0.9416, 1.7001, 2.5}, {2.7093, 1.0095, 0.5, 2.1998}}, kPrinted);
  }

  TEST_CASE("C4: the second value matrix gives other values than the printed ones") {
    const Trace trace =
        run("self-attention", {{"published", true}, {"w_v", Tensor::from_rows({{0, 0, 1, 1}, {1, 1, 0, 0}, {0, 1, 0, 1}, {1, 0, 1, 0}})}});
    CHECK(std::abs(node(trace, "value").value->at(0, 0) - 1.5f) > 0.5f);
  }

  TEST_CASE("C5, C6: corrected weights and output, and what was left undone is completed") {
    const Trace trace = run("self-attention");
    check_node(trace, "weights", {{0.145855, 0.323769, 0.530377}, {0.286544, 0.384669, 0.328787}, {0.578308, 0.405073, 0.016620}},
               kCorrected);
    check_node(
        trace, "output",
        {{1.930821, 1.022029, 0.269727, 1.178519}, {1.737899, 0.753413, 0.594557, 1.579043}, {1.450873, 0.289309, 1.093849, 2.255412}},
        kCorrected);
    for (float sum : node(trace, "weights").facts.sums) CHECK(sum == doctest::Approx(1));
    CHECK(node(trace, "scores").formula == "dot_products / √4");
  }

  TEST_CASE("C7: a cell of a product by hand, and the slip in it") {
    const Trace trace = run("self-attention", {{"published", true}});
    CHECK(numbers(trace, "query", {0, 0, 2}) == "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6");
    CHECK(numbers(trace, "query", {0, 0, 0}) == "0.1·1 + 1.2·0 + −0.1·0 + 1.4·1 = 1.5");
    CHECK(numbers(trace, "query", {0, 0, 1}) == "0.1·0 + 1.2·1 + −0.1·1 + 1.4·0 = 1.1");
    CHECK(numbers(trace, "query", {0, 0, 3}) == "0.1·1 + 1.2·0 + −0.1·1 + 1.4·0 = 0");
    const Mark* mark = mark_at(node(trace, "query"), {0, 0, 2});
    REQUIRE(mark);
    CHECK(mark->published == 1.2f);
    CHECK(mark->corrected == doctest::Approx(2.6));
    CHECK(mark->slip == "hand_product");
    CHECK(node(run("self-attention"), "query").marks.empty());
  }

  TEST_CASE("A8: softmax over rows and over columns, side by side") {
    const Trace trace = preset("self-attention", "both-axes");
    const Tensor& columns = *node(trace, "weights").value;
    const Tensor& rows = *node(trace, "corrected.weights").value;
    CHECK_FALSE(same_values(columns, rows));
    CHECK(node(trace, "weights").facts.sums_of_columns);
    for (float sum : node(trace, "weights").facts.sums) CHECK(sum == doctest::Approx(1));
    for (float sum : node(trace, "corrected.weights").facts.sums) CHECK(sum == doctest::Approx(1));
    // le chat est sous le chat -> the cat is under the cat, over [cat is table the under], either way.
    const std::vector<Index> translation{3, 0, 1, 4, 3, 0};
    for (std::size_t t = 0; t < translation.size(); ++t) {
      CHECK(largest_in_row(*node(trace, "output").value, static_cast<Index>(t)) == translation[t]);
      CHECK(largest_in_row(*node(trace, "corrected.output").value, static_cast<Index>(t)) == translation[t]);
    }
    // "le" stands at 0 and 4: its row holds e twice and 1 four times; the column of "est" holds e once and 1 five times.
    const double e = std::exp(1.0);
    CHECK(rows.at(0, 0) == doctest::Approx(e / (2 * e + 4)));
    CHECK(rows.at(0, 2) == doctest::Approx(1 / (2 * e + 4)));
    CHECK(columns.at(0, 2) == doctest::Approx(1 / (e + 5)));
    CHECK(mark_at(node(trace, "weights"), {0, 0, 2})->slip == "softmax_axis");
  }

  TEST_CASE("E1: the notebook with seed 42") {
    const Trace trace = preset("self-attention", "numpy");
    check_node(
        trace, "x",
        {{0.374540, 0.950714, 0.731994, 0.598658}, {0.156019, 0.155995, 0.058084, 0.866176}, {0.601115, 0.708073, 0.020584, 0.969910}},
        1e-6);
    check_node(trace, "weights", {{0.527359, 0.115108, 0.357533}, {0.435244, 0.199714, 0.365042}, {0.506094, 0.129237, 0.364669}},
               kCorrected);
    check_node(
        trace, "output",
        {{0.977014, 0.935311, 1.156819, 1.439387}, {0.878578, 0.860605, 1.048492, 1.327909}, {0.956402, 0.920138, 1.135358, 1.417211}},
        kCorrected);
  }

  TEST_CASE("E2: one query by hand") {
    const Trace trace = preset("self-attention", "one-vector");
    check_node(trace, "query", {{0.5, 0.6}}, 1e-6);
    const TraceNode& query = node(trace, "query");
    REQUIRE(query.marks.size() == 2);
    CHECK(query.marks[0].published == 0.34f);
    CHECK(query.marks[1].published == 0.46f);
    CHECK(query.marks[0].slip == "query_by_hand");
  }

  TEST_CASE("E3, A9: shapes at real sizes; a head is three maps from d_model to d_k") {
    const Trace trace = preset("self-attention", "shapes");
    CHECK(node(trace, "x").value->shape() == matrix_shape(4, 512));
    CHECK(node(trace, "w_q").value->shape() == matrix_shape(512, 64));
    for (const char* head_weights : {"w_k", "w_v"}) CHECK(node(trace, head_weights).value->shape() == matrix_shape(512, 64));
    for (const char* projected : {"query", "key", "value"}) CHECK(node(trace, projected).value->shape() == matrix_shape(4, 64));
    CHECK(node(trace, "scores").value->shape() == matrix_shape(4, 4));
    CHECK(node(trace, "output").value->shape() == matrix_shape(4, 64));
    const Trace cat = preset("self-attention", "the-cat-sleeps");
    CHECK(node(cat, "x").rows.labels == std::vector<std::string>{"The", "cat", "sleeps"});
  }
}

}  // namespace worked_examples_test
