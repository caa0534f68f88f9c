// The guided steps of encoder-decoder, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> encoder_decoder_steps() {
  return {
      {.id = "source", .focus = "encoder.input"},
      {.id = "query", .focus = "encoder.0.self_attention.query", .cell = Cell{0, 0, 2}},
      {.id = "weights", .focus = "encoder.0.self_attention.weights"},
      {.id = "add_and_norm", .focus = "encoder.0.self_attention.norm"},
      {.id = "feed_forward", .focus = "encoder.0.feed_forward.hidden"},
      {.id = "decoder_mask", .focus = "decoder.0.self_attention.weights"},
      {.id = "cross_attention", .focus = "decoder.0.cross_attention.weights"},
      {.id = "probabilities", .focus = "probabilities"},
      {.id = "loss", .focus = "loss"},
      {.id = "published", .focus = "encoder.0.self_attention.query", .example = {.set = {{"published", true}}}},
      {.id = "first_word",
       .focus = "probabilities",
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 0.0}}}},
      {.id = "second_word",
       .focus = "probabilities",
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 1.0}}}},
      {.id = "end",
       .focus = "probabilities",
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 2.0}}}},
      {.id = "french_english", .focus = "decoder.0.cross_attention.weights", .example = {.preset = "trained-french-english"}},
  };
}

}  // namespace gf
