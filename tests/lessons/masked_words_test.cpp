// Gaps filled from both sides, and two gaps at once: the lesson on the next word, by trained weights.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lessons/context.h"
#include "train/run_model.h"
#include "train/trainer.h"

using namespace gf;
using namespace gf::test;

namespace masked_words_test {
namespace {

// Returns the trace of a preset after its whole training.
Trace trained(const char* preset) {
  const Lesson& lesson = lesson_named("next-word");
  const Inputs inputs = preset_inputs(lesson.info, preset);
  Trainer trainer(lesson.settings(InputReader(lesson.info, inputs)));
  while (trainer.step() < trainer.settings().steps) REQUIRE_FALSE(trainer.advance().diverged);
  LessonContext context;
  context.run = std::make_shared<const RunModel>(RunModel{trainer.model(), std::make_shared<const Dataset>(trainer.dataset()),
                                                          std::make_shared<const NamedTensors>(trainer.weights())});
  return run_lesson({"next-word", inputs}, {}, context);
}

// Returns the probability of a word after a phrase, by their labels.
double probability(const Trace& trace, const std::string& phrase, const std::string& word) {
  const TraceNode& all = node(trace, "attention.probabilities");
  const auto place = [](const std::vector<std::string>& labels, const std::string& label) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    REQUIRE_MESSAGE(found != labels.end(), label);
    return static_cast<Index>(found - labels.begin());
  };
  return static_cast<double>(all.value->at(place(all.rows.labels, phrase), place(all.cols.labels, word)));
}

const std::vector<std::pair<std::string, std::string>> kPairs = {{"dog", "barks"}, {"cat", "purrs"}, {"cow", "moos"}, {"duck", "quacks"}};

}  // namespace

TEST_SUITE("learning") {
  TEST_CASE("next-word: from the left alone four animals share the probability, from both sides each is found") {
    const Trace trace = trained("masked");
    for (const auto& [animal, sound] : kPairs) {
      CHECK(probability(trace, "the → " + animal, animal) == doctest::Approx(0.25).epsilon(0.1));
      CHECK(probability(trace, "the ? " + sound + " → " + animal, animal) > 0.95);
    }
  }

  TEST_CASE("next-word: two gaps that know nothing of each other fit one time in four, words in a row always") {
    const Trace trace = trained("two-gaps");
    double apart = 0, in_a_row = 0;
    for (const auto& [animal, sound] : kPairs) {
      apart += probability(trace, "the ? _ → " + animal, animal) * probability(trace, "the _ ? → " + sound, sound);
      in_a_row += probability(trace, "the → " + animal, animal) * probability(trace, "the " + animal + " → " + sound, sound);
    }
    CHECK(static_cast<double>(node(trace, "gaps.fit").value->at(0, 0)) == doctest::Approx(apart).epsilon(1e-4));
    CHECK(static_cast<double>(node(trace, "chain.fit").value->at(0, 0)) == doctest::Approx(in_a_row).epsilon(1e-4));
    CHECK(apart == doctest::Approx(0.25).epsilon(0.1));
    CHECK(in_a_row > 0.95);
  }
}

TEST_SUITE("lessons/next_word") {
  TEST_CASE("pairs of gaps are counted only where each has both answers and the words in a row are there") {
    const auto counts = [](const char* phrases) {
      return run_with_files({"next-word", {{"phrases", std::string(phrases)}}}).find("gaps.fit") >= 0;
    };
    CHECK(counts("the dog\nthe dog barks\nthe ? _ dog\nthe _ ? barks"));
    CHECK_FALSE(counts("the dog\nthe dog barks\nthe ? _ dog"));
    CHECK_FALSE(counts("the dog\nthe ? _ dog\nthe _ ? barks"));
    CHECK_FALSE(counts("the dog barks\nthe ? _ dog\nthe _ ? barks"));
    CHECK_FALSE(counts("the dog\nthe ? barks dog"));
  }
}

}  // namespace masked_words_test
