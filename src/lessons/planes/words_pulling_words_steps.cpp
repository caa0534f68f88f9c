// The guided steps of words-pulling-words, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> words_pulling_words_steps() {
  return {
      {.id = "points", .focus = "first.x", .cell = Cell{0, 6, 0}},
      {.id = "two_sentences", .focus = "second.x", .cell = Cell{0, 6, 0}, .section = "plane"},
      {.id = "dot_products", .focus = "first.iteration.0.dot_products", .cell = Cell{0, 0, 3}},
      {.id = "exponentials", .focus = "first.iteration.0.exponentials", .cell = Cell{0, 0, 3}},
      {.id = "shares", .focus = "first.iteration.0.weights", .cell = Cell{0, 0, 3}},
      {.id = "new_place", .focus = "first.iteration.0.output", .cell = Cell{0, 0, 0}},
      {.id = "iterations",
       .focus = "first.iteration.5.moved",
       .cell = Cell{0, 6, 0},
       .section = "plane",
       .example = {.set = {{"iterations", 6.0}}}},
      {.id = "equal_pull", .focus = "first.iteration.0.weights", .cell = Cell{0, 0, 0}, .example = {.preset = "equal"}},
      {.id = "whole_phrase", .focus = "first.iteration.0.weights", .cell = Cell{0, 3, 3}, .example = {.preset = "whole-phrase"}},
      {.id = "each_other", .focus = "first.iteration.1.output", .cell = Cell{0, 3, 0}, .example = {.preset = "orange"}},
  };
}

}  // namespace gf
