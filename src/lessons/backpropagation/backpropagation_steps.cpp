// The guided steps of backpropagation, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> backpropagation_steps() {
  return {
      {.id = "graph", .focus = "loss", .cell = Cell{0, 0, 0}},
      {.id = "residual",
       .focus = "residual",
       .cell = Cell{0, 0, 1},
       .example = {.set = {{"backward_step", 0.0}}},
       .ask = Ask{.how = WhichIsSo{{"x", "x_and_place"}, {0.7f}, Selection{"output", {0, 0, 1}}}},
       .slip = "D2"},
      {.id = "loss",
       .focus = "losses",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"backward_step", 0.0}}},
       .ask = Ask{.how = HowMuch{0, 5}, .also = {"losses", "loss"}}},
      {.id = "logits",
       .focus = "d_logits",
       .cell = Cell{0, 0, 2},
       .example = {.set = {{"backward_step", 3.0}}},
       .ask = Ask{.how = WhichIsSo{{"negative", "positive"}, {0}}}},
      {.id = "output_weights",
       .focus = "d_w",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"backward_step", 5.0}}},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "norm", .focus = "d_residual", .cell = Cell{0, 0, 0}, .example = {.set = {{"backward_step", 7.0}}}},
      {.id = "values", .focus = "d_value", .cell = Cell{0, 0, 0}, .example = {.set = {{"backward_step", 9.0}}}},
      {.id = "scores", .focus = "d_scores", .cell = Cell{0, 0, 1}, .example = {.set = {{"backward_step", 10.0}}}},
      {.id = "queries_and_keys", .focus = "d_query", .cell = Cell{0, 0, 0}, .example = {.set = {{"backward_step", 13.0}}}},
      {.id = "projections", .focus = "d_w_q", .cell = Cell{0, 0, 0}, .example = {.set = {{"backward_step", 16.0}}}},
      {.id = "input",
       .focus = "d_x",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"backward_step", 18.0}}},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
      {.id = "descent_step",
       .focus = "after.loss",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"backward_step", 18.0}, {"learning_rate", 0.5}}}},
  };
}

}  // namespace gf
