// The guided steps of generation, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {
namespace {

// Of the model's vocabulary.
constexpr Index kNextAnna = 699, kNextBen = 703, kNextMia = 756, kNextTom = 804, kNextBlue = 869, kNextFast = 985, kNextRed = 1249,
                kNextNew = 1177;

}  // namespace

std::vector<Step> generation_steps() {
  const auto next_among = [](std::vector<Index> columns) {
    return Ask{.how = WhereIsMost{.among = std::move(columns)},
               .also = {"lens.logits", "logits", "cache.logits", "cache.logits_of_all", "cache.minus_logits"}};
  };
  return {
      {.id = "write", .focus = "written", .cell = Cell{0, 0, 0}},
      {.id = "girl",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kNextBen},
       .example = {.preset = "girl"},
       .ask = next_among({kNextBen, kNextTom, kNextAnna, kNextMia})},
      {.id = "apple",
       .focus = "lens.probabilities",
       .cell = Cell{0, 4, kNextFast},
       .example = {.preset = "eaten-apple"},
       .ask = next_among({kNextRed, kNextFast, kNextNew, kNextBlue})},
      {.id = "end", .focus = "written", .cell = Cell{0, 0, 0}, .example = {.preset = "to-the-end"}},
      {.id = "kept", .focus = "cache.pieces_read", .cell = Cell{0, 0, 1}},
      {.id = "cost", .focus = "cache.cost", .cell = Cell{0, 0, 0}, .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "same", .focus = "cache.largest_difference", .cell = Cell{0, 0, 0}},
      {.id = "window",
       .focus = "window.fell_out",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "small-window"},
       .exercise = Exercise{{{0, 0, 0}}}},
      {.id = "forgot", .focus = "window.pieces", .cell = Cell{0, 0, 0}, .example = {.preset = "small-window"}},
      {.id = "heat", .focus = "written", .cell = Cell{0, 0, 0}, .example = {.preset = "with-heat"}},
  };
}

}  // namespace gf
