// The guided steps of language-model, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {
namespace {

constexpr Index kParis = 770, kMadrid = 754, kPark = 1208, kStar = 1326, kTime = 1351;  // of the model's vocabulary
constexpr Index kFirstKey = 4, kSecondKey = 9;                                          // where "key" stands in the example "said-again"
constexpr const char* kCopying = "decoder.2.self_attention.weights";

}  // namespace

std::vector<Step> language_model_steps() {
  const auto off = [](const char* part) { return Inputs{{"off", std::string(part)}}; };
  // Of the vocabulary: Paris, Madrid, star, time.
  const std::vector<Index> answers{kParis, kMadrid, kStar, kTime};
  const std::vector<std::string> all_logits{"lens.logits", "logits"};
  const std::vector<std::string> tells_copying{
      kCopying,         "induction.2.looks", "induction.2.looked_of_rows", "induction.2.looked", "induction.2.of_heads",
      "induction.sums", "induction.shares"};
  return {
      {.id = "pieces", .focus = "prompt", .cell = Cell{0, 0, 1}},
      {.id = "next",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kTime},
       .example = {.preset = "capital-of-spain"},
       .ask = Ask{.how = WhereIsMost{.among = answers}, .also = all_logits}},
      {.id = "lens", .focus = "lens.probabilities", .cell = Cell{0, 2, kMadrid}, .example = {.preset = "capital-of-spain"}},
      {.id = "copying",
       .focus = kCopying,
       .cell = Cell{3, kSecondKey, kSecondKey},
       .example = {.preset = "said-again"},
       .ask = Ask{.how = WhereIsMost{.among = {kFirstKey, kFirstKey + 1, kFirstKey + 2, kFirstKey + 3}}, .also = tells_copying}},
      {.id = "share",
       .focus = "induction.shares",
       .cell = Cell{0, 2, 1},
       .example = {.preset = "said-again"},
       .exercise = Exercise{{{0, 2, 1}, {0, 2, 3}}}},
      {.id = "again",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kPark},
       .example = {.preset = "said-again", .set = off("head_2_3")},
       .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = all_logits}},
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
