// The lesson on embeddings: windows, a plane, neighbours and analogies, before and after training.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/explanation.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "lessons/context.h"
#include "support.h"
#include "train/run_model.h"
#include "train/tasks/analogies.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace embeddings_test {
namespace {

Document document(Inputs inputs) { return {"embeddings", std::move(inputs)}; }

LessonContext context_of(const Trainer& trainer) {
  LessonContext context;
  context.run = std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                          std::make_shared<const NamedTensors>(trainer.weights())});
  return context;
}

Trainer trained(const Inputs& inputs, Index steps) {
  const Lesson& lesson = lesson_named("embeddings");
  Trainer trainer(lesson.settings(InputReader(lesson.info, inputs)));
  while (trainer.step() < steps) REQUIRE_FALSE(trainer.advance().diverged);
  return trainer;
}

double accuracy(const Trace& trace) { return static_cast<double>(node(trace, "held_out.accuracy").value->at(0, 0)); }

std::vector<std::string> ranked(const Trace& trace, const std::string& name) {
  const TraceNode& found = node(trace, name);
  std::vector<std::size_t> order(found.cols.labels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const float* row = found.value->data();
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
  std::vector<std::string> words;
  for (const std::size_t i : order) words.push_back(found.cols.labels[i]);
  return words;
}

// Returns for each relation the number of held-out analogies that are right, and the number of all.
std::map<std::string, std::pair<int, int>> right_by_relation(const Trace& trace) {
  const Tensor& right = *node(trace, "held_out.right").value;
  std::map<std::string, std::pair<int, int>> counts;
  for (std::size_t i = 0; i < held_out_analogies().size(); ++i) {
    auto& [answered, all] = counts[std::string(held_out_analogies()[i].relation)];
    answered += right.at(static_cast<Index>(i), 0) == 1;
    ++all;
  }
  return counts;
}

// Computes 100 (a·b) / (|a| |b|) of two rows of the table by hand.
double percent_alike(const Trace& trace, const std::string& one, const std::string& other) {
  const TraceNode& table = node(trace, "token_table");
  const auto row = [&](const std::string& word) {
    return std::find(table.rows.labels.begin(), table.rows.labels.end(), word) - table.rows.labels.begin();
  };
  double dot = 0, a = 0, b = 0;
  for (Index c = 0; c < table.value->cols(); ++c) {
    const double x = static_cast<double>(table.value->at(row(one), c)), y = static_cast<double>(table.value->at(row(other), c));
    dot += x * y;
    a += x * x;
    b += y * y;
  }
  return 100 * dot / (std::sqrt(a) * std::sqrt(b));
}

Cell neighbour_cell(const Trace& trace, const std::string& word) {
  const auto& labels = node(trace, "neighbours").cols.labels;
  return {0, 0, std::find(labels.begin(), labels.end(), word) - labels.begin()};
}

// Checks the explanation of the likeness of two words in per cent, step by step down to the products of their directions.
void check_arithmetic(const Trace& trace, const std::string& word, const std::string& other) {
  const Cell cell = neighbour_cell(trace, other);
  const double percent = percent_alike(trace, word, other);
  const std::string at = "[0," + std::to_string(cell.col) + "]";
  const auto explained = [&](const char* name) { return trace.explain(trace.find(name), cell); };
  CHECK(explained("neighbours").value == doctest::Approx(percent).epsilon(1e-4));
  CHECK(explained("neighbours").symbols == "neighbours" + at + " = percent" + at);
  CHECK(explained("percent").symbols == "percent" + at + " = 100 · cosines" + at);
  // The cosine has two digits more: they are digits of the product that is printed.
  CHECK(explained("percent").numbers == "100·" + format_number(percent / 100, 6) + " = " + format_number(percent));
  const Explanation cosine = explained("cosines");
  CHECK(cosine.symbols == "cosines" + at + " = Σₖ word_direction[0,k] · directions[" + std::to_string(cell.col) + ",k]");
  double total = 0;
  for (std::size_t k = 0; k < cosine.operands.size(); k += 2) total += cosine.operand_values[k] * cosine.operand_values[k + 1];
  CHECK(cosine.operands.size() == 48);
  CHECK(100 * total == doctest::Approx(percent).epsilon(1e-4));
}

std::string problem_of(const Inputs& inputs) { return refusal_of("embeddings", inputs); }

}  // namespace

TEST_SUITE("lessons/embeddings") {
  TEST_CASE("the window slides over the document's sentence as it does there") {
    const Trace trace = run_lesson(document({}));
    const TraceNode& windows = node(trace, "windows");
    const std::vector<std::string> first(windows.rows.labels.begin(), windows.rows.labels.begin() + 5);
    CHECK(first == std::vector<std::string>{"thou shalt → not", "shalt not → make", "not make → a", "make a → machine", "a machine → in"});
    CHECK(windows.value->rows() == 11);
    const TraceNode& next = node(trace, "next_words");
    CHECK(next.value->cols() == 12);  // "a" comes twice
    for (Index r = 0; r < 11; ++r) CHECK(next.value->at(r, static_cast<Index>(windows.value->at(r, 2))) == 1);
    const auto& alphabet = next.cols.labels;
    CHECK(alphabet[static_cast<std::size_t>(windows.value->at(0, 0))] == "thou");
  }

  TEST_CASE("without a run the first weights are shown, those that a run begins with") {
    const Trace trace = run_lesson(document({}));
    const Lesson& lesson = lesson_named("embeddings");
    const Trainer trainer(lesson.settings(InputReader(lesson.info, {})));
    for (const NamedTensor& weight : trainer.weights().tensors)
      CHECK_MESSAGE(same_values(*node(trace, weight.name).value, weight.value), weight.name);
    CHECK(accuracy(trace) < 10);
  }

  TEST_CASE("trained with its defaults it answers the analogies that were written down before any training" *
            doctest::test_suite("learning")) {
    const Lesson& lesson = lesson_named("embeddings");
    const TrainSettings settings = lesson.settings(InputReader(lesson.info, {}));
    const Trainer trainer = trained({}, settings.steps);
    const LessonContext context = context_of(trainer);
    const Trace trace = run_lesson(document({}), {}, context);
    CHECK(node(trace, "held_out.right").value->rows() == static_cast<Index>(held_out_analogies().size()));
    MESSAGE("held-out analogies that are right: " << accuracy(trace) << " % of " << held_out_analogies().size());
    CHECK(accuracy(trace) >= 95);
    for (const auto& [relation, counts] : right_by_relation(trace)) CHECK_MESSAGE(counts.first == counts.second, relation);

    CHECK(ranked(trace, "answers").front() == "queen");
    CHECK(node(trace, "answers").value->at(0, 0) >= -100);
    const auto near = ranked(trace, "neighbours");
    CHECK(std::find(near.begin(), near.begin() + 5, "queen") != near.begin() + 5);
    CHECK(near.back() == "king");  // itself is left out
    CHECK((ranked(trace, "probabilities").front() == "castles"));

    const Trace cities = run_lesson(document(preset_inputs(lesson.info, "capitals")), {}, context);
    CHECK(ranked(cities, "answers").front() == "tokyo");
    CHECK(ranked(cities, "probabilities").front() == "japanese");

    const Trace companies = run_lesson(document(preset_inputs(lesson.info, "companies")), {}, context);
    CHECK(ranked(companies, "answers").front() == "otto");
    CHECK(ranked(companies, "probabilities").front() == "nails");  // ferrum sells
    const Trace degrees = run_lesson(document(preset_inputs(lesson.info, "degrees")), {}, context);
    CHECK(ranked(degrees, "answers").front() == "oldest");
    CHECK(ranked(degrees, "probabilities").front() == "than");  // is taller
  }

  TEST_CASE("the plane: points are what is left of the middle, along the main directions of the covariance") {
    const Trace trace = run_with_files(document({{"shown", std::string("king queen man woman")}}));
    const Tensor &words = *node(trace, "shown_words").value, &covariance = *node(trace, "covariance").value;
    const Tensor &axes = *node(trace, "principal_directions").value, &points = *node(trace, "points").value;
    std::vector<double> middle(24, 0);
    for (Index row = 0; row < 4; ++row)
      for (Index col = 0; col < 24; ++col) middle[static_cast<std::size_t>(col)] += static_cast<double>(words.at(row, col)) / 4;
    const auto centred = [&](Index row, Index col) {
      return static_cast<double>(words.at(row, col)) - middle[static_cast<std::size_t>(col)];
    };
    double together = 0, along = 0;
    for (Index row = 0; row < 4; ++row) together += centred(row, 2) * centred(row, 5) / 4;
    for (Index col = 0; col < 24; ++col) along += centred(3, col) * static_cast<double>(axes.at(col, 0));
    CHECK(covariance.at(2, 5) == doctest::Approx(together));
    CHECK(points.at(3, 0) == doctest::Approx(along).epsilon(1e-4));
  }

  TEST_CASE("C10: a neighbour's per cent are 100 (a·b) / (|a| |b|) of the two words' rows") {
    const Trace trace = run_lesson(document({}));
    for (const char* other : {"queen", "paris", "bees"})
      CHECK(static_cast<double>(node(trace, "neighbours").value->at(neighbour_cell(trace, other))) ==
            doctest::Approx(percent_alike(trace, "king", other)).epsilon(1e-4));
  }

  TEST_CASE("C10: the figures that the source prints are told where airplane's neighbours are asked for") {
    CHECK(has_note(run_with_files({"embeddings", preset_inputs(lesson_named("embeddings").info, "airplane")}), "printed_neighbours"));
    CHECK_FALSE(has_note(run_with_files({"embeddings"}), "printed_neighbours"));
  }

  TEST_CASE("C10: the five nearest neighbours of airplane are the document's, whatever the seed" * doctest::test_suite("learning")) {
    const Lesson& lesson = lesson_named("embeddings");
    const std::set<std::string> expected{"aeroplane", "aircraft", "plane", "airliner", "helicopter"};
    for (int seed = 1; seed <= 5; ++seed) {
      CAPTURE(seed);
      Inputs inputs = preset_inputs(lesson.info, "airplane");
      inputs.insert_or_assign("seed", static_cast<double>(seed));
      const Trace trace =
          run_lesson(document(inputs), {}, context_of(trained(inputs, lesson.settings(InputReader(lesson.info, inputs)).steps)));
      CHECK(node(trace, "neighbours").rows.labels == std::vector<std::string>{"airplane"});
      const std::vector<std::string> near = ranked(trace, "neighbours");
      CHECK(std::set<std::string>(near.begin(), near.begin() + 5) == expected);
      const Tensor& percent = *node(trace, "neighbours").value;
      CHECK(percent.at(neighbour_cell(trace, near[4])) > percent.at(neighbour_cell(trace, near[5])) + 10);
      if (seed == 1) check_arithmetic(trace, "airplane", "helicopter");
    }
  }

  TEST_CASE("the plane is laid along the two directions of largest variance") {
    const Trace trace = run_lesson(document({{"width", 6.0}}), {}, context_of(trained({{"width", 6.0}}, 50)));
    const Tensor &points = *node(trace, "points").value, &covariance = *node(trace, "covariance").value;
    REQUIRE(points.rows() == 10);
    double total = 0, sum[2] = {}, squares[2] = {}, across = 0;
    for (Index c = 0; c < 6; ++c) total += static_cast<double>(covariance.at(c, c));
    for (Index r = 0; r < 10; ++r) {
      const double x = static_cast<double>(points.at(r, 0)), y = static_cast<double>(points.at(r, 1));
      sum[0] += x;
      sum[1] += y;
      squares[0] += x * x / 10;
      squares[1] += y * y / 10;
      across += x * y;
    }
    CHECK(std::abs(sum[0]) + std::abs(sum[1]) < 1e-4);
    CHECK(std::abs(across) < 1e-4 * total * 10);
    CHECK(squares[0] >= squares[1]);
    CHECK(squares[0] + squares[1] <= total * (1 + 1e-5));
    CHECK(squares[0] + squares[1] > total / 3);  // two of six directions, the best ones
    const Explanation how = trace.explain(trace.find("principal_directions"), {0, 0, 0});
    CHECK(how.value == doctest::Approx(static_cast<double>(node(trace, "principal_directions").value->at(0, 0))));
    CHECK(how.symbols.find("λ") != std::string::npos);
  }

  TEST_CASE("a corpus of one's own: its windows are learned, and the inputs that it can't answer are empty") {
    const Lesson& lesson = lesson_named("embeddings");
    const Inputs machine = preset_inputs(lesson.info, "machine");
    const Trace trace = run_lesson(document(machine), {}, context_of(trained(machine, 300)));
    CHECK(trace.find("held_out.accuracy") < 0);
    REQUIRE(trace.notes.size() == 1);
    CHECK(trace.notes[0].id == "no_held_out");
    CHECK(ranked(trace, "probabilities").front() == "not");  // thou shalt

    Inputs after{{"corpus", std::string("one two three four")}};
    lesson.adapt(lesson.info, {}, "corpus", after);
    CHECK(problem_of(after) == "no problem");
    const Inputs before = after;
    after.erase("corpus");
    lesson.adapt(lesson.info, before, "corpus", after);
    CHECK(after.empty());
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(problem_of({{"text", std::string("two words")}}) == "text: expected at least three words, so that a window fits, got 2.");
    CHECK(problem_of({{"word", std::string("gryphon")}}) == "word: “gryphon” does not occur in the corpus; expected words that do.");
    CHECK(problem_of({{"word", std::string("king queen")}}) == "word: expected one word, got 2.");
    CHECK(problem_of({{"asked", std::string("king")}}) == "asked: expected two words, or three with the one that comes, got 1.");
    CHECK(problem_of({{"analogy", std::string("king queen")}}) ==
          "analogy: expected words with + or - between them, such as “woman - man + king”, got “queen”.");
    CHECK(problem_of({{"analogy", std::string("king -")}}) ==
          "analogy: expected words with + or - between them, such as “woman - man + king”, got “king -”.");
    CHECK(problem_of({{"analogy", std::string("- man + king")}}) == "no problem");
    const Trace spaced = run_with_files(document({{"analogy", std::string("woman - man + king")}}));
    for (const char* typed : {"woman-man+king", "woman − man + king", "woman –man+ king"}) {
      const Trace trace = run_with_files(document({{"analogy", std::string(typed)}}));
      CHECK(node(trace, "terms").rows.labels == std::vector<std::string>{"woman", "man", "king"});
      CHECK(ranked(trace, "answers") == ranked(spaced, "answers"));
    }
    Inputs hyphens{{"corpus", std::string("a well-known man is a well-known king")}, {"analogy", std::string("well-known - man")}};
    for (const char* empty : {"asked", "shown", "word"}) hyphens[empty] = std::string();
    CHECK(node(run_with_files(document(hyphens)), "terms").rows.labels.front() == "well-known");
    CHECK(has_note(run_with_files(document({{"shown", std::string("king")}})), "no_plane"));
    CHECK_FALSE(has_note(spaced, "no_plane"));
    CHECK(problem_of({{"corpus", std::string("only two")}}) == "corpus: expected at least three words, so that a window fits, got 2.");
    CHECK(problem_of({{"corpus", std::string("no no no no")}}) == "expected at least two different words to choose from, got 1.");
    CHECK(problem_of({{"corpus", std::string(10 << 20, 'a')}}) == "corpus: expected at most 100000 bytes of text, got more than 1000000.");
    std::string many;
    for (int i = 0; i < 1600; ++i) many += "w" + std::to_string(i) + " ";
    CHECK(problem_of({{"corpus", many}}) == "corpus: expected at most 1500 different words, got 1600.");
  }
}

}  // namespace embeddings_test
