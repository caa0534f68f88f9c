// The first page: a trained transformer translates a sentence, on the map of the course.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "lessons/steps.h"

namespace gf::start_lesson {

Lesson lesson() {
  return {.info = {.id = "start", .inputs = {text_input("source", whole_model::kSource)}, .presets = {}, .steps = start_steps()},
          .build = whole_model::build,
          .files = whole_model::files,
          .largest = {{"source", std::string(whole_model::kLongSource)}}};
}

}  // namespace gf::start_lesson
