// The guided steps of embeddings, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> embeddings_steps() {
  return {
      {.id = "window", .focus = "next_words", .example = {.keep = {"steps"}}},
      {.id = "two_words_in", .focus = "context", .example = {.keep = {"steps"}}},
      {.id = "probabilities", .focus = "probabilities", .example = {.keep = {"steps"}}},
      {.id = "plane", .focus = "points", .example = {.keep = {"steps"}}},
      {.id = "neighbours", .focus = "neighbours", .example = {.keep = {"steps"}}},
      {.id = "analogy", .focus = "answers", .example = {.keep = {"steps"}}},
      {.id = "held_out", .focus = "held_out.accuracy", .example = {.keep = {"steps"}}},
      {.id = "other_pairs", .focus = "answers", .example = {.preset = "capitals", .keep = {"learning_rate", "batch", "steps", "seed"}}},
      {.id = "made_corpus", .focus = "held_out.right", .example = {.keep = {"text", "asked", "shown", "word", "analogy", "steps"}}},
      {.id = "two_numbers", .focus = "held_out.accuracy", .example = {.preset = "two-numbers"}},
  };
}

}  // namespace gf
