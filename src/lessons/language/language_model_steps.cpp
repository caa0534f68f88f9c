// The guided steps of language-model, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {
namespace {

constexpr Index kParis = 770, kMadrid = 754, kStar = 1326, kTime = 1351;  // of the model's vocabulary

}  // namespace

std::vector<Step> language_model_steps() {
  const auto off = [](const char* part) { return Inputs{{"off", std::string(part)}}; };
  // Of the vocabulary: Paris, Madrid, star, time.
  const std::vector<Index> answers{kParis, kMadrid, kStar, kTime};
  const std::vector<std::string> all_logits{"lens.logits", "logits"};
  return {
      {.id = "pieces", .focus = "prompt", .cell = Cell{0, 0, 1}},
      {.id = "next",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kTime},
       .example = {.preset = "capital-of-spain"},
       .ask = Ask{.how = WhereIsMost{.among = answers}, .also = all_logits}},
      {.id = "lens", .focus = "lens.probabilities", .cell = Cell{0, 2, kMadrid}, .example = {.preset = "capital-of-spain"}},
      {.id = "before",
       .focus = "before.shares",
       .cell = Cell{0, 0, 1},
       .example = {.preset = "capital-of-france"},
       .ask = Ask{.how = WhereIsMost{},
                  .also = {"before.sums", "before.0.of_heads", "before.0.looked", "before.0.looked_of_rows", "before.0.looks"}}},
      {.id = "share",
       .focus = "before.shares",
       .cell = Cell{0, 0, 1},
       .example = {.preset = "capital-of-spain"},
       .exercise = Exercise{{{0, 0, 1}, {0, 1, 1}}}},
      {.id = "again", .focus = "induction.shares", .cell = Cell{0, 2, 3}, .example = {.preset = "said-again"}},
      {.id = "switched_off",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kMadrid},
       .example = {.preset = "capital-of-spain", .set = off("block_3")},
       .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = all_logits}},
      {.id = "two_apples",
       .focus = "beside.cosines",
       .cell = Cell{0, 4, 0},
       .example = {.preset = "two-apples"},
       .ask = Ask{.how = HowMuch{0, 1}, .also = {"beside.cosines", "beside.products", "beside.difference"}}},
      {.id = "parts",
       .focus = "parts.all",
       .cell = Cell{0, 0, 1},
       .example = {.set = {{"translator", true}}},
       .exercise = Exercise{{{0, 0, 1}}}},
  };
}

}  // namespace gf
