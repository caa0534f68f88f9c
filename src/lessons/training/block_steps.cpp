// The guided steps of block, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> block_steps() {
  const auto part = [](const char* name) { return Inputs{{"part", std::string(name)}}; };
  return {
      {.id = "two_parts",
       .focus = "whole.decoder.0.feed_forward.residual",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0}},
      {.id = "stream",
       .focus = "whole.decoder.0.self_attention.residual",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "bend",
       .focus = "whole.decoder.0.feed_forward.hidden",
       .cell = Cell{0, 0, 3},
       .example = {.keep = {"steps"}, .trained = 0},
       .exercise = Exercise{{{0, 0, 3}, {0, 0, 4}, {0, 0, 7}, {0, 0, 8}}}},
      {.id = "which_fails",
       .focus = "model_losses",
       .cell = Cell{0, 4, 0},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhereIsMost{.down = true}, .also = {"losses_beside_each_other"}}},
      {.id = "no_residual",
       .focus = "no_residual.decoder.1.feed_forward.output",
       .cell = Cell{0, 0, 0},
       .example = {.set = part("no_residual"), .keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "no_norm",
       .focus = "no_norm.decoder.1.feed_forward.residual",
       .cell = Cell{0, 0, 0},
       .example = {.set = part("no_norm"), .keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "no_feed_forward",
       .focus = "no_feed_forward.probabilities",
       .cell = Cell{0, 10, 5},
       .example = {.set = part("no_feed_forward"), .keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "no_bend",
       .focus = "no_bend.decoder.0.feed_forward.output",
       .cell = Cell{0, 0, 0},
       .example = {.set = part("no_bend"), .keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "depth",
       .focus = "model_losses",
       .cell = Cell{0, 4, 0},
       .example = {.preset = "one-block", .keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhichIsSo{{"better", "worse"}, {1.4f}}, .cell = Cell{0, 0, 0}}},
      {.id = "stacked",
       .focus = "whole.decoder.1.feed_forward.residual",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0}},
  };
}

}  // namespace gf
