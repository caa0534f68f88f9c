// The guided steps of training, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> training_steps() {
  return {
      {.id = "task", .focus = "probabilities", .cell = Cell{0, 0, 6}, .example = {.keep = {"steps"}, .trained = 0}},
      {.id = "loss",
       .focus = "losses",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0},
       .ask = Ask{.how = HowMuch{0, 6}, .node = "loss", .also = {"losses"}}},
      {.id = "one_step",
       .focus = "loss",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 1},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "diagonal",
       .focus = "decoder.0.cross_attention.weights",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhereIsMost{}, .cell = Cell{0, 0, 0}}},
      {.id = "back_in_time",
       .focus = "losses",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 100},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "edit_weights",
       .focus = "decoder.0.cross_attention.w_q",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "check_gradient",
       .focus = "decoder.0.cross_attention.d_w_q",
       .cell = Cell{0, 2, 1},
       .example = {.keep = {"steps"}, .trained = 100}},
      {.id = "without_positions",
       .focus = "decoder.0.cross_attention.weights",
       .cell = Cell{0, 0, 7},
       .example = {.set = {{"positions", std::string("none")}}, .keep = {"steps"}, .trained = kToItsEnd, .beside = true},
       .ask = Ask{.how = WhichIsSo{{"yes", "no"}, {0.5f}}, .node = "loss", .cell = Cell{0, 0, 0}}},
  };
}

}  // namespace gf
