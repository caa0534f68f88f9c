// The guided steps of multi-head, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> multi_head_steps() {
  return {
      {.id = "two_reasons", .focus = "weights", .cell = Cell{0, 7, 1}},
      {.id = "living_street", .focus = "x", .cell = Cell{0, 5, 10}},
      {.id = "splitting", .focus = "query", .cell = Cell{2, 7, 0}, .exercise = Exercise{{{2, 7, 0}, {2, 7, 1}, {2, 7, 2}, {2, 7, 3}}}},
      {.id = "compare_heads", .focus = "weights", .cell = Cell{2, 7, 6}},
      {.id = "masks",
       .focus = "visible_mask",
       .cell = Cell{0, 3, 0},
       .example = {.preset = "masks"},
       .exercise = Exercise{{{0, 3, 0}, {0, 3, 1}, {0, 3, 2}, {0, 3, 3}, {0, 3, 4}}}},
      {.id = "joined_heads", .focus = "projection", .cell = Cell{0, 7, 10}, .example = {.preset = "which-word"}},
      {.id = "wide",
       .focus = "weights",
       .cell = Cell{0, 7, 5},
       .example = {.set = {{"text", std::string("The animal didn't cross the street because it was too wide")}}},
       .ask = Ask{.how = WhereIsMost{.among = {1, 5, 7, 10}}}},
      {.id = "word_order", .focus = "shuffled.largest_difference", .cell = Cell{0, 0, 0}, .example = {.preset = "bag-of-words"}},
      {.id = "division_by_root",
       .focus = "scaling.peakedness",
       .cell = Cell{0, 9, 1},
       .example = {.preset = "peaks"},
       .ask = Ask{.how = HowMuch{0, 1, true}, .cell = Cell{0, 9, 0}, .also = {"scaling.peakedness", "scaling.slope"}}},
      {.id = "in_transformer", .focus = "projection", .cell = Cell{0, 7, 10}, .example = {.preset = "which-word"}},
  };
}

}  // namespace gf
