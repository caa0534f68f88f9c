// The five questions of the last page, and the page itself.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> end_steps() {
  return {
      {.id = "whole", .focus = "probabilities", .cell = Cell{0, 0, 79}},
      {.id = "alignment", .focus = "decoder.0.cross_attention.weights", .cell = Cell{0, 2, 0}, .ask = Ask{.how = WhereIsMost{}}},
      {.id = "places", .focus = "encoder.input", .cell = Cell{0, 1, 0}, .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}}}},
      {.id = "stream", .focus = "encoder.0.self_attention.residual", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
      {.id = "bend", .focus = "encoder.0.feed_forward.hidden", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}, {0, 0, 2}}}},
      {.id = "future",
       .focus = "decoder.0.self_attention.weights",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = HowMuch{0, 1, true}, .cell = Cell{0, 0, 1}}},
      {.id = "page", .focus = "logits", .cell = Cell{0, 0, 79}, .page = StepPage::last},
  };
}

}  // namespace gf
