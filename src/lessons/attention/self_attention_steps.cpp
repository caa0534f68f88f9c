// The guided steps of self-attention, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> self_attention_steps() {
  return {
      {.id = "embeddings", .focus = "x"},
      {.id = "positions", .focus = "position"},
      {.id = "projections", .focus = "query"},
      {.id = "scores", .focus = "scores"},
      {.id = "weights", .focus = "weights"},
      {.id = "output", .focus = "output"},
      {.id = "causal_mask", .focus = "weights", .example = {.set = {{"causal", true}}}},
      {.id = "word_order",
       .focus = "shuffled.largest_difference",
       .example = {.set = {{"text", std::string("the dog bit the man")}, {"positions", false}, {"shuffled", true}}}},
      {.id = "published", .focus = "query", .example = {.set = {{"published", true}}}},
  };
}

}  // namespace gf
