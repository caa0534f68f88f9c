// The guided steps of position-encoding, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> position_encoding_steps() {
  return {
      {.id = "places", .focus = "position", .cell = Cell{0, 1, 0}},
      {.id = "pairs", .focus = "position", .cell = Cell{0, 1, 1}, .ask = Ask{.how = WhereInPlane{"position", 1}, .cell = Cell{0, 2, 0}}},
      {.id = "fast_pair",
       .focus = "position",
       .cell = Cell{0, 3, 0},
       .example = {.set = {{"length", 4.0}, {"width", 4.0}}},
       .exercise = Exercise{{{0, 3, 0}, {0, 3, 1}}}},
      {.id = "slow_pair",
       .focus = "position",
       .cell = Cell{0, 3, 2},
       .example = {.set = {{"length", 4.0}, {"width", 4.0}}},
       .exercise = Exercise{{{0, 3, 2}, {0, 3, 3}}}},
      {.id = "waves",
       .focus = "position",
       .cell = Cell{0, 9, 6},
       .example = {.preset = "waves"},
       .ask = Ask{.how = HowMuch{-1, 1}, .cell = Cell{0, 63, 127}, .also = {"position"}}},
      {.id = "clock_hands", .focus = "position", .cell = Cell{0, 9, 2}, .example = {.preset = "waves"}},
      {.id = "published",
       .focus = "corrected.position",
       .cell = Cell{0, 1, 0},
       .example = {.set = {{"published", true}, {"length", 3.0}, {"width", 4.0}}},
       .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}}},
       .slip = "C2"},
  };
}

}  // namespace gf
