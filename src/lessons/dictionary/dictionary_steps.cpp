// The guided steps of dictionary, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> dictionary_steps() {
  return {
      {.id = "look_up", .focus = "translation", .cell = Cell{0, 3, 3}, .example = {.preset = "literal"}},
      {.id = "unknown_word",
       .focus = "exact",
       .cell = Cell{0, 5, 5},
       .example = {.preset = "unknown", .set = {{"word", std::string("tables")}}}},
      {.id = "nearest_key",
       .focus = "nearest_keys",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "nearest"},
       .ask = Ask{.how = HowMuch{}, .cell = Cell{0, 1, 0}, .also = {"distances"}}},
      {.id = "edit_matrix",
       .focus = "edits",
       .cell = Cell{0, 6, 3},
       .example = {.preset = "nearest"},
       .exercise = Exercise{{{0, 6, 3}, {0, 6, 4}, {0, 6, 5}}}},
      {.id = "own_words", .focus = "costs", .cell = Cell{0, 3, 3}, .example = {.preset = "accents"}},
      {.id = "rows_of_distances",
       .focus = "nearest",
       .cell = Cell{0, 1, 0},
       .example = {.set = {{"text", std::string("les chats sont sous la table")}}},
       .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}}}},
      {.id = "near_in_letters",
       .focus = "distances",
       .cell = Cell{0, 2, 2},
       .example = {.set = {{"text", std::string("les chats sont sous la table")}}},
       .ask = Ask{.how = WhereIsMost{.least = true}, .also = {"nearest", "translation"}}},
      {.id = "real_dictionary", .focus = "translation", .cell = Cell{0, 5, 21}, .example = {.preset = "real"}},
  };
}

}  // namespace gf
