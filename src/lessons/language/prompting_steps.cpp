// The guided steps of prompting, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {
namespace {

constexpr Index kI = 64, kUnder = 89, kYour = 98;  // of the model's vocabulary: I (do not know), Under, Your (name is)
constexpr Index kQuestion = 3;                     // of the messages: start, system, context, question, answer
constexpr Index kPlace = 4;                        // of the answer: T, he, key, is, under
constexpr Index kBeforeBed = 36;                   // of prompt and answer, the row that says "bed"
constexpr Index kKey = 12, kBed = 16, kCup = 19, kDoor = 23, kAskedKey = 28;  // places of the prompt

}  // namespace

std::vector<Step> prompting_steps() {
  const std::vector<std::string> of_answer{
      "said", "answer.logits", "tuned.logits", "tuned.last_rows", "looks.of_answer", "looks.at_prompt", "looks.by_message"};
  const auto either = [&](const char* less, const char* more) { return Ask{.how = WhichIsSo{{less, more}, {0.5f}}, .also = of_answer}; };
  return {
      {.id = "messages", .focus = "prompt", .cell = Cell{0, 0, 1}},
      {.id = "before", .focus = "said_before", .cell = Cell{0, 0, 0}, .example = {.preset = "name"}},
      {.id = "looked",
       .focus = "looks.by_message",
       .cell = Cell{0, kQuestion, kPlace},
       .ask = Ask{.how = WhereIsMost{.down = true}, .also = {"looks.at_prompt", "looks.by_message"}}},
      {.id = "copies",
       .focus = "tuned.decoder.2.self_attention.weights",
       .cell = Cell{3, kBeforeBed, kKey},
       .ask = Ask{.how = WhereIsMost{.among = {kKey, kBed, kCup, kDoor, kAskedKey}},
                  .also = {"tuned.decoder.2.self_attention.masked_scores", "tuned.decoder.2.self_attention.scores",
                           "tuned.decoder.2.self_attention.dot_products"}}},
      {.id = "no_context",
       .focus = "answer.probabilities",
       .cell = Cell{0, 1, kI},
       .example = {.preset = "no-context"},
       .ask = either("place", "unknown")},
      {.id = "few_words",
       .focus = "answer.probabilities",
       .cell = Cell{0, 1, kUnder},
       .example = {.preset = "few-words"},
       .ask = either("sentence", "words")},
      {.id = "memory",
       .focus = "requests.sent",
       .cell = Cell{0, 2, 1},
       .example = {.preset = "chat"},
       .exercise = Exercise{{{0, 2, 1}, {0, 3, 1}, {0, 4, 1}, {0, 5, 1}, {0, 6, 1}}, {"requests.read"}}},
      {.id = "cost",
       .focus = "requests.read",
       .cell = Cell{0, 1, 0},
       .example = {.preset = "chat"},
       .exercise = Exercise{{{0, 1, 0}, {0, 2, 0}}}},
      {.id = "window",
       .focus = "answer.probabilities",
       .cell = Cell{0, 1, kYour},
       .example = {.preset = "small-window"},
       .ask = either("unknown", "some_name")},
      {.id = "wordings",
       .focus = "wordings.chance",
       .cell = Cell{0, 0, 0},
       .ask = Ask{.how = WhereIsMost{.down = true}, .also = {"wordings.total", "wordings.minus_total", "wordings.surprise"}}},
  };
}

}  // namespace gf
