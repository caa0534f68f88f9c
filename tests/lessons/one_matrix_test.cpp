// The lesson about one x and three matrices: a table look-up as a product, the dictionary as weights, a query for another word.
#include <algorithm>

#include "lessons/context.h"
#include "lessons/registry.h"
#include "session/edits.h"

using namespace gf;
using namespace gf::test;

namespace one_matrix_test {
namespace {

constexpr TestedLesson run{"one-matrix"};

// Returns the words that the rows of the output decode to.
std::string said(const Trace& trace) {
  const TraceNode& output = node(trace, "output");
  std::string words;
  for (Index r = 0; r < output.value->rows(); ++r) {
    const float* row = output.value->row(r);
    words += (r == 0 ? "" : " ") + output.cols.labels[static_cast<std::size_t>(std::max_element(row, row + output.value->cols()) - row)];
  }
  return words;
}

}  // namespace

TEST_SUITE("lessons/one_matrix") {
  TEST_CASE("one-hot times the table is the word's row") {
    const Trace trace = run();
    const TraceNode &x = node(trace, "x"), &table = node(trace, "table");
    CHECK(table.rows.labels == std::vector<std::string>{"chat", "est", "la", "le", "sous", "table"});
    const std::vector<Index> places{3, 0, 1, 4, 2, 5};  // of le chat est sous la table
    for (Index token = 0; token < 6; ++token)
      for (Index c = 0; c < 4; ++c) CHECK(x.value->at(token, c) == table.value->at(places[static_cast<std::size_t>(token)], c));
  }

  TEST_CASE("rows of the table have length 1, and with a number for each word they are one-hot") {
    for (const int width : {2, 3, 4, 5, 6}) {
      const Trace trace = run({{"width", static_cast<double>(width)}});
      const Tensor& likeness = *node(trace, "likeness").value;
      for (Index i = 0; i < 6; ++i)
        for (Index j = 0; j < 6; ++j) {
          if (i == j) CHECK(likeness.at(i, j) == doctest::Approx(1).epsilon(0.01));
          if (i != j) CHECK(likeness.at(i, j) < 0.9f);
          if (i != j && width == 6) CHECK(likeness.at(i, j) == 0);
          if (i != j && width == 4) CHECK((likeness.at(i, j) == 0 || likeness.at(i, j) < -0.49f));
        }
    }
  }

  TEST_CASE("the sentence is translated from six numbers a word down to two; one number is all the same") {
    for (const double width : {6.0, 5.0, 4.0, 3.0, 2.0}) CHECK(said(run({{"width", width}})) == "the cat is under the table");
    const Trace one = run({{"width", 1.0}});
    for (Index c = 0; c < 6; ++c) CHECK(node(one, "weights").value->at(0, c) == doctest::Approx(1.0 / 6));
  }

  TEST_CASE("a query matrix of its own lets a word ask for another one") {
    CHECK(said(run.preset("one-hot")) == "the cat is under the table");
    CHECK(said(run.preset("another-word")) == "the cat is under table table");
  }

  TEST_CASE("while words are one-hot, value weights are the dictionary, row by row") {
    const Trace trace = run.preset("one-hot");
    const TraceNode& w_v = node(trace, "w_v");
    CHECK(w_v.rows.labels == std::vector<std::string>{"chat", "est", "la", "le", "sous", "table"});
    CHECK(w_v.cols.labels == std::vector<std::string>{"cat", "is", "table", "the", "under"});
    check_node(trace, "w_v", {{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}, {0, 0, 1, 0, 0}}, 0);
  }

  TEST_CASE("a word without an entry has a row of zeros, looks at all alike, and is named") {
    const Trace trace = run({{"text", std::string("le chien est")}});
    CHECK(has_note(trace, "no_entry"));
    for (Index c = 0; c < 4; ++c) CHECK(node(trace, "x").value->at(1, c) == 0);
    for (Index c = 0; c < 3; ++c) CHECK(node(trace, "weights").value->at(1, c) == doctest::Approx(1.0 / 3));
    CHECK_FALSE(has_note(run(), "no_entry"));
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(refusal_of("one-matrix", {{"entries", std::string("le the")}}) ==
          "entries, line 1: expected a word, a colon and its translation, such as “chat: cat”, got “le the”.");
    CHECK(refusal_of("one-matrix", {{"text", std::string(" ")}}) == "text: expected at least one word.");
    CHECK(refusal_of("one-matrix", {{"w_q", Tensor::from_rows({{1, 2}})}}) ==
          "w_q: expected a matrix of shape (4, 4), that is (width, width), got (1, 2).");
    CHECK(refusal_of("one-matrix", {{"w_v", Tensor::from_rows({{1, 2}})}}) ==
          "w_v: expected a matrix of shape (4, 5), that is (width, vocabulary), got (1, 2).");
  }

  TEST_CASE("another dictionary or width makes the matrices anew; another sentence keeps them") {
    const Lesson& lesson = lesson_named("one-matrix");
    const Document typed{"one-matrix", preset_inputs(lesson.info, "another-word")};
    const auto after = [&](const char* input, InputValue value) { return with_input(lesson, typed, input, std::move(value)).inputs; };
    CHECK(after("width", 4.0).count("w_q") == 0);
    CHECK(after("entries", std::string("le: the")).count("w_q") == 0);
    CHECK(after("text", std::string("la table")).count("w_q") == 1);
  }
}

}  // namespace one_matrix_test
