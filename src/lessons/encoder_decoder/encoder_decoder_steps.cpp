// The guided steps of encoder-decoder, in order.
#include <string>

#include "lessons/steps.h"

namespace gf {

std::vector<Step> encoder_decoder_steps() {
  return {
      {.id = "source", .focus = "encoder.input", .cell = Cell{0, 0, 0}},
      {.id = "query", .focus = "encoder.0.self_attention.query", .cell = Cell{0, 0, 2}, .exercise = Exercise{{{0, 0, 2}}}, .slip = "C7"},
      {.id = "weights", .focus = "encoder.0.self_attention.weights", .cell = Cell{0, 0, 2}},
      {.id = "add_and_norm", .focus = "encoder.0.self_attention.norm", .cell = Cell{0, 0, 0}},
      {.id = "feed_forward",
       .focus = "encoder.0.feed_forward.hidden",
       .cell = Cell{0, 0, 0},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}}},
      {.id = "memory",
       .focus = "encoder.0.feed_forward.hidden",
       .cell = Cell{0, 1, 0},
       .ask = Ask{.how = WhereIsMost{}, .also = {"encoder.0.feed_forward.hidden_input"}}},
      {.id = "decoder_mask",
       .focus = "decoder.0.self_attention.weights",
       .cell = Cell{0, 0, 0},
       .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}}},
      {.id = "cross_attention", .focus = "decoder.0.cross_attention.weights", .cell = Cell{0, 0, 2}, .ask = Ask{.how = WhichShares{}}},
      {.id = "probabilities", .focus = "probabilities", .cell = Cell{0, 0, 1}, .ask = Ask{.how = HowMuch{0, 1, true}}},
      {.id = "loss", .focus = "loss", .cell = Cell{0, 0, 0}},
      {.id = "published",
       .focus = "encoder.0.self_attention.position_as_written",
       .cell = Cell{0, 1, 2},
       .example = {.set = {{"published", true}}},
       .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-6f, 1e-6f}, Selection{"encoder.position", {0, 1, 2}}},
                  .also = {"encoder.0.self_attention.position_as_written", "encoder.0.self_attention.query_input"}},
       .slip = "C5"},
      {.id = "first_word",
       .focus = "probabilities",
       .cell = Cell{0, 0, 236},
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 0.0}}},
       .ask = Ask{.how = WhereIsMost{.among = {2, 68, 88, 100, 165, 236}}}},
      {.id = "second_word",
       .focus = "probabilities",
       .cell = Cell{0, 1, 165},
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 1.0}}}},
      {.id = "end",
       .focus = "probabilities",
       .cell = Cell{0, 2, 2},
       .example = {.preset = "trained-english-spanish", .set = {{"mode", std::string("step by step")}, {"step", 2.0}}}},
      {.id = "one_vector",
       .focus = "probabilities",
       .cell = Cell{0, 1, 40},
       .example = {.preset = "one-vector"},
       .ask = Ask{.how = WhereIsMost{.among = {40, 92, 143, 158}}}},
      {.id = "french_english",
       .focus = "decoder.0.cross_attention.weights",
       .cell = Cell{0, 3, 3},
       .example = {.preset = "trained-french-english"}},
  };
}

}  // namespace gf
