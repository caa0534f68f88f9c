// The guided steps of next-word, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> next_word_steps() {
  return {
      {.id = "task", .focus = "last.probabilities", .example = {.keep = {"steps"}}},
      {.id = "three_ways", .focus = "last.mixture", .example = {.keep = {"steps"}}},
      {.id = "training", .focus = "total_loss"},
      {.id = "last_word", .focus = "last.likeness", .example = {.keep = {"steps"}}},
      {.id = "average", .focus = "average.likeness"},
      {.id = "more_steps", .focus = "average.probabilities", .example = {.preset = "more-steps"}},
      {.id = "attention", .focus = "attention.mixture", .example = {.keep = {"steps"}}},
      {.id = "own_phrase",
       .focus = "asked.attention.probabilities",
       .example = {.set = {{"asked", std::string("the capital of Spain is a")}}, .keep = {"steps"}}},
      {.id = "learned_embeddings", .focus = "average.probabilities", .example = {.preset = "learned-embeddings"}},
      {.id = "eight_phrases", .focus = "attention.mixture", .example = {.preset = "capitals"}},
  };
}

}  // namespace gf
