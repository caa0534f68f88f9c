// Spaces: a matrix that moves the plane, three spaces compared, unequal pulls, values, and the whole phrase with queries, keys and values.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/explanation.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

namespace spaces_test {
namespace {

constexpr TestedLesson run{"spaces"};

double at(const Trace& trace, const std::string& name, Index row = 0, Index col = 0) {
  return static_cast<double>(node(trace, name).value->at(row, col));
}

Index planes(const Trace& trace) {
  return std::count_if(trace.panels.begin(), trace.panels.end(), [](const Panel& panel) { return panel.view == View::plane; });
}

}  // namespace

TEST_SUITE("lessons/spaces") {
  TEST_CASE("B7: T(x) = M x for any M: its columns are where the unit vectors go") {
    const Trace trace = run({{"m", Tensor::from_rows({{1, 2}, {3, 4}})}});
    const Tensor &x = *node(trace, "places").value, &t = *node(trace, "transformed").value;
    for (Index row = 0; row < x.rows(); ++row) {
      const float a = x.at(row, 0), b = x.at(row, 1);
      CHECK(t.at(row, 0) == doctest::Approx(static_cast<double>(1 * a + 2 * b)));
      CHECK(t.at(row, 1) == doctest::Approx(static_cast<double>(3 * a + 4 * b)));
    }
    CHECK(at(trace, "determinant") == -2);
    CHECK(trace.explain(trace.find("determinant"), {}).numbers == "1·4 − 2·3 = −2");
    const Trace turn = run.preset("turn");  // a quarter turn to the left takes (2, 2) to (-2, 2)
    check_values(Tensor::from_rows({{node(turn, "transformed").value->at(6, 0), node(turn, "transformed").value->at(6, 1)}}), {{-2, 2}},
                 1e-6);
    CHECK(at(turn, "determinant") == 1);
  }

  TEST_CASE("B7: in space C the two apples part, in B they hardly do") {
    const Trace trace = run();
    CHECK(at(trace, "a.distance") == doctest::Approx(1.2272).epsilon(1e-4));
    CHECK(at(trace, "b.distance") == doctest::Approx(0.0683).epsilon(1e-3));  // printed with four decimals
    CHECK(at(trace, "c.distance") == doctest::Approx(2.6482).epsilon(1e-4));
    check_node(trace, "a.first.output", {{2.370821, 1.502778}}, 1e-5);  // as in words-pulling-words
    const double dx = at(trace, "c.first.output", 0, 0) - at(trace, "c.second.output", 0, 0);
    const double dy = at(trace, "c.first.output", 0, 1) - at(trace, "c.second.output", 0, 1);
    CHECK(at(trace, "c.distance") == doctest::Approx(std::hypot(dx, dy)).epsilon(1e-5));
    // Space B has the words at the places to which its matrix sends them.
    CHECK(at(trace, "b.points", 6, 0) == doctest::Approx(2.8));
  }

  TEST_CASE("distances of spaces are compared by the ruler of each: the way between the two words that pull hardest") {
    const Trace trace = run();
    for (const auto& [space, ruler, relative] :
         {std::tuple("a", 3.9598, 0.3099), {"b", 0.3960, 0.1725}, {"c", 7.1276, 0.3715}, {"values", 7.1276, 0.3099}}) {
      CAPTURE(space);
      const std::string scope = std::string(space) + ".";
      CHECK(node(trace, scope + "ruler").rows.labels == std::vector<std::string>{"banana – phone"});
      CHECK(at(trace, scope + "ruler") == doctest::Approx(ruler).epsilon(1e-4));
      CHECK(at(trace, scope + "relative") == doctest::Approx(relative).epsilon(3e-4));
      CHECK(at(trace, scope + "relative") == doctest::Approx(at(trace, scope + "distance") / at(trace, scope + "ruler")).epsilon(1e-6));
    }
    CHECK(trace.explain(trace.find("c.relative"), {}).symbols == "relative[0,0] = distance[0,0] / ruler[0,0]");
    // Values twice as wide are merely a larger ruler: the distance doubles, and the distance by the ruler stays.
    const Trace wide = run({{"w_v", Tensor::from_rows({{2.6f, -1}, {-1, 2.6f}})}});
    CHECK(at(wide, "values.distance") == doctest::Approx(2 * at(trace, "values.distance")));
    CHECK(at(wide, "values.relative") == doctest::Approx(at(trace, "values.relative")));
    // A space three times as wide changes the shares as well: apple keeps all of itself, and stays.
    const Trace thrice = run({{"space_c", Tensor::from_rows({{3, 0}, {0, 3}})}});
    CHECK(at(thrice, "c.relative") < 0.001);
    CHECK(at(thrice, "c.first.weights", 0, 6) > 0.999);
  }

  TEST_CASE("without two words that pull there is no ruler, and one of no length measures nothing") {
    CHECK_FALSE(has_note(run(), "no_ruler"));
    for (const char* other : {"apple", "banana apple"}) {
      const Trace trace = run({{"other_text", std::string(other)}});
      CHECK(has_note(trace, "no_ruler"));
      CHECK(trace.find("a.relative") < 0);
      CHECK(trace.find("a.distance") >= 0);
    }
    const Trace collapsed = run({{"space_c", Tensor(matrix_shape(2, 2))}});
    CHECK(at(collapsed, "c.ruler") == 0);
    CHECK(at(collapsed, "c.relative") == 0);
    CHECK(collapsed.explain(collapsed.find("c.relative"), {}).symbols == "relative[0,0] = 0  (ruler[0,0] = 0)");
    CHECK_FALSE(collapsed.first_not_finite);
  }

  TEST_CASE("the pair's features have no names: a bride is neither fruit nor phone") {
    const Trace trace = run();
    for (const char* name : {"pair_x", "pair_k", "pair_q"}) {
      CHECK(node(trace, name).rows.labels != node(trace, "w_q").rows.labels);
      CHECK(node(trace, name).cols.labels.empty());
    }
    CHECK(node(trace, "w_q").rows.labels == std::vector<std::string>{"@fruitiness", "@techiness"});
  }

  TEST_CASE("a singular matrix is computed with, and said to be one") {
    const Trace trace = run.preset("singular");
    CHECK(at(trace, "determinant") == 0);
    CHECK(has_note(trace, "singular"));
    CHECK_FALSE(trace.first_not_finite);
    const Tensor& t = *node(trace, "transformed").value;
    for (Index row = 0; row < t.rows(); ++row) CHECK(t.at(row, 1) == doctest::Approx(static_cast<double>(t.at(row, 0)) / 2));
    CHECK_FALSE(has_note(run(), "singular"));
    CHECK(has_note(run({{"m", Tensor(matrix_shape(2, 2))}}), "singular"));
    CHECK(has_note(run({{"width", 3.0}, {"m", Tensor::from_rows({{0.1f, 0.2f, 0.3f}, {0.4f, 0.5f, 0.6f}, {0.7f, 0.8f, 0.9f}})}}),
                   "singular"));
    CHECK_FALSE(has_note(run({{"m", Tensor::from_rows({{1e-4f, 0}, {0, 1e-4f}})}}), "singular"));  // small, but no dimension is lost
  }

  TEST_CASE("B8: bride pulls ring hard, ring pulls bride little") {
    const Trace trace = run();
    CHECK(node(trace, "pair.dot_products").rows.labels == std::vector<std::string>{"bride", "ring"});
    check_node(trace, "pair.dot_products", {{1.1772, 0.6516}, {3.2724, 1.1772}}, 1e-5);
    check_node(trace, "pair.key", {{1.8, 0.18}, {0.6, 0.54}}, 1e-6);
    check_node(trace, "pair.query", {{0.6, 0.54}, {1.8, 0.18}}, 1e-6);
    CHECK_FALSE(has_note(trace, "same_both_ways"));
  }

  TEST_CASE("squashing along the axes alone leaves the pull the same both ways, whatever the factors") {
    const Trace trace = run.preset("squash-only");
    CHECK(at(trace, "pair.dot_products", 0, 1) == doctest::Approx(at(trace, "pair.dot_products", 1, 0)));
    CHECK(at(trace, "pair.dot_products", 0, 1) == doctest::Approx(0.648));
    CHECK(has_note(trace, "same_both_ways"));
    CHECK(has_note(run({{"pair_k", Tensor::from_rows({{0.01f, 0}, {0, 3}})},
                        {"pair_q", Tensor::from_rows({{5, 0}, {0, 0.2f}})},
                        {"pair_x", Tensor::from_rows({{1, 2}, {1, 2}})}}),
                   "same_both_ways"));
  }

  TEST_CASE("B9: values are mixed by the weights of the words as they are") {
    const Trace trace = run();
    const Tensor &weights = *node(trace, "values.first.weights").value, &value = *node(trace, "values.first.value").value;
    check_node(trace, "values.first.weights", {{0.000127, 0.000345, 0.000026, 0.309840, 0.000031, 0.000070, 0.689562}}, 1e-6);
    for (Index c = 0; c < 2; ++c) {
      double total = 0;
      for (Index j = 0; j < value.rows(); ++j) total += static_cast<double>(weights.at(0, j)) * static_cast<double>(value.at(j, c));
      CHECK(at(trace, "values.first.output", 0, c) == doctest::Approx(total).epsilon(1e-5));
    }
    CHECK(at(trace, "values.distance") == doctest::Approx(2.2089).epsilon(1e-4));
    CHECK(at(trace, "values.distance") > at(trace, "a.distance"));
  }

  TEST_CASE("B9: softmax(Q Kᵀ) V of the whole phrase, then with 1/√d") {
    const Trace plain = run(), scaled = run.preset("scaled");
    const auto check = [&](const Trace& trace, double divisor) {
      const Tensor &q = *node(trace, "phrase.query").value, &k = *node(trace, "phrase.key").value, &v = *node(trace, "phrase.value").value;
      for (Index i = 0; i < 7; ++i) {
        double total = 0, place = 0;
        for (Index j = 0; j < 7; ++j) {
          double dot = 0;
          for (Index c = 0; c < 2; ++c) dot += static_cast<double>(q.at(i, c)) * static_cast<double>(k.at(j, c));
          total += std::exp(dot / divisor);
          place += std::exp(dot / divisor) * static_cast<double>(v.at(j, 0));
        }
        CHECK(std::abs(at(trace, "phrase.output", i, 0) - place / total) < 1e-4);
      }
    };
    check(plain, 1);
    check(scaled, std::sqrt(2.0));
    CHECK(plain.find("phrase.scores") < 0);
    CHECK(at(scaled, "phrase.scores", 6, 3) == doctest::Approx(at(scaled, "phrase.dot_products", 6, 3) / std::sqrt(2.0)));
    // K = X W_K: the rows of W are where the unit vectors go.
    const Trace other = run({{"w_k", Tensor::from_rows({{0, 5}, {7, 0}})}});
    CHECK(at(other, "phrase.key", 6, 0) == doctest::Approx(14));
    CHECK(at(other, "phrase.key", 6, 1) == doctest::Approx(10));
  }

  TEST_CASE("B9, erratum: where the source says values it means keys; no number differs, so a step asks for it") {
    for (const Trace& trace : {run(), run.preset("scaled")}) {
      for (const TraceNode& trace_node : trace.nodes) CHECK(trace_node.marks.empty());
      // Keys are compared, values are summed.
      CHECK(node(trace, "phrase.dot_products").inputs == std::vector<int>{trace.find("phrase.query"), trace.find("phrase.key")});
      CHECK(node(trace, "phrase.output").inputs == std::vector<int>{trace.find("phrase.weights"), trace.find("phrase.value")});
      // With values in the place of keys the number is another one.
      const Tensor &query = *node(trace, "phrase.query").value, &value = *node(trace, "phrase.value").value;
      CHECK(query.at(0, 6, 0) * value.at(0, 3, 0) + query.at(0, 6, 1) * value.at(0, 3, 1) !=
            doctest::Approx(at(trace, "phrase.dot_products", 6, 3)));
    }
  }

  TEST_CASE("B11: three dimensions and more go on as tables") {
    CHECK(planes(run()) == 8);
    for (const char* name : {"three-dimensions", "eight-dimensions"}) {
      const Trace trace = run.preset(name);
      CHECK(planes(trace) == 0);
      CHECK(has_note(trace, "tables_only"));
      CHECK(at(trace, "places", 6, 0) == 2);  // apple keeps its first two numbers
      CHECK(node(trace, "transformed").value->cols() == node(trace, "m").value->cols());
      CHECK(at(trace, "c.distance") > at(trace, "a.distance"));
      CHECK(at(trace, "b.distance") < at(trace, "a.distance"));
    }
    CHECK(at(run.preset("eight-dimensions"), "phrase.scores", 0, 0) ==
          doctest::Approx(at(run.preset("eight-dimensions"), "phrase.dot_products", 0, 0) / std::sqrt(8.0)));
  }

  TEST_CASE("another width lets go of all matrices; another pair keeps the places of its words") {
    const Lesson& lesson = lesson_named("spaces");
    Inputs before{{"m", Tensor::from_rows({{0, 1}, {1, 0}})}, {"pair_x", Tensor::from_rows({{5, 6}, {7, 8}})}};
    Inputs wide = before;
    wide["width"] = 3.0;
    lesson.adapt(lesson.info, before, "width", wide);
    CHECK(wide.size() == 1);
    const Trace three = run(wide);
    CHECK(has_note(three, "tables_only"));
    for (const char* name : {"m", "w_q", "w_k", "w_v"}) CHECK(node(three, name).value->shape() == Shape{{}, 3, 3});
    CHECK(node(three, "pair_x").value->shape() == Shape{{}, 2, 3});
    CHECK(at(three, "m", 0, 1) == 0.5);
    CHECK(at(three, "pair_x", 0, 0) == doctest::Approx(0.6));
    Inputs other = before;
    other["pair"] = std::string("gown ring");
    lesson.adapt(lesson.info, before, "pair", other);
    const Trace trace = run(other);
    CHECK(at(trace, "pair_x", 1, 0) == 7);
    CHECK(at(trace, "pair_x", 0, 0) != 5);
    Inputs text = before;
    text["places"] = *node(run(), "places").value;
    text["text"] = std::string("one apple");
    lesson.adapt(lesson.info, before, "text", text);
    CHECK(at(run(text), "places", 1, 0) == 2);
  }

  TEST_CASE("what does not fit is refused in words") {
    CHECK(run.refusal({{"pair", std::string("ring ring")}}) == "pair: expected at least 2 different words, got 1.");
    CHECK(run.refusal({{"pair", std::string("a b c d e f g")}}) == "pair: expected at most 6 tokens, got 7.");
    CHECK(run.refusal({{"m", Tensor(matrix_shape(2, 3))}}).find("m: expected a matrix of shape (2, 2)") == 0);
    CHECK(run.refusal({{"width", 3.0}, {"w_q", Tensor(matrix_shape(2, 2))}}).find("w_q: expected a matrix of shape (3, 3)") == 0);
    CHECK(run.refusal({{"pair_x", Tensor(matrix_shape(3, 2))}}).find("pair_x: expected a matrix of shape (2, 2)") == 0);
    CHECK(run.refusal({{"width", 9.0}}).find("width") == 0);
    CHECK(run.refusal({{"m", Tensor::filled(matrix_shape(2, 2), 1e30f)}}) == "no problem");
  }
}

}  // namespace spaces_test
