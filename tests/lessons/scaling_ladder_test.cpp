// Our own ladder in the lesson about scaling: the line through five models by plain loops, each step's question, and two of the models
// trained again.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "lessons/context.h"
#include "lessons/examples.h"
#include "lessons/modern_block_training.h"
#include "study/ask.h"

using namespace gf;
using namespace gf::test;

namespace scaling_ladder_test {
namespace {

constexpr TestedLesson run{"scaling"};
constexpr Index kSixth = 5, kTrained = 0, kLine = 1;

Trace after(const char* steps) { return run({{"ladder_steps", std::string(steps)}}); }

double cell(const Trace& trace, const char* name, Index row = 0, Index col = 0) {
  return static_cast<double>(value(trace, name).at(row, col));
}

// Returns the parameters from the labels of the axis, such as "54,264".
std::vector<double> parameters(const Trace& trace) {
  std::vector<double> counts;
  for (const std::string& label : node(trace, "ladder.logs").rows.labels) {
    std::string digits;
    std::copy_if(label.begin(), label.end(), std::back_inserter(digits), [](char letter) { return letter >= '0' && letter <= '9'; });
    counts.push_back(std::stod(digits));
  }
  return counts;
}

struct Line {
  double slope = 0, at_zero = 0;
};

// Solves the normal equations of a line through the logarithms of the first five models.
Line line_through_five(const std::vector<double>& counts, const std::vector<double>& losses) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    const double size = std::log10(counts[i]), loss = std::log10(losses[i]);
    n += 1;
    x += size;
    y += loss;
    xx += size * size;
    xy += size * loss;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x);
  return {slope, (y - slope * x) / n};
}

}  // namespace

TEST_SUITE("lessons/scaling_ladder") {
  TEST_CASE("the line is that of least squares through the logarithms of the first five losses") {
    for (const char* steps : {"150", "300", "450", "600"}) {
      CAPTURE(steps);
      const Trace trace = after(steps);
      const std::vector<double> counts = parameters(trace);
      std::vector<double> losses;
      for (Index rung = 0; rung < 6; ++rung) losses.push_back(cell(trace, "ladder.losses", rung, kTrained));
      const Line line = line_through_five(counts, losses);
      CHECK(cell(trace, "ladder.slope") == doctest::Approx(line.slope).epsilon(1e-4));
      for (Index rung = 0; rung < 6; ++rung) {
        const double says = std::pow(10, line.at_zero + line.slope * std::log10(counts[static_cast<std::size_t>(rung)]));
        CHECK(cell(trace, "ladder.losses", rung, kLine) == doctest::Approx(says).epsilon(1e-4));
        CHECK(cell(trace, "ladder.logs", rung, kLine) == doctest::Approx(std::log(says)).epsilon(1e-4));
        if (rung < 5) CHECK(cell(trace, "ladder.five_losses", rung) == doctest::Approx(losses[static_cast<std::size_t>(rung)]));
      }
    }
  }

  TEST_CASE("after 150 steps the sixth model is above the line, after 600 on it, and the line is steeper") {
    const Trace few = after("150"), many = after("600");
    const auto above = [](const Trace& trace) {
      return cell(trace, "ladder.losses", kSixth, kTrained) / cell(trace, "ladder.losses", kSixth, kLine);
    };
    CHECK(above(few) > 1.03);
    CHECK(std::abs(above(many) - 1) < 0.015);
    CHECK(cell(many, "ladder.slope") < 1.8 * cell(few, "ladder.slope"));
    CHECK(std::get<Choice>(*truth_of(step_named("scaling", "ladder"), few)).place == 2);
    CHECK(std::get<Choice>(*truth_of(step_named("scaling", "longer"), many)).place == 1);
  }

  TEST_CASE("each model has about twice the parameters of the one before, and a lower loss, at each number of steps") {
    for (const char* steps : {"150", "300", "450", "600"}) {
      const Trace trace = after(steps);
      const std::vector<double> counts = parameters(trace);
      for (Index rung = 1; rung < 6; ++rung) {
        const auto at = static_cast<std::size_t>(rung);
        CHECK(counts[at] / counts[at - 1] == doctest::Approx(2).epsilon(0.05));
        CHECK(std::exp(cell(trace, "ladder.log_sizes", rung)) == doctest::Approx(counts[at]).epsilon(1e-4));
        CHECK(cell(trace, "ladder.losses", rung, kTrained) < cell(trace, "ladder.losses", rung - 1, kTrained));
      }
    }
  }
}

TEST_SUITE("learning") {
  TEST_CASE("two models of the ladder of the lesson about scaling come out again; all have as many parameters as it says") {
    constexpr recorded_block::BlockRecipe kRecipe{.steps = 600, .measured_every = 150, .tales = 800, .measured_texts = 32, .rate = 0.005};
    constexpr Index kWidths[] = {10, 16, 24, 36, 52, 76};
    const std::vector<double> counts = parameters(run());
    const Index letters = std::ssize(recorded_block::letter_texts(kRecipe)->letters);
    for (std::size_t rung = 0; rung < 6; ++rung) {
      const recorded_block::BlockParts parts{.width = kWidths[rung], .heads = 2};
      Index count = 0;
      for (const NamedTensor& weight : recorded_block::first_weights(parts, letters, 1).tensors) count += weight.value.size();
      CHECK(counts[rung] == static_cast<double>(count));
      if (rung != 0 && rung != 2) continue;
      const std::vector<double> losses = recorded_block::recorded_losses(parts, kRecipe);
      for (std::size_t record = 1; record < losses.size(); ++record)
        CHECK(cell(after(std::to_string(150 * record).c_str()), "ladder.losses", static_cast<Index>(rung), kTrained) ==
              doctest::Approx(losses[record]).epsilon(0.02));
    }
    CHECK(150 * recorded_block::kReadTexts * recorded_block::kReadLetters ==
          28'800);  // the letters that a model has read, as the answer says
  }
}

}  // namespace scaling_ladder_test
