// The lesson about several heads: the attention of the heads made by hand, masks, √d, and words in another order.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/random.h"
#include "lessons/context.h"
#include "lessons/shared/shuffled.h"
#include "ui/look_up/glossary_terms.h"

using namespace gf;
using namespace gf::test;

namespace multi_head_test {
namespace {

constexpr TestedLesson run{"multi-head"};

float weight(const Trace& trace, Index head, Index row, Index col) { return node(trace, "weights").value->at(head, row, col); }

Index strongest(const Trace& trace, Index head, Index row) {
  const Tensor& weights = *node(trace, "weights").value;
  return std::max_element(weights.row(head, row), weights.row(head, row) + weights.cols()) - weights.row(head, row);
}

float apart(const Trace& trace) { return node(trace, "shuffled.largest_difference").value->at(0, 0); }

constexpr Index kAnimal = 1, kDidnt = 2, kCross = 3, kStreet = 5, kIt = 7, kTired = 10;

}  // namespace

TEST_SUITE("lessons/multi_head") {
  TEST_CASE("E4: “it” attends to “animal”, in head 0, by weights made by hand") {
    const Trace trace = run();
    CHECK(node(trace, "weights").rows.labels[kIt] == "it");
    CHECK(strongest(trace, 0, kIt) == kAnimal);
    CHECK(weight(trace, 0, kIt, kAnimal) > 0.9f);
    // Verbs and states share their attention among the things.
    for (const Index row : {kDidnt, kCross, kTired}) {
      CHECK(weight(trace, 1, row, kAnimal) > 0.4f);
      CHECK(weight(trace, 1, row, kStreet) > 0.4f);
    }
    for (Index row = 1; row < 11; ++row) {
      CHECK(strongest(trace, 2, row) == row - 1);
      CHECK(weight(trace, 2, row, row - 1) > 0.9f);
    }
    for (Index col = 0; col < 11; ++col) CHECK(weight(trace, 3, kIt, col) == doctest::Approx(1.0 / 11));
    CHECK(has_note(trace, "by_hand"));
    CHECK_FALSE(has_note(run.preset("untrained"), "by_hand"));
    // One layer does not read the last word: the street would be right here.
    const Trace wide = run({{"text", std::string("The animal didn't cross the street because it was too wide")}});
    CHECK(strongest(wide, 0, kIt) == kAnimal);
    CHECK(strongest(run.preset("another-sentence"), 0, 6) == 1);  // it, the cat
    // A street that lives divides the attention.
    Tensor x = *node(trace, "x").value;
    x.at(kStreet, 10) = 1;
    CHECK(std::abs(weight(run({{"x", x}}), 0, kIt, kAnimal) - weight(run({{"x", x}}), 0, kIt, kStreet)) < 0.05f);
    CHECK(weight(run({{"x", x}}), 0, kIt, kStreet) > 0.4f);
  }

  TEST_CASE("E5: heads are split, computed one by one, put side by side and projected") {
    const Trace trace = run({{"weights", std::string("numpy")}, {"width", 12.0}, {"heads", 3.0}, {"positions", false}});
    const auto value = [&](const char* name) -> const Tensor& { return *node(trace, name).value; };
    CHECK(value("query_channels").shape() == matrix_shape(11, 12));
    CHECK(value("query").shape() == Shape{{3}, 11, 4});
    CHECK(value("weights").shape() == Shape{{3}, 11, 11});
    CHECK(value("output").shape() == Shape{{3}, 11, 4});
    CHECK(value("concat").shape() == matrix_shape(11, 12));
    CHECK(value("projection").shape() == matrix_shape(11, 12));
    for (Index head = 0; head < 3; ++head)
      for (Index row = 0; row < 11; ++row) {
        float total = 0;
        for (Index col = 0; col < 11; ++col) total += weight(trace, head, row, col);
        CHECK(total == doctest::Approx(1));
        for (Index col = 0; col < 4; ++col) {
          CHECK(value("query").at(head, row, col) == value("query_channels").at(row, head * 4 + col));
          CHECK(value("concat").at(row, head * 4 + col) == value("output").at(head, row, col));
        }
      }
    double mixed = 0;
    for (Index k = 0; k < 12; ++k) mixed += static_cast<double>(value("concat").at(5, k)) * static_cast<double>(value("w_o").at(k, 7));
    CHECK(value("projection").at(5, 7) == doctest::Approx(mixed));
    // NumPy's stream: X, then the four matrices.
    NumpyRandom random(42);
    CHECK(same_values(value("x"), random.uniform(matrix_shape(11, 12))));
    CHECK(same_values(value("w_q"), random.uniform(matrix_shape(12, 12))));
    for (const char* skipped : {"w_k", "w_v"}) CHECK(same_values(value(skipped), random.uniform(matrix_shape(12, 12))));
    CHECK(same_values(value("w_o"), random.uniform(matrix_shape(12, 12))));
  }

  TEST_CASE("E5: one head's output is softmax(Q Kᵀ / √d_k) V of its own queries, keys and values") {
    const Trace trace = run({{"weights", std::string("numpy")}, {"width", 12.0}, {"heads", 3.0}, {"positions", false}});
    const Tensor &q = *node(trace, "query").value, &k = *node(trace, "key").value, &v = *node(trace, "value").value;
    const Index head = 1;
    for (Index row = 0; row < 11; ++row) {
      double shares[11], total = 0;
      for (Index j = 0; j < 11; ++j) {
        double dot = 0;
        for (Index c = 0; c < 4; ++c) dot += static_cast<double>(q.at(head, row, c)) * static_cast<double>(k.at(head, j, c));
        total += shares[j] = std::exp(dot / std::sqrt(4.0));
      }
      for (Index c = 0; c < 4; ++c) {
        double sum = 0;
        for (Index j = 0; j < 11; ++j) sum += shares[j] / total * static_cast<double>(v.at(head, j, c));
        CHECK(static_cast<double>(node(trace, "output").value->at(head, row, c)) == doctest::Approx(sum).epsilon(1e-5));
      }
      for (Index j = 0; j < 11; ++j) CHECK(std::abs(static_cast<double>(weight(trace, head, row, j)) - shares[j] / total) < 1e-5);
    }
  }

  TEST_CASE("E5: a step names the five parts of a transformer, and each, pressed, says what it is for") {
    const std::string caption = english().get("lessons.multi-head.steps.in_transformer");
    std::map<std::string, std::string> purposes{{"multi_head", "Lets tokens exchange"},
                                                {"feed_forward", "Works on what attention brought"},
                                                {"layer_norm", "so that every row has the same scale"},
                                                {"residual", "so that a layer only has to learn the difference"},
                                                {"position_encoding", "say where a token stands"}};
    for (const ui::GlossaryUse& use : ui::glossary_uses(ui::glossary_forms(english()), caption)) {
      CAPTURE(use.term);
      REQUIRE(purposes.count(use.term) == 1);
      CHECK(english().get("glossary." + use.term + ".text").find(purposes[use.term]) != std::string::npos);
      purposes.erase(use.term);
    }
    CHECK(purposes.empty());
  }

  TEST_CASE("B10: the causal mask hides the future, the padding mask the padding, both hide both") {
    const auto hidden = [](const Trace& trace, Index row, Index col) { return weight(trace, 0, row, col) == 0; };
    for (const bool causal : {false, true})
      for (const bool padding : {false, true}) {
        const Trace trace = run({{"text", std::string("The dog ran")}, {"causal", causal}, {"padding", 2.0}, {"mask_padding", padding}});
        CAPTURE(causal);
        CAPTURE(padding);
        CHECK((trace.find("causal_mask") >= 0) == causal);
        CHECK((trace.find("padding_mask") >= 0) == padding);
        CHECK((trace.find("visible_mask") >= 0) == (causal && padding));
        CHECK((trace.find("masked_scores") >= 0) == (causal || padding));
        CHECK(has_note(trace, "padding_seen") == !padding);
        for (Index row = 0; row < 5; ++row)
          for (Index col = 0; col < 5; ++col) CHECK(hidden(trace, row, col) == ((causal && col > row) || (padding && col >= 3)));
        CHECK_FALSE(trace.first_not_finite);
      }
    CHECK(run({{"mask_padding", true}}).find("padding_mask") == -1);  // the text has no padding
    // Padding that is hidden changes nothing for the words.
    const Trace without = run({{"text", std::string("The dog ran")}}), with = run({{"text", std::string("The dog ran")}, {"padding", 4.0}});
    for (Index row = 0; row < 3; ++row)
      for (Index col = 0; col < 16; ++col)
        CHECK(node(with, "projection").value->at(row, col) == doctest::Approx(node(without, "projection").value->at(row, col)));
  }

  TEST_CASE("without positions a sentence is a bag of words; with positions, or a causal mask, it is not") {
    for (const char* weights : {"given", "xavier", "numpy"}) {
      CAPTURE(weights);
      const Inputs bag{{"weights", std::string(weights)}, {"positions", false}, {"shuffled", true}};
      const Trace same = run(bag);
      CHECK(apart(same) < 1e-5f * std::max(1.0f, node(same, "projection").facts.most));
      CHECK(has_note(same, "shuffled_same"));
      Inputs ordered = bag, causal = bag;
      ordered["positions"] = true;
      causal["causal"] = true;
      CHECK(apart(run(ordered)) > 0.01f);
      CHECK(has_note(run(ordered), "shuffled_differs"));
      CHECK(has_note(run(causal), "shuffled_differs"));
      // The order as typed is computed beside the shuffled order.
      const auto other = [](const Trace& trace, const char* way) {
        return node(trace, std::string("shuffled.") + way + ".largest_difference").value->at(0, 0);
      };
      CHECK(other(same, "with_positions") == apart(run(ordered)));
      CHECK(other(run(ordered), "without_positions") == apart(same));
      CHECK(has_note(same, "shuffled_with_positions"));
    }
    const Trace padded = run({{"positions", false}, {"shuffled", true}, {"padding", 3.0}});
    CHECK(has_note(padded, "shuffled_same"));
    CHECK(node(padded, "shuffled.x").rows.labels.back() == "<pad>");
    CHECK(has_note(run({{"text", std::string("alone")}, {"shuffled", true}}), "shuffled_same"));
  }

  TEST_CASE("a shuffle moves something wherever there are two, and every place is used once") {
    for (std::uint32_t seed = 0; seed < 50; ++seed)
      for (const Index count : {0, 1, 2, 3, 9}) {
        std::vector<int> order = shuffled_order(count, seed);
        if (count > 1) CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
        std::sort(order.begin(), order.end());
        for (Index i = 0; i < count; ++i) CHECK(order[static_cast<std::size_t>(i)] == i);
      }
  }

  TEST_CASE("B11: without √d the rows become ever more peaked as d grows, with it they do not") {
    const Trace trace = run({{"scaling", true}, {"draws", 48.0}});
    const Tensor& curve = *node(trace, "scaling.peakedness").value;
    REQUIRE(curve.shape() == matrix_shape(10, 2));
    CHECK(curve.at(0, 0) == doctest::Approx(curve.at(0, 1)));  // d = 1: the division changes nothing
    CHECK(curve.at(9, 0) > 0.9f);
    for (Index row = 0; row < 10; ++row) CHECK(curve.at(row, 1) < 0.6f);
    for (Index row = 3; row < 10; ++row) CHECK(curve.at(row, 0) > curve.at(row - 2, 0));
    CHECK(curve.at(9, 1) == doctest::Approx(curve.at(5, 1)).epsilon(0.25));
    const Tensor &products = *node(trace, "scaling.dot_products").value, &scores = *node(trace, "scaling.scores").value;
    for (Index row = 0; row < 10; ++row)  // widths 1, 2, 4, ...
      CHECK(scores.at(7, row, 3) == doctest::Approx(products.at(7, row, 3) / std::sqrt(std::pow(2.0f, static_cast<float>(row)))));
    // One cell by hand: the mean over the draws of the largest weights.
    // How far the largest weight p moves with its score, p (1 − p): as d grows it all but stops, unless the scores are divided.
    const Tensor &slope = *node(trace, "scaling.slope").value, &steepness = *node(trace, "scaling.slope_divided").value;
    const Tensor& peaks = *node(trace, "scaling.largest_divided").value;
    for (Index row = 0; row < 10; ++row) {
      CHECK(steepness.at(3, row, 0) == doctest::Approx(static_cast<double>(peaks.at(3, row, 0) * (1 - peaks.at(3, row, 0)))));
      CHECK(slope.at(row, 1) > 0.15f);
    }
    CHECK(slope.at(0, 0) == doctest::Approx(static_cast<double>(slope.at(0, 1))));
    CHECK(slope.at(9, 0) < slope.at(9, 1) / 4);
    const Tensor& most = *node(trace, "scaling.largest_undivided").value;
    double total = 0;
    for (Index draw = 0; draw < 48; ++draw) total += static_cast<double>(most.at(draw, 4, 0));
    CHECK(curve.at(4, 0) == doctest::Approx(total / 48));
    CHECK(node(trace, "scaling.query").value->at(2, 3) != 0);
    CHECK(node(trace, "scaling.query").value->at(2, 4) == 0);
    NumpyRandom random(42);
    CHECK(node(trace, "scaling.query_draws").value->at(0, 0) == doctest::Approx((2 * random.uniform() - 1) * std::sqrt(3.0)));
  }

  TEST_CASE("an edit of the width adapts the heads and drops x, and an edit of the text keeps the rows of words that stay") {
    const Lesson& lesson = lesson_named("multi-head");
    Inputs before{{"width", 12.0}, {"heads", 6.0}, {"x", Tensor(matrix_shape(11, 12))}}, after = before;
    after["width"] = 16.0;
    lesson.adapt(lesson.info, before, "width", after);
    CHECK(std::get<double>(after["heads"]) == 4);
    CHECK(after.count("x") == 0);
    // If the text changes, rows of tokens that stay are kept.
    Tensor x = *node(run({{"text", std::string("the cat ran")}}), "x").value;
    x.at(1, 3) = 9;
    before = {{"text", std::string("the cat ran")}, {"x", x}};
    after = before;
    after["text"] = std::string("so the old cat ran");
    lesson.adapt(lesson.info, before, "text", after);
    CHECK(std::get<Tensor>(after["x"]).at(3, 3) == 9);
    CHECK(node(run(after), "x").value->rows() == 5);
  }

  TEST_CASE("sizes that do not fit are refused in words") {
    CHECK(run.refusal({{"heads", 3.0}}) ==
          "heads: expected a number that divides the width 16, since every head gets an equal part of it; got 3.");
    CHECK(run.refusal({{"text", std::string(" ")}}) == "text: expected at least one word.");
    std::string words;
    for (int i = 0; i < 60; ++i) words += "w ";
    CHECK(run.refusal({{"text", words}}) == "text: expected at most 48 tokens, got 60.");
    CHECK(run.refusal({{"text", std::string(10000, 'a')}}) == "no problem");
    CHECK(run.refusal({{"w_o", Tensor::from_rows({{1, 2}})}}) ==
          "w_o: expected a matrix of shape (16, 16), that is (width, width), got (1, 2).");
    CHECK(run.refusal({{"padding", 1.0}, {"x", Tensor(matrix_shape(11, 16))}}) ==
          "x: expected a matrix of shape (12, 16), that is (tokens, width), got (11, 16).");
    for (const double heads : {1.0, 2.0, 16.0}) CHECK(run.refusal({{"heads", heads}}) == "no problem");
    CHECK(node(run({{"heads", 1.0}}), "projection").value->shape() == matrix_shape(11, 16));
    CHECK(has_note(run({{"heads", 2.0}}), "weights_drawn"));
    CHECK(has_note(run({{"text", std::string("Zorg sleeps")}}), "unlisted"));
  }
}

}  // namespace multi_head_test
