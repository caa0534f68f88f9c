// The first page in order: ninety seconds.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> start_steps() {
  return {
      {.id = "whole", .focus = "probabilities", .cell = Cell{0, 0, 0}, .page = StepPage::map},
      {.id = "numbers", .focus = "encoder.input", .cell = Cell{0, 0, 0}, .page = StepPage::map},
      {.id = "looking",
       .focus = "encoder.0.self_attention.weights",
       .cell = Cell{3, 0, 0},
       .ask = Ask{.how = WhereIsMost{}},
       .page = StepPage::map},
      {.id = "thinking", .focus = "encoder.0.feed_forward.hidden", .cell = Cell{0, 0, 0}, .page = StepPage::map},
      {.id = "next_word",
       .focus = "probabilities",
       .cell = Cell{0, 1, 0},
       .ask = Ask{.how = WhereIsMost{.among = {74, 109, 126, 156, 168}}},
       .page = StepPage::map},
      {.id = "again", .focus = "decoder.0.cross_attention.weights", .cell = Cell{0, 1, 0}, .page = StepPage::map},
      {.id = "apart", .focus = "logits", .cell = Cell{0, 0, 0}, .page = StepPage::map},
  };
}

}  // namespace gf
