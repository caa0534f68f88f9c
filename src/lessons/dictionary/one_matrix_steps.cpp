// The guided steps of one-matrix, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> one_matrix_steps() {
  return {
      {.id = "short_rows", .focus = "one_hot", .cell = Cell{0, 1, 0}},
      {.id = "product_is_a_row", .focus = "x", .cell = Cell{0, 1, 0}, .ask = Ask{.how = HowMuch{-1, 1}}},
      {.id = "no_right_angles", .focus = "likeness", .cell = Cell{0, 0, 2}, .exercise = Exercise{{{0, 0, 2}, {0, 2, 0}}}},
      {.id = "dictionary_in_a_matrix", .focus = "w_v", .cell = Cell{0, 0, 0}, .example = {.preset = "one-hot"}},
      {.id = "three_of_one",
       .focus = "query",
       .cell = Cell{0, 1, 0},
       .example = {.preset = "one-hot"},
       .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}}}},
      {.id = "who_is_found",
       .focus = "weights",
       .cell = Cell{0, 1, 0},
       .example = {.preset = "one-hot"},
       .ask = Ask{.how = WhereIsMost{}, .also = {"scores"}}},
      {.id = "another_word",
       .focus = "output",
       .cell = Cell{0, 4, 0},
       .example = {.preset = "another-word"},
       .ask = Ask{.how = WhereIsMost{}, .also = {"scores", "weights"}}},
      {.id = "two_numbers",
       .focus = "output",
       .cell = Cell{0, 5, 0},
       .example = {.preset = "two-numbers"},
       .ask = Ask{.how = WhereIsMost{}, .also = {"scores", "weights", "value"}}},
      {.id = "who_fills_them", .focus = "table", .cell = Cell{0, 0, 0}},
  };
}

}  // namespace gf
