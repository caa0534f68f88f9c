// The first page: a trained transformer translates a sentence, on the map of the course.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::start_lesson {

namespace {

constexpr InputSpec kInputs[] = {text_input("source", whole_model::kSource)};

constexpr Step kSteps[] = {
    {.id = "whole", .focus = "probabilities", .cell = Cell{0, 0, 0}, .page = StepPage::map},
    {.id = "numbers", .focus = "encoder.input", .cell = Cell{0, 0, 0}, .page = StepPage::map},
    {.id = "looking",
     .focus = "encoder.0.self_attention.weights",
     .cell = Cell{3, 0, 0},
     .ask = Ask{.how = WhereIsMost{}, .shows = "encoder.0.self_attention.residual"},
     .page = StepPage::map},
    {.id = "thinking", .focus = "encoder.0.feed_forward.hidden", .cell = Cell{0, 0, 0}, .page = StepPage::map},
    {.id = "next_word",
     .focus = "probabilities",
     .cell = Cell{0, 1, 0},
     .ask = Ask{.how = WhereIsMost{.among = {74, 109, 126, 156, 168}}},
     .page = StepPage::map},
    {.id = "again", .focus = "decoder.0.cross_attention.weights", .cell = Cell{0, 1, 0}, .page = StepPage::map},
    {.id = "apart", .focus = "logits", .cell = Cell{0, 0, 0}, .page = StepPage::map},
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
