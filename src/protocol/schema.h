// The declarations of a lesson as constant data: its inputs, presets and guided steps. Editors, links, the command line and tests read
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/table.h"
#include "protocol/document.h"
#include "protocol/setting.h"

namespace gf {

struct Step;  // protocol/step.h

enum class InputType { text, number, toggle, choice, matrix };

/// The condition under which an input matters: another input is a switch that is on, a number other than 0, a text that is not blank, or
/// one of `choices`. See matters().
struct OnlyWith {
  Name input;
  NameList choices = {};
};

/// The declaration of an input. Its label and help are `lessons.<id>.inputs.<name>.{label,help}` of the texts.
struct InputSpec {
  Name name;
  InputType type = InputType::text;
  Given initial;                         // the default; a matrix without rows: the lesson computes the matrix from the other inputs
  double least = 0, most = 0, step = 0;  // number: range and step; step 1 admits whole numbers only
  bool logarithmic = false;              // number: the slider has a logarithmic scale
  bool runs = false;   // number: a button counts the number up and shows each trace, until the trace has the note `ended`; the note
                       // `written` has the text
  bool lines = false;  // text: the field has several lines
  NameList choices;    // choice
  Name shape;          // matrix: "(tokens, width)"; in sentences shape_word(shape)
  std::optional<OnlyWith> only_with;  // editors hide the input if it does not matter; documents still hold and check its value
};

/// A named set of inputs. Its title is `lessons.<id>.presets.<name>` of the texts.
struct Preset {
  Name name;
  Settings settings = {};
  Inputs (*made)() = nullptr;  // makes further inputs, which a table cannot hold; `settings` win; null: none
};
Inputs inputs_of(const Preset& preset);

/// The chapter of the course that a lesson belongs to. The first and the last page belong to none.
enum class Chapter { none, look_up, vectors, attention, transformer, training, language, answers, practice };
inline std::string_view name_of(Chapter chapter) {
  return name_in({"none", "look_up", "vectors", "attention", "transformer", "training", "language", "answers", "practice"}, chapter);
}

/// Views of the tables of a lesson, which are constant data.
struct LessonInfo {
  Name id;
  ArrayView<InputSpec> inputs;
  ArrayView<Preset> presets = {};
  ArrayView<Step> steps = {};  // the guided steps, in order
  Name main = {};              // the most important input; empty: the first input if it is a text
  Chapter chapter = Chapter::none;
  NameList hour = {};  // the ids of the steps on Route::hour, in order; empty: the lesson is not on that route
};

/// All lessons, in the order of the rail.
using Catalogue = std::vector<LessonInfo>;

/// Returns the word for a declared shape in a Problem. Texts::format replaces the word in the reader's language.
/// Example: "(width, head_width)" becomes "@shape_width_head_width".
std::string shape_word(std::string_view shape);

/// Returns "text", "number", "switch", "choice" or "matrix".
std::string_view name_of(InputType type);
/// Return null if there is no such lesson or input.
const LessonInfo* find_lesson(const Catalogue& catalogue, std::string_view id);
const InputSpec* find_input(const LessonInfo& lesson, std::string_view name);

/// Returns the declaration of an input. Throws InputError "unknown_input" with the names of all inputs.
const InputSpec& known_input(const LessonInfo& lesson, std::string_view name);

/// Returns the inputs of a preset. Throws InputError "unknown_preset" with the names of all presets.
Inputs preset_inputs(const LessonInfo& lesson, std::string_view name);

/// Returns the value of an input in `inputs`, or its default. Throws std::invalid_argument if the lesson does not declare the input.
InputValue input_or_default(const LessonInfo& lesson, const Inputs& inputs, std::string_view name);

/// Whether an input matters with these values of the other inputs (InputSpec::only_with).
bool matters(const LessonInfo& lesson, const Inputs& inputs, const InputSpec& spec);

/// Checks a value against its declaration: type, range, choice, length of a text, finite numbers. Throws InputError.
/// Does not check the shape of a matrix: the lesson does.
void check_input(const InputSpec& spec, const InputValue& value);

/// Reads an input value from JSON and checks it. Throws InputError that names the input and the expected form.
InputValue input_from_json(const InputSpec& spec, const nlohmann::json& json);

/// Checks the inputs of a document: the lesson declares each, and each value fits. Throws InputError.
void check_document(const LessonInfo& lesson, const Document& document);

}  // namespace gf
