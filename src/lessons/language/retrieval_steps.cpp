// The guided steps of retrieval, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {
namespace {

constexpr Index kRed = 1249, kGreen = 1044, kGrey = 1045, kYellow = 1423;  // of the model's vocabulary
constexpr Index kBallSentence = 0, kGladSentence = 2, kKingSentence = 6, kLakeSentence = 9, kHatSentence = 11;
constexpr Index kKingOfThree = 1, kFirstWordOfKing = 3;  // where there are three sentences alone

}  // namespace

std::vector<Step> retrieval_steps() {
  const std::vector<std::string> of_search{"positive",          "is_positive", "largest_scores", "kept",         "scaled", "exponentials",
                                           "kept_exponentials", "sum",         "shares",         "found_pieces", "prompt", "said"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), of_search.begin(), of_search.end());
    return more;
  };
  return {
      {.id = "notes", .focus = "prompt", .cell = Cell{0, 0, 1}},
      {.id = "alone",
       .focus = "answer.probabilities",
       .cell = Cell{0, 0, kRed},
       .ask = Ask{.how = WhereIsMost{.among = {kRed, kGreen, kGrey, kYellow}},
                  .also = {"answer.logits", "alone.logits", "alone.last_row", "said_alone"}}},
      {.id = "mean",
       .focus = "averaging",
       .cell = Cell{0, kKingOfThree, kFirstWordOfKing},
       .example = {.set = {{"sentences", std::string("Tim has a red ball.\nThe king gave the fox some bread.\nEmma was glad.")}}},
       .exercise = Exercise{{{0, kKingOfThree, kFirstWordOfKing},
                             {0, kKingOfThree, kFirstWordOfKing + 1},
                             {0, kKingOfThree, kFirstWordOfKing + 2},
                             {0, kKingOfThree, kFirstWordOfKing + 3}}}},
      {.id = "second_lesson",
       .focus = "scores",
       .cell = Cell{0, kBallSentence, 0},
       .example = {.preset = "other-words"},
       .ask = Ask{.how = WhereIsMost{.down = true, .among = {kBallSentence, kGladSentence, kKingSentence, kLakeSentence, kHatSentence}},
                  .also = with({"index.best"})}},
      {.id = "overlap",
       .focus = "overlap",
       .cell = Cell{0, kBallSentence, 0},
       .example = {.preset = "hat-by-words"},
       .exercise = Exercise{{{0, kBallSentence, 0}, {0, kHatSentence, 0}}, of_search}},
      {.id = "drowned",
       .focus = "answer.probabilities",
       .cell = Cell{0, 1, kGrey},
       .example = {.preset = "hat-by-vectors"},
       .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = {"answer.logits", "found.logits", "found.last_row", "said"}}},
      {.id = "eight",
       .focus = "answer.probabilities",
       .cell = Cell{0, 1, kRed},
       .example = {.preset = "eight"},
       .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = {"answer.logits", "found.logits", "found.last_row", "said"}}},
      {.id = "lists",
       .focus = "index.rows_read",
       .cell = Cell{0, 1, 0},

       .exercise = Exercise{{{0, 1, 0}}, {"index.in_lists", "index.behind", "index.multiplications"}}},
      {.id = "many",
       .focus = "index.recall_by_lists",
       .cell = Cell{0, 0, 0},
       .example = {.preset = "ten-thousand"},
       .ask = Ask{.how = HowMuch{0, 1, true}}},
      {.id = "chain", .focus = "answer.probabilities", .cell = Cell{0, 1, kRed}},
  };
}

}  // namespace gf
