#include "protocol/step.h"

#include <nlohmann/json.hpp>

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

StepExample example_from_json(const LessonInfo& lesson, const nlohmann::json& step) {
  StepExample example;
  if (const auto preset = step.find("preset"); preset != step.end()) {
    example.preset = preset->get<std::string>();
    preset_inputs(lesson, example.preset);  // throws
  }
  if (const auto set = step.find("set"); set != step.end())
    for (const auto& [name, value] : set->items()) example.set.insert_or_assign(name, input_from_json(known_input(lesson, name), value));
  if (const auto keep = step.find("keep"); keep != step.end())
    for (const nlohmann::json& name : *keep) example.keep.insert(known_input(lesson, name.get<std::string>()).name);
  return example;
}

Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return {document.lesson, example_inputs(lesson, document.inputs, example), {}, document.look};
}

bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return document.pins.empty() && same_inputs(without_defaults(lesson, document.inputs), example_inputs(lesson, document.inputs, example));
}

bool is_opening(const LessonInfo& lesson, const StepExample& example) { return example_inputs(lesson, {}, example).empty(); }

}  // namespace gf
