#include "cli/lesson_commands.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/link_argument.h"
#include "core/explanation.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "protocol/look.h"
#include "protocol/step.h"
#include "study/code.h"
#include "study/trace_words.h"

namespace gf {
namespace {

using nlohmann::json;
using Words = std::vector<std::pair<std::string, std::string>>;
using Remark = std::function<void(const std::string& text, const Words& words)>;

json list_of(NameList names) {
  json list = json::array();
  for (const std::string& name : names) list.push_back(name);
  return list;
}

json input_to_json(const InputSpec& spec) {
  json result{{"name", spec.name}, {"type", name_of(spec.type)}, {"default", to_json(input_value(spec.initial))}};
  if (spec.type == InputType::number) result.update({{"least", spec.least}, {"most", spec.most}, {"step", spec.step}});
  if (spec.type == InputType::choice) result["choices"] = list_of(spec.choices);
  if (spec.type == InputType::matrix) result["shape"] = spec.shape;
  if (spec.only_with) result["only_with"] = {{"input", spec.only_with->input}, {"choices", list_of(spec.only_with->choices)}};
  return result;
}

json step_to_json(const LessonInfo& lesson, const Step& step, const Texts& texts) {
  const char* const kind_without_question = step.exercise ? "exercise" : "show";
  json result{{"id", step.id},
              {"kind", step.ask ? "predict" : kind_without_question},
              {"caption", texts.get("lessons." + lesson.id + ".steps." + step.id)},
              {"focus", step.focus}};
  if (step.exercise)
    for (const Cell& cell : step.exercise->cells) result["blanks"].push_back({cell.outer, cell.row, cell.col});
  if (step.ask) result["how"] = name_of_question(*step.ask);
  if (step.page != StepPage::none) result["page"] = name_of(step.page);
  return result;
}

json steps_in_hour(const LessonInfo& lesson) {
  json names = json::array();
  for (const std::string& step : lesson.hour) names.push_back(step);
  return names;
}

}  // namespace

std::string list_lessons(const Texts& texts) {
  json list = json::array();
  for (const Lesson& lesson : lessons()) {
    json inputs = json::array(), presets = json::array(), steps = json::array();
    for (const InputSpec& spec : lesson.info.inputs) inputs.push_back(input_to_json(spec));
    for (const Preset& preset : lesson.info.presets) presets.push_back(preset.name);
    json largest = json::object();
    for (const auto& [name, value] : inputs_of(lesson.largest)) largest[name] = to_json(value);
    for (const Step& step : lesson.info.steps) steps.push_back(step_to_json(lesson.info, step, texts));
    list.push_back({{"id", lesson.info.id},
                    {"title", texts.get("lessons." + lesson.info.id + ".title")},
                    {"chapter", name_of(lesson.info.chapter)},
                    {"hour", steps_in_hour(lesson.info)},
                    {"inputs", inputs},
                    {"presets", presets},
                    {"largest", largest},
                    {"try_also", examples_without_step(lesson.info)},
                    {"steps", steps}});
  }
  return readable(list);
}

namespace {

std::string lesson_or_link(const LessonQuestion& question) {
  if (question.link.empty() == question.lesson.empty())
    throw InputError({question.link.empty() ? "no_lesson" : "lesson_and_link", {{"got", question.lesson}}});
  return question.link.empty() ? question.lesson : question.link;
}

const TraceNode& node_of(const Trace& trace, const std::string& name, const std::string& where = "--node") {
  const int index = trace.find(name);
  if (index >= 0) return nth(trace.nodes, index);
  std::vector<std::string> known;
  for (const TraceNode& node : trace.nodes) known.push_back(node.name);
  throw InputError({"unknown_node_of", {{"where", where}, {"got", name}, {"known", joined(known)}}});
}

struct Computed {
  NamedDocument named;
  Trace trace;
};

Trace traced(const Document& document, const std::string& backward, const Texts& texts, const AssetReader& assets) {
  LessonContext context;
  for (const std::string& path : files_of(document))
    if (auto content = assets(path)) context.files[path] = std::make_shared<const LessonFile>(*std::move(content));
  Trace trace = run_lesson(document, backward, context);
  put_words(trace, texts);
  return trace;
}

bool is_about(const Note& note, const Pin& pin) {
  return note.words == Words{{"node", pin.node}, {"row", std::to_string(pin.cell.row)}, {"col", std::to_string(pin.cell.col)}};
}

// Throws InputError if a pin of an option names a cell that does not exist. A pin of a link may, since the lesson can have changed.
void check_pins(const Trace& trace, const std::vector<Pin>& asked, const Remark& remark) {
  for (const Note& note : trace.notes) {
    if (note.id != "pin_without_cell") continue;
    if (std::any_of(asked.begin(), asked.end(), [&](const Pin& pin) { return is_about(note, pin); }))
      throw InputError({"pin_without_cell", note.words});
    remark("cli.pin_left_out", note.words);
  }
}

Computed computed(const LessonQuestion& question, const Surroundings& around) {
  const Remark remark = [&](const std::string& id, const Words& words) {
    around.err << "glassformer: " << around.texts.format(id, words) << "\n";
  };
  NamedDocument named = document_argument(lesson_or_link(question));
  Document& document = named.document;
  const LessonInfo& lesson = lesson_named(document.lesson).info;
  if (!question.preset.empty()) document = {lesson.id, preset_inputs(lesson, question.preset)};
  for (const std::string& set : question.sets) set_argument(lesson, set, document.inputs);
  std::vector<Pin> asked;
  for (const std::string& pin : question.pins) asked.push_back(pin_argument(pin));
  document.pins.insert(document.pins.end(), asked.begin(), asked.end());
  if (!named.left_out.empty()) remark("problems.link_left_out", {{"names", joined(named.left_out)}});
  if (named.untrained) remark("cli.untrained", {});
  Trace trace = traced(document, question.backward, around.texts, around.assets);
  check_pins(trace, asked, remark);
  return {std::move(named), std::move(trace)};
}

// Returns the cell of the options, otherwise the selected cell of the link or the step.
Selection cell_of(const LessonQuestion& question, const Computed& computed) {
  if (!question.node.empty()) return {question.node, cell_argument("--cell", question.cell)};
  const LessonInfo& lesson = lesson_named(computed.named.document.lesson).info;
  const Document looked_at = with_cell_of_step(lesson, computed.named.document, computed.trace);
  if (computed.named.bare || !looked_at.look.selection || !has_cell(computed.trace, *looked_at.look.selection))
    throw InputError({"no_cell_named", {}});
  return *looked_at.look.selection;
}

}  // namespace

std::string print_trace(const LessonQuestion& question, const Surroundings& around) {
  const bool picture = question.format == kPicture && around.on_screen.picture;
  const ExportFormat format = picture ? ExportFormat::json : export_format_named(question.format, "--format");
  const Computed result = computed(question, around);
  if (!question.node.empty()) node_of(result.trace, question.node);
  if (picture) return around.on_screen.picture(result.named.document, question.node, question.width);
  TraceExtent extent{.most_values = question.most_values};
  if (!question.node.empty()) extent.only = {question.node};
  return export_trace(result.trace, format, around.texts, extent);
}

std::string print_explanation(const LessonQuestion& question, const Surroundings& around) {
  if (question.node.empty() != question.cell.empty()) throw InputError({"no_cell_named", {}});
  // Checks the cell and the format before the computation.
  if (!question.cell.empty()) cell_argument("--cell", question.cell);
  const ExportFormat format = export_format_named(question.format, "--format");
  const Computed result = computed(question, around);
  const Selection at = cell_of(question, result);
  const TraceNode& node = node_of(result.trace, at.node);
  if (!node.value->contains(at.cell))
    throw InputError({"unknown_cell", {{"node", node.name}, {"got", question.cell}, {"shape", to_string(node.value->shape())}}});
  return export_cell(result.trace, result.trace.find(at.node), at.cell, format, around.texts);
}

std::string print_code(const LessonQuestion& question, const Surroundings& around) {
  const Trace trace = computed(question, around).trace;
  if (question.node.empty()) return export_program(trace, question.torch ? ExportFormat::torch : ExportFormat::numpy, around.texts);
  const TraceNode& node = node_of(trace, question.node, "code");
  const int place = trace.find(question.node);
  const CodeLanguage language = question.torch ? CodeLanguage::torch : CodeLanguage::numpy;
  if (!node.inputs.empty() && code_lines(trace, place, language, around.texts).empty())
    throw InputError({"no_code", {{"node", node.name}}});
  return program_of(trace, place, language, around.texts).text;
}

std::vector<std::string> nodes_of(const std::string& lesson, const Texts& texts, const AssetReader& assets) {
  std::vector<std::string> names;
  for (const TraceNode& node : traced(document_argument(lesson).document, {}, texts, assets).nodes) names.push_back(node.name);
  return names;
}

}  // namespace gf
