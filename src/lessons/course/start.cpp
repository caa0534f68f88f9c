// The lesson start, the first page: a trained transformer translates a sentence, on the map of the course.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::start_lesson {

namespace {

// After "lleva" the model gives both "el" and "al" a high probability.
constexpr InputSpec kInputs[] = {text_input("source", "the girl carries the black dog")};

// The cells that keep other words from attending to "dog": its column of the weights in all four heads, without its own row.
struct WithoutDog {
  static constexpr Index kHeads = 4, kDog = 5;
  Held cells[kHeads * kDog] = {};

  constexpr WithoutDog() {
    for (Index i = 0; i < kHeads * kDog; ++i) cells[i] = {"encoder.0.self_attention.weights", {i / kDog, i % kDog, kDog}, 0};
  }
};
constexpr WithoutDog kWithoutDog;

constexpr Step kSteps[] = {
    {.id = "whole", .focus = "alignment", .cell = CellName{0, 0, 0}, .page = StepPage::map},
    {.id = "numbers",
     .focus = "encoder.input",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.embedding + encoder.position | encoder.input*"},
    {.id = "looking",
     .focus = "encoder.0.self_attention.weights",
     .cell = CellName{3, {"the", 2}, 0},
     .scene = "encoder.0.self_attention.weights",
     .ask = Ask{.how = WhereIsMost{},
                .also = "encoder.0.self_attention.scores, encoder.0.self_attention.dot_products",
                .stack = true,
                .shows = "encoder.0.self_attention.residual"}},
    {.id = "thinking",
     .focus = "encoder.0.feed_forward.hidden",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.0.feed_forward.norm | encoder.0.feed_forward.hidden*"},
    {.id = "next_word",
     .focus = "probabilities",
     .cell = CellName{0, "lleva", "al"},
     .scene = "probabilities",
     .ask = Ask{.how = WhereIsMost{.among = {"al", "el", "la", "negro", "perro"}}, .also = "logits, logits_without_bias"}},
    {.id = "hidden",
     .focus = "probabilities",
     .cell = CellName{0, "lleva", "la"},
     .scene = "encoder.0.self_attention.weights -> probabilities*",
     .example = {.hold = kWithoutDog.cells},
     .ask = Ask{.how = WhereIsMost{.among = {"al", "el", "la", "los"}}, .also = "logits, logits_without_bias"}},
    {.id = "again", .focus = "alignment", .cell = CellName{0, "el", "dog"}, .scene = "alignment* as arcs -> probabilities as likeliest"},
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
