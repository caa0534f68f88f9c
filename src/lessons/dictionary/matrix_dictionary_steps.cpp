// The guided steps of matrix-dictionary, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> matrix_dictionary_steps() {
  return {
      {.id = "words_as_vectors", .focus = "one_hot_in", .cell = Cell{0, 4, 4}, .example = {.preset = "one-word"}},
      {.id = "keys_and_values", .focus = "key", .cell = Cell{0, 3, 4}, .example = {.preset = "one-word"}},
      {.id = "query_meets_keys",
       .focus = "scores",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "one-word"},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}}}},
      {.id = "value_of_entry",
       .focus = "output",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "one-word"},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}}, {"direction", "cosines"}}},
      {.id = "back_to_word", .focus = "cosines", .cell = Cell{0, 0, 4}, .example = {.preset = "one-word"}},
      {.id = "relaxed_query", .focus = "weights", .cell = Cell{0, 0, 5}, .example = {.preset = "relaxed"}},
      {.id = "query_by_hand", .focus = "query", .cell = Cell{0, 0, 0}, .example = {.preset = "by-hand"}},
      {.id = "whole_sentence",
       .focus = "weights",
       .cell = Cell{0, 1, 1},
       .example = {.preset = "all-at-once"},
       .ask = Ask{.how = HowMuch{0, 1, true}, .also = {"weights"}}},
      {.id = "scaled_scores",
       .focus = "cosines",
       .cell = Cell{0, 1, 0},
       .example = {.preset = "scaled"},
       .ask = Ask{.how = WhereIsMost{}, .also = {"cosines", "output"}},
       .slip = "A8b"},
      {.id = "softmax_columns",
       .focus = "weights",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "columns", .set = {{"text", std::string("le chat le chat est la")}}},
       .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, Selection{"weights", {0, 4, 2}}},
                  .also = {"weights", "corrected.weights"}},
       .slip = "A8"},
  };
}

}  // namespace gf
