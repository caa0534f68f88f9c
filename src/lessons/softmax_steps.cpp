// The guided steps of softmax, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> softmax_steps() {
  return {
      {.id = "scores", .focus = "z", .cell = Cell{0, 0, 0}},
      {.id = "exponentials", .focus = "exponentials", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
      {.id = "sum", .focus = "sum", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "shares", .focus = "probabilities", .cell = Cell{0, 0, 0}, .ask = Ask{.how = WhichShares{}}},
      {.id = "negative_scores",
       .focus = "plain_shares",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "negative"},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
      {.id = "inverse_temperature",
       .focus = "probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"beta", 4.0}}},
       .ask = Ask{.how = HowMuch{0, 1, true}, .also = {"probabilities"}}},
      {.id = "two_scores",
       .focus = "probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "two-scores"},
       .ask = Ask{.how = HowMuch{.percent = true}, .also = {"probabilities"}}},
      {.id = "overflow", .focus = "shifted", .cell = Cell{0, 0, 0}, .example = {.preset = "overflow"}},
  };
}

}  // namespace gf
