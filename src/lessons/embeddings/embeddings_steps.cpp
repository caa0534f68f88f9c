// The guided steps of embeddings, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> embeddings_steps() {
  return {
      {.id = "window", .focus = "next_words", .cell = Cell{0, 0, 7}, .example = {.keep = {"steps"}}},
      {.id = "two_words_in",
       .focus = "context",
       .cell = Cell{0, 0, 24},
       .example = {.keep = {"steps"}, .trained = 0},
       .exercise = Exercise{{{0, 0, 24}, {0, 0, 25}}}},
      {.id = "probabilities",
       .focus = "probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0},
       .ask = Ask{.how = HowMuch{.percent = true}, .also = {"probabilities"}}},
      {.id = "plane", .focus = "points", .cell = Cell{0, 3, 0}, .example = {.keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "neighbours", .focus = "neighbours", .cell = Cell{0, 0, 179}, .example = {.keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "analogy",
       .focus = "answers",
       .cell = Cell{0, 0, 171},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhereIsMost{.among = {13, 171, 172, 179}}}},
      {.id = "held_out",
       .focus = "held_out.accuracy",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = HowMuch{0, 100}, .also = {"held_out.right"}}},
      {.id = "other_pairs",
       .focus = "term_sum",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "capitals", .keep = {"learning_rate", "batch", "steps", "seed"}, .trained = kToItsEnd},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
      {.id = "made_corpus",
       .focus = "held_out.right",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"text", "asked", "shown", "word", "analogy", "steps"}, .trained = kToItsEnd}},
      {.id = "two_numbers",
       .focus = "held_out.accuracy",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "two-numbers", .trained = kToItsEnd}},
  };
}

}  // namespace gf
