// The guided steps of spaces, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> spaces_steps() {
  return {
      {.id = "transformation", .focus = "m", .cell = Cell{0, 0, 0}},
      {.id = "determinant",
       .focus = "determinant",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "singular"},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "space_a", .focus = "a.relative", .cell = Cell{0, 0, 0}},
      {.id = "space_b",
       .focus = "b.relative",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, Selection{"a.relative", {0, 0, 0}}}, .also = {"b.distance"}}},
      {.id = "space_c", .focus = "c.relative", .cell = Cell{0, 0, 0}},
      {.id = "keys_and_queries", .focus = "pair.dot_products", .cell = Cell{0, 0, 1}, .exercise = Exercise{{{0, 0, 1}, {0, 1, 0}}}},
      {.id = "squashing",
       .focus = "pair.dot_products",
       .cell = Cell{0, 1, 0},
       .example = {.preset = "squash-only"},
       .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, Selection{"pair.dot_products", {0, 0, 1}}},
                  .also = {"pair.dot_products", "pair.weights"}},
       .slip = "B8"},
      {.id = "values",
       .focus = "values.relative",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, Selection{"a.relative", {0, 0, 0}}},
                  .also = {"values.distance"}}},
      {.id = "queries_keys_values",
       .focus = "phrase.dot_products",
       .cell = Cell{0, 6, 3},
       .example = {.set = {{"scaled", true}}},
       .exercise = Exercise{{{0, 6, 3}, {0, 3, 6}}, {"phrase.scores", "phrase.weights"}},
       .slip = "B9"},
      {.id = "more_dimensions", .focus = "c.relative", .cell = Cell{0, 0, 0}, .example = {.preset = "three-dimensions"}},
  };
}

}  // namespace gf
