// The lesson end, the last one: questions about the whole model, then a page about further reading.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::end_lesson {

namespace {

constexpr InputSpec kInputs[] = {text_input("source", whole_model::kSource)};

// The cells that keep other words from attending to "black": its column of the weights in all four heads, without its own row.
struct BlackAlone {
  static constexpr Index kHeads = 4, kWords = 7, kBlack = 1;
  Held cells[kHeads * (kWords - 1)] = {};

  constexpr BlackAlone() {
    for (Index i = 0; i < kHeads * (kWords - 1); ++i) {
      const Index other = i % (kWords - 1);
      cells[i] = {"encoder.0.self_attention.weights", {i / (kWords - 1), other < kBlack ? other : other + 1, kBlack}, 0};
    }
  }
};
constexpr BlackAlone kBlackAlone;

constexpr Step kSteps[] = {
    {.id = "whole", .focus = "probabilities", .scene = "decoder.0.cross_attention.weights -> probabilities*"},
    {.id = "alignment",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, "gato", 0},
     .scene = "decoder.0.cross_attention.weights* as arcs",
     .ask = Ask{.how = WhereIsMost{},
                .also = "decoder.0.cross_attention.scores, decoder.0.cross_attention.dot_products",
                .shows = "decoder.0.cross_attention.residual"}},
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
    {.id = "held",
     .focus = "probabilities",
     .cell = CellName{0, "gato", "negro"},
     .scene = "encoder.0.self_attention.weights -> probabilities*",
     .example = {.hold = kBlackAlone.cells},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}}},
    {.id = "future",
     .focus = "decoder.0.self_attention.weights",
     .cell = CellName{0, 0, 0},
     .scene = "decoder.0.self_attention.masked_scores -> decoder.0.self_attention.weights* as attention",
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
