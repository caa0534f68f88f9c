// Words that pull each other in a plane: the numbers of the default sentences, every example, and the places of words when texts change.
#include <algorithm>
#include <cmath>

#include "core/explanation.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

namespace words_pulling_words_test {
namespace {

constexpr const char* kLesson = "words-pulling-words";

constexpr TestedLesson run{kLesson};

double at(const Trace& trace, const std::string& name, Index row, Index col) {
  return static_cast<double>(node(trace, name).value->at(row, col));
}

double apart(const Trace& trace, const std::string& name, Index row, double x, double y) {
  return std::hypot(at(trace, name, row, 0) - x, at(trace, name, row, 1) - y);
}

// Returns the inputs after a change of one input, which may change others.
Inputs changed(Inputs inputs, const std::string& name, InputValue value) {
  const Lesson& lesson = lesson_named(kLesson);
  Inputs after = inputs;
  after[name] = std::move(value);
  lesson.adapt(lesson.info, inputs, name, after);
  return after;
}

}  // namespace

TEST_SUITE("lessons/words_pulling_words") {
  TEST_CASE("B4: banana and pear lie together, phone far from both, apple between") {
    const Trace trace = run({{"text", std::string("banana pear phone apple")}});
    const auto place = [&](Index row) { return std::pair{at(trace, "first.x", row, 0), at(trace, "first.x", row, 1)}; };
    const auto far = [&](Index a, Index b) { return apart(trace, "first.x", a, place(b).first, place(b).second); };
    CHECK(far(0, 1) < far(0, 3));
    CHECK(far(0, 3) < far(0, 2));
    CHECK(far(2, 3) < far(2, 1));
    CHECK(node(trace, "places").cols.labels == std::vector<std::string>{"@fruitiness", "@techiness"});
  }

  TEST_CASE("B4: the source's random places") {
    const Trace trace = run.preset("random");
    CHECK(node(trace, "places").rows.labels == std::vector<std::string>{"banana", "pear", "phone"});
    check_node(trace, "places", {{0.3, 0.2}, {1.4, 1.0}, {0.8, 1.6}}, 1e-7);
    check_node(trace, "second.x", {{0.8, 1.6}, {1.4, 1.0}}, 1e-7);
  }

  TEST_CASE("B5: banana pulls apple in one sentence, phone in the other") {
    const Trace trace = run();
    check_node(trace, "first.iteration.0.dot_products", {{-0.6, 0.4, -2.2, 7.2, -2.0, -1.2, 8.0}}, 1e-5);
    check_node(trace, "first.iteration.0.exponentials", {{0.548812, 1.491825, 0.110803, 1339.430764, 0.135335, 0.301194, 2980.957987}},
               2e-3);  // e⁸ has four digits before the point
    check_node(trace, "first.iteration.0.sum", {{4322.976720}}, 5e-3);
    check_node(trace, "first.iteration.0.weights", {{0.000127, 0.000345, 0.000026, 0.309840, 0.000031, 0.000070, 0.689562}}, 1e-6);
    check_node(trace, "first.iteration.0.output", {{2.370821, 1.502778}}, 1e-5);
    check_node(trace, "second.iteration.0.dot_products", {{-0.6, 1.4, -2.2, 1.8, 7.2, 0.6, 8.0}}, 1e-5);
    check_node(trace, "second.iteration.0.weights", {{0.000127, 0.000936, 0.000026, 0.001396, 0.309125, 0.000421, 0.687970}}, 1e-6);
    check_node(trace, "second.iteration.0.output", {{1.499621, 2.367082}}, 1e-5);
    // Only the word that is pulled moves.
    CHECK(at(trace, "first.iteration.0.moved", 6, 0) == at(trace, "first.iteration.0.output", 0, 0));
    for (Index row = 0; row < 6; ++row) CHECK(at(trace, "first.iteration.0.moved", row, 1) == at(trace, "first.x", row, 1));
    CHECK(node(trace, "first.iteration.0.weights").facts.sums.at(0) == doctest::Approx(1));
  }

  TEST_CASE("B5: the arithmetic of a dot product, a share and the sum") {
    const Trace trace = run();
    const auto numbers = [&](const char* name, Cell cell) { return trace.explain(trace.find(name), cell).numbers; };
    CHECK(numbers("first.iteration.0.dot_products", {0, 0, 3}) == "2·3.2 + 2·0.4 = 7.2");
    const std::string sum = numbers("first.iteration.0.output", {0, 0, 0});
    CHECK_MESSAGE(sum.find("0.3098·3.2") != std::string::npos, sum);
    // A word's place is a copy of its row in the table, which is what dragging it edits.
    const Explanation copy = trace.explain(trace.find("second.x"), {0, 6, 1});
    REQUIRE(copy.operands.size() == 1);
    CHECK(copy.operands[0] == CellReference{trace.find("places"), {0, 6, 1}});
  }

  TEST_CASE("one iteration after another brings apple nearer to banana; each starts where the last one ended") {
    const Trace trace = run.preset("again-and-again");
    double before = apart(trace, "first.x", 6, 3.2, 0.4);
    for (int k = 0; k < 6; ++k) {
      const double now = apart(trace, "first.iteration." + std::to_string(k) + ".moved", 6, 3.2, 0.4);
      CHECK(now < before);
      before = now;
    }
    check_node(trace, "first.iteration.1.output", {{2.847409, 0.865911}}, 1e-5);
    CHECK(before < 0.03);
    CHECK(trace.find("first.iteration.6.moved") < 0);
    // The plane shows the whole way, the tables the last step.
    const auto plane = std::find_if(trace.panels.begin(), trace.panels.end(), [](const Panel& panel) { return panel.view == View::plane; });
    CHECK(std::count(plane->roles.begin(), plane->roles.end(), PanelRole::moved) == 6);
    CHECK(plane->nodes.at(1) == "first.iteration.5.weights");
    const auto shows = [&](const std::string& name) {
      return std::any_of(trace.panels.begin(), trace.panels.end(),
                         [&](const Panel& panel) { return panel.view == View::matrix && panel.nodes.front() == name; });
    };
    CHECK(shows("first.iteration.5.dot_products"));
    CHECK_FALSE(shows("first.iteration.4.dot_products"));
    const Trace start = run({{"iterations", 0.0}});
    CHECK(start.find("first.iteration.0.moved") < 0);
    CHECK(start.panels.size() == 3);
  }

  TEST_CASE("B5: a sum of one word, of two halves, and of equal parts") {
    const Trace all = run.preset("all-the-way"), half = run.preset("halfway"), equal = run.preset("equal");
    CHECK(at(all, "first.iteration.0.weights", 0, 3) > 0.9999);
    check_node(all, "first.iteration.0.output", {{8, 1}}, 1e-3);  // the other words keep less than a ten-thousandth
    CHECK(at(half, "first.iteration.0.weights", 0, 3) == doctest::Approx(0.5).epsilon(2e-3));
    CHECK(at(half, "first.iteration.0.weights", 0, 6) == doctest::Approx(0.5).epsilon(2e-3));
    const std::vector<double> seventh(7, 1.0 / 7);
    check_node(equal, "first.iteration.0.weights", {seventh}, 1e-6);
  }

  TEST_CASE("B5, erratum: equal parts of seven words are sevenths; the printed sixths add up to 7/6") {
    const Trace trace = run.preset("equal");
    const std::vector<Mark>& marks = node(trace, "first.iteration.0.weights").marks;
    REQUIRE(marks.size() == 7);
    for (const Mark& mark : marks) {
      CHECK(mark.published == doctest::Approx(1.0 / 6));
      CHECK(mark.corrected == doctest::Approx(1.0 / 7));
      CHECK(mark.slip == "sixths");
    }
    check_node(trace, "first.published.sum", {{7.0 / 6}}, 1e-6);
    for (Index c = 0; c < 2; ++c)
      CHECK(at(trace, "first.published.output", 0, c) == doctest::Approx(at(trace, "first.iteration.0.output", 0, c) * 7 / 6));
    CHECK_FALSE(has_note(trace, "published_elsewhere"));
    CHECK(has_note(run({{"published", true}}), "published_elsewhere"));
    CHECK(node(run({{"published", true}}), "first.iteration.0.weights").marks.empty());
    Inputs silent = preset_inputs(lesson_named(kLesson).info, "equal");
    silent["published"] = false;
    CHECK(node(run(silent), "first.iteration.0.weights").marks.empty());
  }

  TEST_CASE("B6: the whole phrase at once: X Xᵀ, softmax of each row, times X") {
    const Trace trace = run.preset("whole-phrase");
    const Tensor &x = *node(trace, "first.x").value, &dots = *node(trace, "first.iteration.0.dot_products").value;
    const Tensor &weights = *node(trace, "first.iteration.0.weights").value, &output = *node(trace, "first.iteration.0.output").value;
    REQUIRE(dots.rows() == 7);
    REQUIRE(dots.cols() == 7);
    for (Index i = 0; i < 7; ++i) {
      double total = 0, place[2] = {0, 0};
      for (Index j = 0; j < 7; ++j) {
        const double dot = static_cast<double>(x.at(i, 0)) * static_cast<double>(x.at(j, 0)) +
                           static_cast<double>(x.at(i, 1)) * static_cast<double>(x.at(j, 1));
        CHECK(static_cast<double>(dots.at(i, j)) == doctest::Approx(dot).epsilon(1e-5));
        CHECK(dots.at(i, j) == dots.at(j, i));
        total += std::exp(dot);
      }
      for (Index j = 0; j < 7; ++j) {
        const double share = std::exp(static_cast<double>(dots.at(i, j))) / total;
        CHECK(static_cast<double>(weights.at(i, j)) == doctest::Approx(share).epsilon(1e-4));
        for (Index c = 0; c < 2; ++c) place[c] += share * static_cast<double>(x.at(j, c));
      }
      for (Index c = 0; c < 2; ++c) CHECK(std::abs(static_cast<double>(output.at(i, c)) - place[c]) < 1e-4);
    }
    CHECK(trace.find("first.iteration.0.moved") < 0);
    // The row of apple is the same as if apple alone is pulled.
    check_node(run(), "first.iteration.0.output",
               {{at(trace, "first.iteration.0.output", 6, 0), at(trace, "first.iteration.0.output", 6, 1)}}, 1e-6);
  }

  TEST_CASE("B6: orange pulls apple and apple orange, and the second step starts from both as they have become") {
    const Trace orange = run.preset("orange");
    const auto check_orange = [&](int step, const char* name, const std::vector<double>& row) {
      const Tensor& all = *node(orange, "first.iteration." + std::to_string(step) + "." + name).value;
      for (std::size_t c = 0; c < row.size(); ++c)
        CHECK_MESSAGE(std::abs(static_cast<double>(all.at(3, static_cast<Index>(c))) - row[c]) < 1e-5, name << ", step " << step);
    };
    CHECK(node(orange, "first.x").rows.labels.list().at(3) == "orange");
    check_orange(0, "dot_products", {-2.64, 2.92, 0.81, 9.01, -2.71, 0.81, 6.2});
    check_orange(0, "weights", {0.000008, 0.002131, 0.000258, 0.940701, 0.000008, 0.000258, 0.056635});
    check_orange(0, "output", {2.937646, 0.205174});  // nearer to apple, which was at (2, 2)
    check_orange(1, "dot_products", {-1.178078, 6.030378, 2.562266, 8.671860, -1.128641, 2.562266, 6.642548});
    check_orange(1, "weights", {0.000044, 0.059024, 0.001840, 0.828341, 0.000046, 0.001840, 0.108865});
    check_orange(1, "output", {2.791403, 0.348522});
    CHECK(at(orange, "first.iteration.1.output", 6, 0) == doctest::Approx(2.355074).epsilon(1e-5));  // apple
    CHECK(at(orange, "first.iteration.1.output", 6, 1) == doctest::Approx(1.258778).epsilon(1e-5));
    CHECK(node(orange, "first.iteration.1.dot_products").inputs.front() == orange.find("first.iteration.0.output"));
  }

  TEST_CASE("a word in both sentences is one word; capital letters do not count; the last one of its kind is pulled") {
    const Trace trace = run({{"text", std::string("Apple and apple")}, {"other_text", std::string("an APPLE here")}});
    CHECK(node(trace, "places").rows.labels == std::vector<std::string>{"Apple", "and", "an", "here"});
    CHECK(node(trace, "first.iteration.0.weights").rows.labels == std::vector<std::string>{"apple"});
    CHECK(at(trace, "first.iteration.0.moved", 0, 0) == at(trace, "first.x", 0, 0));
    CHECK(at(trace, "first.iteration.0.moved", 2, 0) != at(trace, "first.x", 2, 0));
    CHECK(node(trace, "second.iteration.0.weights").rows.labels == std::vector<std::string>{"APPLE"});
    CHECK(has_note(trace, "seeded_embeddings"));
    CHECK_FALSE(has_note(run(), "seeded_embeddings"));
  }

  TEST_CASE("a sentence without the word has its last word pulled, and a note says so") {
    const Trace trace = run({{"word", std::string("phone")}});
    CHECK(has_note(trace, "word_not_there"));
    CHECK(node(trace, "first.iteration.0.weights").rows.labels == std::vector<std::string>{"apple"});
    CHECK(node(trace, "second.iteration.0.weights").rows.labels == std::vector<std::string>{"phone"});
    CHECK_FALSE(has_note(run(), "word_not_there"));
  }

  TEST_CASE("places that were changed stay with their words when a text changes") {
    Tensor table = *node(run(), "places").value;
    table.at(3, 0) = -7;  // banana
    table.at(9, 1) = 9;   // phone, if the order is that of the texts
    const Trace before = run({{"places", table}});
    REQUIRE(node(before, "places").rows.labels.list().at(3) == "banana");
    const std::string ninth = node(before, "places").rows.labels.list().at(9);
    const Trace after = run(changed({{"places", table}}, "text", std::string("my banana")));
    const auto& labels = node(after, "places").rows.labels;
    const auto row_of = [&](const std::string& word) { return std::find(labels.begin(), labels.end(), word) - labels.begin(); };
    CHECK(at(after, "places", row_of("banana"), 0) == -7);
    CHECK(at(after, "places", row_of(ninth), 1) == 9);
    CHECK(at(after, "places", row_of("apple"), 0) == 2);
    CHECK(changed({}, "text", std::string("my banana")).count("places") == 0);
  }

  TEST_CASE("what does not fit is refused in words") {
    CHECK(run.refusal({{"text", std::string("  ")}}).find("text: expected at least one word") == 0);
    CHECK(run.refusal({{"other_text", std::string()}}).find("other_text: expected at least one word") == 0);
    std::string many;
    for (int i = 0; i < 25; ++i) many += "w" + std::to_string(i) + " ";
    CHECK(run.refusal({{"text", many}}) == "text: expected at most 24 tokens, got 25.");
    CHECK(run.refusal({{"places", Tensor(matrix_shape(3, 2))}}).find("places: expected a matrix of shape (11, 2)") == 0);
    CHECK(run.refusal({{"iterations", 9.0}}).find("iterations") == 0);
    CHECK(run.refusal({{"text", std::string(10'000, 'x')}}) == "no problem");
    CHECK(run.refusal({{"places", Tensor::filled(matrix_shape(11, 2), 3e19f)}}) == "no problem");
  }

  TEST_CASE("words of one place, at large numbers and at the origin: shares stay shares") {
    for (const float place : {0.0F, 5.0F, 100.0F}) {
      const Trace trace =
          run({{"places", Tensor::filled(matrix_shape(11, 2), place)}, {"pulled", std::string("phrase")}, {"iterations", 3.0}});
      for (const float sum : node(trace, "first.iteration.2.weights").facts.sums) CHECK(sum == doctest::Approx(1));
      CHECK(at(trace, "first.iteration.2.output", 0, 0) == doctest::Approx(static_cast<double>(place)));
    }
  }
}

}  // namespace words_pulling_words_test
