#include "protocol/step.h"

#include <algorithm>
#include <cstdlib>

#include "core/join.h"
#include "core/nth.h"
#include "core/problem.h"
#include "protocol/schema.h"
#include "protocol/training.h"

namespace gf {
namespace {

// Returns the inputs that differ from their defaults.
Inputs without_defaults(const LessonInfo& lesson, Inputs inputs) {
  std::erase_if(inputs, [&](const auto& input) {
    const InputSpec* spec = find_input(lesson, input.first);
    return spec != nullptr && same_value(input_value(spec->initial), input.second);
  });
  return inputs;
}

Inputs example_inputs(const LessonInfo& lesson, const Inputs& present, const StepExample& example) {
  Inputs inputs = example.preset.empty() ? Inputs{} : preset_inputs(lesson, example.preset);
  for (auto& [name, value] : inputs_of(example.set)) inputs.insert_or_assign(name, std::move(value));
  for (const std::string& name : example.keep) inputs.insert_or_assign(name, input_or_default(lesson, present, name));
  return without_defaults(lesson, std::move(inputs));
}

std::vector<Pin> pins_of(const StepExample& example) {
  std::vector<Pin> pins;
  for (const Held& held : example.hold) pins.push_back({held.node, held.cell, held.value});
  return pins;
}

}  // namespace

int index_of_step(const LessonInfo& lesson, std::string_view id) {
  std::vector<std::string_view> known;
  for (const Step& step : lesson.steps) {
    if (step.id == id) return static_cast<int>(known.size());
    known.push_back(step.id);
  }
  throw InputError({"unknown_step_id", {{"lesson", lesson.id}, {"got", std::string(id)}, {"known", joined(known)}}});
}

void check_example(const LessonInfo& lesson, const StepExample& example) {
  if (!example.preset.empty()) preset_inputs(lesson, example.preset);
  for (const auto& [name, value] : inputs_of(example.set)) check_input(known_input(lesson, name), value);
  for (const std::string& name : example.keep) known_input(lesson, name);
}

Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return {document.lesson, example_inputs(lesson, document.inputs, example), pins_of(example), document.look};
}

bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example) {
  return document.pins == pins_of(example) &&
         same_inputs(without_defaults(lesson, document.inputs), example_inputs(lesson, document.inputs, example));
}

std::vector<std::string> examples_without_step(const LessonInfo& lesson) {
  std::vector<std::string> names;
  for (const Preset& preset : lesson.presets) {
    const auto brings = [&](const Step& step) {
      return step.example.preset == preset.name || shows_example(lesson, {lesson.id, inputs_of(preset)}, step.example);
    };
    if (std::none_of(lesson.steps.begin(), lesson.steps.end(), brings)) names.emplace_back(preset.name);
  }
  return names;
}

const Step* step_of(const LessonInfo& lesson, const Document& document) {
  if (lesson.steps.empty()) return nullptr;
  return &lesson.steps[std::min(static_cast<std::size_t>(std::max(document.look.step, 0)), lesson.steps.size() - 1)];
}

std::optional<Selection> cell_of_step(const Step& step, const Trace* trace) {
  const std::optional<Cell> cell = step.cell ? cell_named(*step.cell, trace, step.focus) : std::nullopt;
  return cell ? std::optional(Selection{step.focus, *cell}) : std::nullopt;
}

Document at_step(const LessonInfo& lesson, const Document& document, int step) {
  Document next = document;
  next.look.step = step;
  const Step* target = step_of(lesson, next);
  if (!target) return next;
  next = with_example(lesson, next, target->example);
  next.look.step = static_cast<int>(target - lesson.steps.data());
  next.look.selection = cell_of_step(*target, nullptr);
  next.look.matrices.clear();  // so that the matrix of the selected cell is shown
  next.look.scene.clear();
  return next;
}

Document with_cell_of_step(const LessonInfo& lesson, Document document, const Trace& trace) {
  const Step* step = step_of(lesson, document);
  if (step && !document.look.selection) document.look.selection = cell_of_step(*step, &trace);
  return document;
}

bool is_place(const LessonInfo& lesson, const Document& document) {
  if (!document.inputs.empty() || !document.pins.empty()) return false;
  const Step* step = step_of(lesson, document);
  return !document.inputs_given || !step || shows_example(lesson, document, step->example);
}

bool shows_trained(const RunView& run, Index trained) {
  if (run.records.empty() || run.step < std::min(trained, run.steps)) return false;
  const auto distance = [&](const RunRecord& record) { return std::abs(record.step - trained); };
  const RunRecord& viewed = run.viewed < 0 ? run.records.back() : nth(run.records, run.viewed);
  return std::none_of(run.records.begin(), run.records.end(), [&](const RunRecord& record) { return distance(record) < distance(viewed); });
}

}  // namespace gf
