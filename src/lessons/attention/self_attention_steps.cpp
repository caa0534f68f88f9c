// The guided steps of self-attention, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> self_attention_steps() {
  return {
      {.id = "embeddings", .focus = "x", .cell = Cell{0, 0, 0}},
      {.id = "positions", .focus = "position", .cell = Cell{0, 1, 0}},
      {.id = "projections", .focus = "query", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}}},
      {.id = "scores", .focus = "scores", .cell = Cell{0, 0, 2}},
      {.id = "weights", .focus = "weights", .cell = Cell{0, 0, 0}, .ask = Ask{.how = WhereIsMost{}}},
      {.id = "output", .focus = "output", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
      {.id = "causal_mask",
       .focus = "weights",
       .cell = Cell{0, 0, 1},
       .example = {.set = {{"causal", true}}},
       .ask = Ask{.how = WhichShares{}}},
      {.id = "word_order",
       .focus = "shuffled.largest_difference",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"text", std::string("the dog bit the man")}, {"positions", false}, {"shuffled", true}}},
       .ask = Ask{.how = WhichIsSo{{"same", "other"}, {1e-4f}}}},
      {.id = "two_value_matrices",
       .focus = "value",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = WhichIsSo{{"begins_0", "begins_1"}, {0.5f}}, .node = "w_v", .cell = Cell{0, 0, 0}, .also = {"w_v"}},
       .slip = "C4"},
      {.id = "one_vector",
       .focus = "query",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "one-vector"},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}, {"key", "value"}},
       .slip = "E2"},
  };
}

}  // namespace gf
