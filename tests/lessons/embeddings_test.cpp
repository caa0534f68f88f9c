// The lesson on embeddings: windows, a plane, neighbours and analogies, before and after training.
#include <algorithm>
#include <cmath>

#include "lessons/context.h"
#include "protocol/problem.h"
#include "support.h"
#include "train/analogies.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace {

Document document(Inputs inputs) { return {"embeddings", std::move(inputs), {}, {}, 0, {}}; }

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

double accuracy(const Trace& trace) { return static_cast<double>(node(trace, "held_out.accuracy").value->at(0, 0, 0)); }

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
    for (Index r = 0; r < 11; ++r) CHECK(next.value->at(0, r, static_cast<Index>(windows.value->at(0, r, 2))) == 1);
    const auto& alphabet = next.cols.labels;
    CHECK(alphabet[static_cast<std::size_t>(windows.value->at(0, 0, 0))] == "thou");
  }

  TEST_CASE("without a run the first weights are shown, those that a run begins with") {
    const Trace trace = run_lesson(document({}));
    const Lesson& lesson = lesson_named("embeddings");
    const Trainer trainer(lesson.settings(InputReader(lesson.info, {})));
    for (const NamedTensor& weight : trainer.weights().tensors)
      CHECK_MESSAGE(same_values(*node(trace, weight.name).value, weight.value), weight.name);
    CHECK(accuracy(trace) < 10);
  }

  TEST_CASE("trained with its defaults it answers the analogies that were written down before any training") {
    const Lesson& lesson = lesson_named("embeddings");
    const TrainSettings settings = lesson.settings(InputReader(lesson.info, {}));
    const Trainer trainer = trained({}, settings.steps);
    const LessonContext context = context_of(trainer);
    const Trace trace = run_lesson(document({}), {}, context);
    CHECK(node(trace, "held_out.right").value->rows() == static_cast<Index>(held_out_analogies().size()));
    MESSAGE("held-out analogies that are right: " << accuracy(trace) << " % of " << held_out_analogies().size());
    CHECK(accuracy(trace) >= 95);

    CHECK(ranked(trace, "answers").front() == "queen");
    CHECK(node(trace, "answers").value->at(0, 0, 0) >= -100);
    const auto near = ranked(trace, "neighbours");
    CHECK(std::find(near.begin(), near.begin() + 5, "queen") != near.begin() + 5);
    CHECK(near.back() == "king");  // itself is left out
    CHECK((ranked(trace, "probabilities").front() == "castles"));

    const Trace cities = run_lesson(document(preset_inputs(lesson.info, "capitals")), {}, context);
    CHECK(ranked(cities, "answers").front() == "tokyo");
    CHECK(ranked(cities, "probabilities").front() == "japanese");
  }

  TEST_CASE("the plane is laid along the two directions of largest variance") {
    const Trace trace = run_lesson(document({{"width", 6.0}}), {}, context_of(trained({{"width", 6.0}}, 50)));
    const Tensor &points = *node(trace, "points").value, &covariance = *node(trace, "covariance").value;
    REQUIRE(points.rows() == 10);
    double total = 0, sum[2] = {}, squares[2] = {}, across = 0;
    for (Index c = 0; c < 6; ++c) total += static_cast<double>(covariance.at(0, c, c));
    for (Index r = 0; r < 10; ++r) {
      const double x = static_cast<double>(points.at(0, r, 0)), y = static_cast<double>(points.at(0, r, 1));
      sum[0] += x, sum[1] += y, squares[0] += x * x / 10, squares[1] += y * y / 10, across += x * y;
    }
    CHECK(std::abs(sum[0]) + std::abs(sum[1]) < 1e-4);
    CHECK(std::abs(across) < 1e-4 * total * 10);
    CHECK(squares[0] >= squares[1]);
    CHECK(squares[0] + squares[1] <= total * (1 + 1e-5));
    CHECK(squares[0] + squares[1] > total / 3);  // two of six directions, the best ones
    const Explanation how = trace.explain(trace.find("principal_directions"), {0, 0, 0});
    CHECK(how.value == doctest::Approx(static_cast<double>(node(trace, "principal_directions").value->at(0, 0, 0))));
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
    CHECK(problem_of({{"asked", std::string("king")}}) == "asked: expected two words, got 1.");
    CHECK(problem_of({{"analogy", std::string("king queen")}}) ==
          "analogy: expected words with + or - between them, such as “woman - man + king”, got “queen”.");
    CHECK(problem_of({{"analogy", std::string("king -")}}) ==
          "analogy: expected words with + or - between them, such as “woman - man + king”, got “king -”.");
    CHECK(problem_of({{"analogy", std::string("- man + king")}}) == "no problem");
    CHECK(problem_of({{"corpus", std::string("only two")}}) == "corpus: expected at least three words, so that a window fits, got 2.");
    CHECK(problem_of({{"corpus", std::string("no no no no")}}) == "expected at least two different words to choose from, got 1.");
    CHECK(problem_of({{"corpus", std::string(10 << 20, 'a')}}) == "corpus: expected at most 100000 bytes of text, got 10485760.");
    std::string many;
    for (int i = 0; i < 1600; ++i) many += "w" + std::to_string(i) + " ";
    CHECK(problem_of({{"corpus", many}}) == "corpus: expected at most 1500 different words, got 1600.");
  }
}
