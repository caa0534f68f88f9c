// The guided steps of words-pulling-words, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> words_pulling_words_steps() {
  return {
      {.id = "points", .focus = "first.x", .cell = Cell{0, 6, 0}},
      {.id = "two_sentences", .focus = "second.x", .cell = Cell{0, 6, 0}, .section = "plane"},
      {.id = "dot_products",
       .focus = "first.iteration.0.dot_products",
       .cell = Cell{0, 0, 3},
       .ask = Ask{.how = WhereIsMost{}, .also = {"first.iteration.0.exponentials", "first.iteration.0.sum", "first.iteration.0.weights"}}},
      {.id = "twice_as_far",
       .focus = "first.iteration.0.dot_products",
       .cell = Cell{0, 0, 3},
       .example = {.preset = "far-out"},
       .ask = Ask{.how = WhichIsSo{{"same", "twice", "four_times"}, {10, 20}},
                  .also = {"first.iteration.0.exponentials", "first.iteration.0.sum", "first.iteration.0.weights"}}},
      {.id = "exponentials",
       .focus = "first.iteration.0.exponentials",
       .cell = Cell{0, 0, 1},
       .exercise = Exercise{{{0, 0, 1}, {0, 0, 4}}}},
      {.id = "shares", .focus = "first.iteration.0.weights", .cell = Cell{0, 0, 3}, .exercise = Exercise{{{0, 0, 3}, {0, 0, 6}}}},
      {.id = "new_place",
       .focus = "first.iteration.0.output",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = WhereInPlane{"first.x"}, .also = {"first.iteration.0.moved"}}},
      {.id = "iterations",
       .focus = "first.iteration.5.moved",
       .cell = Cell{0, 6, 0},
       .section = "plane",
       .example = {.set = {{"iterations", 6.0}}},
       .ask = Ask{.how = WhereInPlane{"first.x"},
                  .also = {"first.iteration.1.moved", "first.iteration.1.output", "first.iteration.2.moved", "first.iteration.2.output",
                           "first.iteration.3.moved", "first.iteration.3.output", "first.iteration.4.moved", "first.iteration.4.output",
                           "first.iteration.5.output"}}},
      {.id = "equal_pull",
       .focus = "first.iteration.0.weights",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "equal"},
       .ask = Ask{.how = HowMuch{0, 1, true}, .also = {"first.iteration.0.weights"}},
       .slip = "B5"},
      {.id = "whole_phrase", .focus = "first.iteration.0.weights", .cell = Cell{0, 3, 3}, .example = {.preset = "whole-phrase"}},
      {.id = "each_other", .focus = "first.iteration.1.output", .cell = Cell{0, 3, 0}, .example = {.preset = "orange"}},
  };
}

}  // namespace gf
