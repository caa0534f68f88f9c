// The declarations of a lesson: its inputs, presets and panels. Editors, links, the command line and tests read this.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/table.h"
#include "protocol/setting.h"

namespace gf {

struct Step;  // protocol/step.h

enum class InputType { text, number, toggle, choice, matrix };

/// Says that an input matters only while another one has one of these choices, or where there are none, while it is on, not 0, or not
/// blank.
struct OnlyWith {
  Name input;
  NameList choices = {};
};

/// One declared input. Its label and help are `lessons.<id>.inputs.<name>.{label,help}` of the texts.
struct InputSpec {
  Name name;
  InputType type = InputType::text;
  Given initial;                         // the default; a matrix without rows means "computed from the other inputs"
  double least = 0, most = 0, step = 0;  // number: range and step (step 1 means whole numbers)
  bool logarithmic = false;              // number: a slider spreads it by its logarithm
  bool runs = false;   // number: a button counts it up, each number shown before the next, until a note `ended` says that more is the same;
                       // a note `written` has the text
  bool lines = false;  // text: of several lines
  NameList choices;    // choice
  Name shape;          // matrix: "(tokens, width)"; in sentences shape_word(shape)
  std::optional<OnlyWith> only_with;  // editors leave the input out where it does not matter; it is kept and checked all the same
};

/// A named set of inputs such as a source document's own example. Title: `lessons.<id>.presets.<name>`.
struct Preset {
  Name name;
  Settings settings = {};
  Inputs (*made)() = nullptr;  // the inputs that a table can't hold
};
Inputs inputs_of(const Preset& preset);

/// The chapter of the course that a lesson belongs to; `none`: the first page and the last.
enum class Chapter { none, look_up, vectors, attention, transformer, training, language, answers, practice };
inline std::string_view name_of(Chapter chapter) {
  return name_in({"none", "look_up", "vectors", "attention", "transformer", "training", "language", "answers", "practice"}, chapter);
}

/// Views of the tables of a lesson, which are constant data.
struct LessonInfo {
  Name id;
  ArrayView<InputSpec> inputs;
  ArrayView<Preset> presets = {};
  ArrayView<Step> steps = {};  // the guided ones, in order
  Name main = {};              // the input that the lesson is about first of all; empty: the first one, where it is a text
  Chapter chapter = Chapter::none;
  NameList hour = {};  // its steps on the short route, in their order; empty: the route leads past it
};

/// All lessons, in the order of the rail.
using Catalogue = std::vector<LessonInfo>;

/// The word for a declared shape in a Problem, so that people read it in their language: "@shape_width_head_width" of "(width,
/// head_width)".
std::string shape_word(std::string_view shape);

std::string_view name_of(InputType type);
const LessonInfo* find_lesson(const Catalogue& catalogue, std::string_view id);
const InputSpec* find_input(const LessonInfo& lesson, std::string_view name);

/// The declaration of an input. Throws InputError with the names that there are.
const InputSpec& known_input(const LessonInfo& lesson, std::string_view name);

/// The inputs of a preset. Throws InputError with the names that there are.
Inputs preset_inputs(const LessonInfo& lesson, std::string_view name);

/// The value of an input: set explicitly, or its default.
InputValue input_or_default(const LessonInfo& lesson, const Inputs& inputs, std::string_view name);

/// Whether an input matters beside the others, as it declares.
bool matters(const LessonInfo& lesson, const Inputs& inputs, const InputSpec& spec);

/// Checks one input value against its declaration: type, range, choice, finite numbers. Throws InputError.
void check_input(const InputSpec& spec, const InputValue& value);

/// Reads an input value from JSON and checks it. Throws InputError that names the input and what was expected.
InputValue input_from_json(const InputSpec& spec, const nlohmann::json& json);

/// Checks a document of this lesson: known inputs, values that fit. Throws InputError.
void check_document(const LessonInfo& lesson, const Document& document);

}  // namespace gf
