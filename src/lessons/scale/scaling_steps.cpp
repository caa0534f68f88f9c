// The guided steps of scaling, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> scaling_steps() {
  const auto copies = [](const char* parts) { return Inputs{{"parts", std::string(parts)}}; };
  return {
      {.id = "sizes", .focus = "parameters", .cell = Cell{0, 0, 0}},
      {.id = "count",
       .focus = "parameters",
       .cell = Cell{0, 6, 0},
       .exercise = Exercise{{{0, 6, 0}, {0, 7, 0}}, {"total", "share", "by_part", "times"}}},
      {.id = "shared",
       .focus = "by_part",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "gpt3"},
       .ask = Ask{.how = WhichShares{}, .also = {"parameters", "share"}}},
      {.id = "operations",
       .focus = "operations",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "gpt3"},
       .exercise = Exercise{{{0, 0, 0}}, {"time"}}},
      {.id = "memory",
       .focus = "whole",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "gpt3-copies"},
       .ask = Ask{.how = WhereIsMost{.down = true}, .also = {"memory", "filled", "full", "bytes_each", "of_block", "moment_memory"}}},
      {.id = "zero",
       .focus = "memory",
       .cell = Cell{0, 0, 3},
       .example = {.preset = "gpt3-copies"},
       .exercise = Exercise{{{0, 0, 3}, {0, 1, 3}, {0, 2, 3}, {0, 3, 3}}, {"filled", "full"}}},
      {.id = "moments", .focus = "moments", .cell = Cell{0, 2, 1}, .example = {.preset = "gpt3-copies", .set = {{"zero", 3.0}}}},
      {.id = "torchrun",
       .focus = "memory",
       .cell = Cell{0, 3, 1},
       .example = {.preset = "tales", .set = {{"gpus", 2.0}, {"precision", std::string("float32")}}}},
      {.id = "cut",
       .focus = "together",
       .cell = Cell{0, 0, 0},
       .example = {.set = copies("2")},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}, {"uncut", "minus_uncut", "differences"}}},
      {.id = "bubble",
       .focus = "schedule",
       .cell = Cell{0, 0, 4},
       .ask = Ask{.how = HowMuch{0, 1, true}, .node = "bubble", .cell = Cell{0, 0, 0}, .also = {"at_work", "minus_at_work"}}},
  };
}

}  // namespace gf
