// The last page: five questions about the whole model, then what can be read now, what was left out, and where to go on.
#include "lessons/course/whole_model.h"
#include "lessons/shared/input_specs.h"
#include "lessons/steps.h"

namespace gf::end_lesson {

Lesson lesson() {
  return {.info = {.id = "end", .inputs = {text_input("source", whole_model::kSource)}, .presets = {}, .steps = end_steps()},
          .build = whole_model::build,
          .files = whole_model::files,
          .largest = {{"source", std::string(whole_model::kLongSource)}}};
}

}  // namespace gf::end_lesson
