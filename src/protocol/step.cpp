#include "protocol/step.h"

#include "protocol/schema.h"

namespace gf {
namespace {

// Only what differs from the defaults, as edits leave it.
Inputs without_defaults(const LessonInfo& lesson, Inputs inputs) {
  std::erase_if(inputs, [&](const auto& one) {
    const InputSpec* spec = find_input(lesson, one.first);
    return spec != nullptr && same_value(spec->initial, one.second);
  });
  return inputs;
}

Inputs example_inputs(const LessonInfo& lesson, const Inputs& present, const StepExample& example) {
  Inputs inputs = example.preset.empty() ? Inputs{} : preset_inputs(lesson, example.preset);
  for (const auto& [name, value] : example.set) inputs.insert_or_assign(name, value);
  for (const std::string& name : example.keep) inputs.insert_or_assign(name, input_or_default(lesson, present, name));
  return without_defaults(lesson, std::move(inputs));
}

}  // namespace

void check_example(const LessonInfo& lesson, const StepExample& example) {
  if (!example.preset.empty()) preset_inputs(lesson, example.preset);
  for (const auto& [name, value] : example.set) check_input(known_input(lesson, name), value);
  for (const std::string& name : example.keep) known_input(lesson, name);
}

Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return {document.lesson, example_inputs(lesson, document.inputs, example), {}, document.look};
}

bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return document.pins.empty() && same_inputs(without_defaults(lesson, document.inputs), example_inputs(lesson, document.inputs, example));
}

bool is_opening(const LessonInfo& lesson, const StepExample& example) { return example_inputs(lesson, {}, example).empty(); }

}  // namespace gf
