// The guided steps of next-word, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> next_word_steps() {
  return {
      {.id = "task", .focus = "last.probabilities", .cell = Cell{0, 0, 18}, .example = {.keep = {"steps"}, .trained = 0}},
      {.id = "three_ways",
       .focus = "average.mixture",
       .cell = Cell{0, 1, 3},
       .example = {.keep = {"steps"}, .trained = 0},
       .exercise = Exercise{{{0, 1, 3}, {0, 1, 4}, {0, 1, 5}, {0, 1, 6}}, {"attention.mixture"}}},
      {.id = "training", .focus = "last.loss", .cell = Cell{0, 0, 0}, .example = {.trained = kToItsEnd}, .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "last_word",
       .focus = "last.likeness",
       .cell = Cell{0, 0, 1},
       .example = {.keep = {"steps"}},
       .ask = Ask{.how = HowMuch{0, 1}, .also = {"last.likeness"}}},
      {.id = "average",
       .focus = "average.likeness",
       .cell = Cell{0, 2, 3},
       .example = {.trained = kToItsEnd},
       .ask = Ask{.how = HowMuch{0, 1}, .also = {"average.likeness"}}},
      {.id = "more_steps",
       .focus = "average.probabilities",
       .cell = Cell{0, 2, 3},
       .example = {.preset = "more-steps", .trained = kToItsEnd}},
      {.id = "attention",
       .focus = "attention.mixture",
       .cell = Cell{0, 2, 9},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhereIsMost{.among = {7, 8, 9, 10, 11}}}},
      {.id = "own_phrase",
       .focus = "asked.attention.probabilities",
       .cell = Cell{0, 0, 2},
       .example = {.set = {{"asked", std::string("the capital of Spain is a")}}, .keep = {"steps"}, .trained = kToItsEnd}},
      {.id = "learned_embeddings",
       .focus = "average.probabilities",
       .cell = Cell{0, 2, 3},
       .example = {.preset = "learned-embeddings", .trained = kToItsEnd}},
      {.id = "every_beginning",
       .focus = "last.probabilities",
       .cell = Cell{0, 2, 4},
       .example = {.preset = "every-beginning", .trained = kToItsEnd},
       .ask = Ask{.how = HowMuch{0, 1, true}, .also = {"last.probabilities", "last.losses", "last.loss"}}},
      {.id = "eight_phrases", .focus = "attention.mixture", .cell = Cell{0, 0, 3}, .example = {.preset = "capitals", .trained = kToItsEnd}},
  };
}

}  // namespace gf
