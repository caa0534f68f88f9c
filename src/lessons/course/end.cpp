// The last page: five questions about the whole model, then what can be read now, what was left out, and where to go on.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::end_lesson {

namespace {

constexpr InputSpec kInputs[] = {text_input("source", whole_model::kSource)};

constexpr Step kSteps[] = {
    {.id = "whole", .focus = "probabilities", .cell = CellName{0, 0, "el"}, .scene = "decoder.0.cross_attention.weights -> probabilities*"},
    {.id = "alignment",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, "gato", 0},
     .scene = "decoder.0.cross_attention.weights* -> probabilities",
     .ask = Ask{.how = WhereIsMost{}, .shows = "decoder.0.cross_attention.residual"}},
    {.id = "places",
     .focus = "encoder.input",
     .cell = CellName{0, "black", 0},
     .scene = "encoder.embedding + encoder.position = encoder.input*",
     .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}}}},
    {.id = "stream",
     .focus = "encoder.0.self_attention.residual",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.input + encoder.0.self_attention.projection = encoder.0.self_attention.residual*",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "bend",
     .focus = "encoder.0.feed_forward.hidden",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.0.feed_forward.hidden_input | encoder.0.feed_forward.hidden*",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 2}}}},
    {.id = "future",
     .focus = "decoder.0.self_attention.weights",
     .cell = CellName{0, 0, 0},
     .scene = "decoder.0.self_attention.masked_scores -> decoder.0.self_attention.weights*",
     .ask = Ask{.how = HowMuch{0, 1, true},
                .cell = CellName{0, 0, "el"},
                .also = "decoder.0.self_attention.masked_scores, decoder.0.self_attention.weights",
                .shows = "decoder.0.self_attention.residual"}},
    {.id = "page", .focus = "logits", .cell = CellName{0, 0, "el"}, .page = StepPage::last},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "end", .inputs = kInputs, .steps = kSteps},
                                     .build = whole_model::build,
                                     .files = whole_model::files,
                                     .largest = {{"source", whole_model::kLongSource}}};
  return kLesson;
}

}  // namespace gf::end_lesson
