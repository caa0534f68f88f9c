// The guided steps of sampling, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> sampling_steps() {
  const auto set = [](const char* input, double value) { return Inputs{{input, value}}; };
  const std::vector<std::string> after_heat{"before", "left", "sum_left", "renormalised", "from", "to", "tree"};
  return {
      {.id = "scores", .focus = "ranked", .cell = Cell{0, 0, 0}},
      {.id = "divided",
       .focus = "divided",
       .cell = Cell{0, 0, 0},
       .example = {.set = set("temperature", 2)},
       .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}}}},
      {.id = "heat",
       .focus = "shares",
       .cell = Cell{0, 0, 0},
       .example = {.set = set("temperature", 2)},
       .ask = Ask{.how = HowMuch{0, 1, true}, .also = after_heat}},
      {.id = "cold", .focus = "shares", .cell = Cell{0, 0, 0}, .example = {.set = {{"temperature", 0.0}, {"tokens", 16.0}}}},
      {.id = "hot", .focus = "tree", .cell = Cell{0, 0, 2}, .example = {.set = {{"temperature", 2.0}, {"tokens", 0.0}}}},
      {.id = "top_k",
       .focus = "renormalised",
       .cell = Cell{0, 0, 0},
       .example = {.set = set("top_k", 2)},
       .exercise = Exercise{{{0, 0, 0}, {0, 2, 0}}, {"from", "to", "tree"}}},
      {.id = "top_p",
       .focus = "how_many",
       .cell = Cell{0, 0, 0},
       .example = {.set = set("top_p", 0.8)},
       .ask = Ask{.how = HowMuch{1, 12}, .also = {"kept", "within_p", "left", "renormalised", "from", "to", "drawn", "tree"}}},
      {.id = "draw",
       .focus = "drawn",
       .cell = Cell{0, 3, 0},
       .example = {.set = set("top_k", 4)},
       .ask = Ask{.how = WhereIsMost{.down = true, .among = {0, 1, 2, 3}}, .also = {"begun", "ended", "minus_ended"}}},
      {.id = "tree", .focus = "tree", .cell = Cell{0, 0, 2}},
      {.id = "beta", .focus = "shares", .cell = Cell{0, 0, 0}, .example = {.set = set("temperature", 0.5)}},
  };
}

}  // namespace gf
