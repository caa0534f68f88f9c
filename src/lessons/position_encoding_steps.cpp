// The guided steps of position-encoding, in order.
#include "lessons/steps.h"

namespace gf {

std::vector<Step> position_encoding_steps() {
  return {
      {.id = "places", .focus = "position"},
      {.id = "pairs", .focus = "position"},
      {.id = "waves", .focus = "position", .example = {.preset = "waves"}},
      {.id = "clock_hands", .focus = "position", .example = {.preset = "waves"}},
      {.id = "published", .focus = "position", .example = {.set = {{"published", true}, {"length", 3.0}, {"width", 4.0}}}},
  };
}

}  // namespace gf
