// The first page: a trained transformer translates a sentence, on the map of the course.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::start_lesson {

namespace {

// After "lleva" the model is in doubt between "el" and "al": both are Spanish.
constexpr InputSpec kInputs[] = {text_input("source", "the girl carries the black dog")};

constexpr Step kSteps[] = {
    {.id = "whole", .focus = "alignment", .cell = CellName{0, 0, 0}, .page = StepPage::map},
    {.id = "numbers",
     .focus = "encoder.input",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.embedding + encoder.position = encoder.input*"},
    {.id = "looking",
     .focus = "encoder.0.self_attention.weights",
     .cell = CellName{3, 0, 0},
     .scene = "encoder.0.self_attention.weights",
     .ask = Ask{.how = WhereIsMost{}, .shows = "encoder.0.self_attention.residual"}},
    {.id = "thinking",
     .focus = "encoder.0.feed_forward.hidden",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.0.feed_forward.norm -> encoder.0.feed_forward.hidden* -> encoder.0.feed_forward.output"},
    {.id = "next_word",
     .focus = "probabilities",
     .cell = CellName{0, "lleva", "al"},
     .scene = "probabilities",
     .ask = Ask{.how = WhereIsMost{.among = {"al", "el", "la", "negro", "perro"}}}},
    {.id = "again", .focus = "alignment", .cell = CellName{0, "el", "dog"}, .scene = "alignment* as arcs"},
    {.id = "apart", .focus = "alignment", .cell = CellName{0, 0, 0}, .page = StepPage::map},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "start", .inputs = kInputs, .steps = kSteps},
                                     .build = whole_model::build,
                                     .files = whole_model::files,
                                     .largest = {{"source", whole_model::kLongSource}}};
  return kLesson;
}

}  // namespace gf::start_lesson
