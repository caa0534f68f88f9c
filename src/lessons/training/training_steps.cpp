// The guided steps of training, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> training_steps() {
  return {
      {.id = "task", .focus = "probabilities", .example = {.keep = {"steps"}}},
      {.id = "loss", .focus = "losses", .example = {.keep = {"steps"}}},
      {.id = "one_step", .focus = "loss", .example = {.keep = {"steps"}}},
      {.id = "diagonal", .focus = "decoder.0.cross_attention.weights", .example = {.keep = {"steps"}}},
      {.id = "back_in_time", .focus = "decoder.0.cross_attention.weights", .example = {.keep = {"steps"}}},
      {.id = "edit_weights", .focus = "decoder.0.cross_attention.w_q", .example = {.keep = {"steps"}}},
      {.id = "check_gradient", .focus = "decoder.0.cross_attention.d_w_q", .example = {.keep = {"steps"}}},
      {.id = "without_positions",
       .focus = "decoder.0.cross_attention.weights",
       .example = {.set = {{"positions", std::string("none")}}, .keep = {"steps"}}},
  };
}

}  // namespace gf
