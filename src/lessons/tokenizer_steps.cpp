// The guided steps of tokenizer, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> tokenizer_steps() {
  return {
      {.id = "bytes", .focus = "bytes", .cell = Cell{0, 0, 0}, .example = {.set = {{"merges", 0.0}}}},
      {.id = "pair_counts",
       .focus = "pair_counts",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"merges", 0.0}}},
       .ask = Ask{.how = HowMuch{}}},
      {.id = "first_merge",
       .focus = "next_merge",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"merges", 0.0}}},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
      {.id = "more_merges", .focus = "pieces", .cell = Cell{0, 0, 0}, .example = {.set = {{"merges", 3.0}}}},
      {.id = "merge_table",
       .focus = "merges",
       .cell = Cell{0, 2, 0},
       .example = {.set = {{"merges", 3.0}}},
       .exercise = Exercise{{{0, 2, 0}, {0, 2, 1}, {0, 2, 2}, {0, 2, 3}}}},
      {.id = "round_trip", .focus = "other.largest_difference", .cell = Cell{0, 0, 0}, .example = {.set = {{"merges", 3.0}}}},
      {.id = "lost_letter",
       .focus = "pieces",
       .cell = Cell{0, 0, 3},
       .example = {.preset = "as-printed"},
       .ask = Ask{.how = HowMuch{}, .node = "counts", .cell = Cell{0, 0, 3}, .also = {"pieces", "pair_counts"}},
       .slip = "A10"},
      {.id = "inside_words",
       .focus = "other.pieces",
       .cell = Cell{0, 0, 6},
       .example = {.preset = "lowest"},
       .ask = Ask{.how = HowMuch{}, .node = "counts", .cell = Cell{0, 1, 3}, .also = {"other.pieces"}}},
      {.id = "four_ways", .focus = "counts", .cell = Cell{0, 0, 3}, .example = {.preset = "languages"}},
  };
}

}  // namespace gf
