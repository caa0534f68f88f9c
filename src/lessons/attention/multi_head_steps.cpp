// The guided steps of multi-head, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> multi_head_steps() {
  return {
      {.id = "two_reasons", .focus = "weights", .cell = Cell{0, 7, 1}},
      {.id = "living_street", .focus = "x", .cell = Cell{0, 5, 10}},
      {.id = "splitting", .focus = "query", .cell = Cell{0, 7, 0}},
      {.id = "compare_heads", .focus = "weights", .cell = Cell{2, 7, 6}},
      {.id = "masks", .focus = "visible_mask", .cell = Cell{0, 1, 2}, .example = {.preset = "masks"}},
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
