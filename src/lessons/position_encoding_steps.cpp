// The guided steps of position-encoding, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> position_encoding_steps() {
  return {
      {.id = "places", .focus = "position", .cell = Cell{0, 1, 0}},
      {.id = "pairs", .focus = "position", .cell = Cell{0, 1, 1}, .ask = Ask{.how = WhereInPlane{"position", 1}, .cell = Cell{0, 2, 0}}},
      {.id = "waves",
       .focus = "position",
       .cell = Cell{0, 9, 6},
       .example = {.preset = "waves"},
       .ask = Ask{.how = HowMuch{-1, 1}, .cell = Cell{0, 63, 127}, .also = {"position"}}},
      {.id = "clock_hands", .focus = "position", .cell = Cell{0, 9, 2}, .example = {.preset = "waves"}},
      {.id = "published",
       .focus = "position",
       .cell = Cell{0, 1, 1},
       .example = {.set = {{"published", true}, {"length", 3.0}, {"width", 4.0}}}},
  };
}

}  // namespace gf
