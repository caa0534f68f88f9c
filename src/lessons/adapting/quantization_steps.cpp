// The guided steps of quantization, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> quantization_steps() {
  // −3, 1 and a half, in 16 bits.
  Tensor minus_three(matrix_shape(1, 16));
  for (const Index bit : {0, 1, 6}) minus_three.at(0, bit) = 1;
  return {
      {.id = "how_few", .focus = "bytes", .cell = Cell{0, 1, 1}, .example = {.preset = "by-hand"}},
      {.id = "scale",
       .focus = "scale",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "by-hand"},
       .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}}},
      {.id = "integer",
       .focus = "integers",
       .cell = Cell{0, 0, 1},
       .example = {.preset = "by-hand"},
       .exercise = Exercise{{{0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {0, 1, 3}}, {"restored", "error", "minus_w"}}},
      {.id = "back",
       .focus = "restored",
       .cell = Cell{0, 0, 1},
       .example = {.preset = "by-hand"},
       .ask = Ask{.how = HowMuch{-1, 1}, .also = {"error"}}},
      {.id = "levels", .focus = "histogram", .cell = Cell{0, 16, 0}, .example = {.preset = "per-matrix"}},
      {.id = "cliff",
       .focus = "lost",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "per-matrix"},
       .ask = Ask{.how = WhereIsMost{.down = true}, .also = {"right_answers"}}},
      {.id = "per_row",
       .focus = "right_answers",
       .cell = Cell{0, 5, 0},
       .example = {.preset = "by-hand", .set = {{"matrix", std::string("encoder_w_q")}}},
       .ask = Ask{.how = WhichIsSo{{"worse", "better"}, {0.2f}}, .also = {"lost"}}},
      {.id = "price", .focus = "bytes", .cell = Cell{0, 0, 2}, .example = {.preset = "groups"}, .exercise = Exercise{{{0, 0, 2}}}},
      {.id = "half",
       .focus = "half_value",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "by-hand", .set = {{"half_bits", minus_three}}},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "bfloat", .focus = "bfloat_bits", .cell = Cell{0, 0, 8}, .example = {.preset = "by-hand"}},
  };
}

}  // namespace gf
