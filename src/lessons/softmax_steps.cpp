// The guided steps of softmax, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> softmax_steps() {
  return {
      {.id = "scores", .focus = "z"},
      {.id = "exponentials", .focus = "exponentials"},
      {.id = "sum", .focus = "sum"},
      {.id = "shares", .focus = "probabilities"},
      {.id = "inverse_temperature", .focus = "scaled", .example = {.set = {{"beta", 4.0}}}},
      {.id = "two_scores", .focus = "probabilities", .example = {.preset = "two-scores"}},
      {.id = "overflow", .focus = "exponentials", .example = {.preset = "overflow"}},
  };
}

}  // namespace gf
