// The guided steps of lora, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> lora_steps() {
  const std::string w = "adapted.decoder.0.cross_attention.w_q", d_w = "adapted.decoder.0.cross_attention.w_q.d_";
  const auto adapter = [](const char* which) { return Inputs{{"adapter", std::string(which)}}; };
  return {
      {.id = "new_task",
       .focus = "answer.probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.set = adapter("none"), .keep = {"steps"}, .trained = 0}},
      {.id = "how_many",
       .focus = "numbers_learned",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
      {.id = "zero",
       .focus = w + ".ab",
       .cell = Cell{0, 0, 0},
       .example = {.keep = {"steps"}, .trained = 0},
       .ask = Ask{.how = HowMuch{-1, 1}}},
      {.id = "who_moves", .focus = d_w + "b", .cell = Cell{0, 0, 0}, .example = {.keep = {"steps"}, .trained = 0}},
      {.id = "rank_one",
       .focus = "right_answers",
       .cell = Cell{0, 2, 0},
       .example = {.preset = "rank-one", .keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhichIsSo{{"under_half", "over_half"}, {0.5f}}}},
      {.id = "tuned",
       .focus = "right_answers",
       .cell = Cell{0, 2, 0},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = HowMuch{0, 1, true}}},
      {.id = "corner",
       .focus = "corner",
       .cell = Cell{0, 0, 1},
       .example = {.keep = {"steps"}, .trained = kToItsEnd},
       .exercise = Exercise{{{0, 0, 1}, {0, 2, 3}}, {w + ".ab", w + ".adapted"}}},
      {.id = "off",
       .focus = "answer.probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.set = adapter("none"), .keep = {"steps"}, .trained = kToItsEnd},
       .ask = Ask{.how = WhereIsMost{.among = {4, 6, 7, 8}}}},
      {.id = "two_adapters",
       .focus = "answer.probabilities",
       .cell = Cell{0, 0, 0},
       .example = {.set = {{"task", std::string("copy-digits")}, {"adapter", std::string("kept")}},
                   .keep = {"steps"},
                   .trained = kToItsEnd,
                   .beside = true}},
  };
}

}  // namespace gf
