#include "protocol/schema.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/enum_names.h"
#include "core/join.h"
#include "core/json_fields.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "protocol/paste.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestText = 100000;  // bytes: above the limit of every lesson, and short enough to be processed at once

std::string_view expected_form(InputType type) {
  switch (type) {
    case InputType::text:
      return "@text";
    case InputType::number:
      return "@number";
    case InputType::toggle:
      return "@toggle";
    case InputType::choice:
      return "@choice";
    case InputType::matrix:
      return "@matrix";
  }
  return "";
}

// Prints all digits of a whole number such as 2^32 - 1: with a rounded limit, a number above the limit would look allowed.
std::string in_full(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  return whole && std::fmod(value, 1e5) != 0 ? std::to_string(static_cast<long long>(value)) : format_number(value);
}

void check_number(const InputSpec& spec, double value) {
  if (!std::isfinite(value)) throw InputError({"not_a_number", {{"where", spec.name}, {"got", format_number(value)}}});
  if (value < spec.least || value > spec.most)
    throw InputError({"number_out_of_range",
                      {{"where", spec.name}, {"got", in_full(value)}, {"least", in_full(spec.least)}, {"most", in_full(spec.most)}}});
  if (spec.step == 1 && value != std::floor(value)) throw InputError({"not_whole", {{"where", spec.name}, {"got", in_full(value)}}});
}

void check_matrix(const InputSpec& spec, const Tensor& value) {
  if (value.size() == 0 && std::get<Tensor>(input_value(spec.initial)).size() > 0) wrong_type(spec.name, "@matrix", json());
  for (Index r = 0; r < value.rows(); ++r)
    for (Index c = 0; c < value.cols(); ++c)
      if (!std::isfinite(value.at(0, r, c)))
        throw InputError({"not_a_number",
                          {{"where", spec.name + to_string(Cell{0, r, c}, value.shape())},
                           {"got", format_number(static_cast<double>(value.at(0, r, c)))}}});
}

bool has_type(const InputValue& value, InputType type) {
  switch (type) {
    case InputType::toggle:
      return std::holds_alternative<bool>(value);
    case InputType::number:
      return std::holds_alternative<double>(value);
    case InputType::matrix:
      return std::holds_alternative<Tensor>(value);
    default:
      return std::holds_alternative<std::string>(value);
  }
}

void check_text(const InputSpec& spec, const std::string& value) {
  const std::string most = std::to_string(kLongestText);
  if (value.size() > kLongestPaste)
    throw InputError({"text_far_too_long", {{"where", spec.name}, {"got", std::to_string(kLongestPaste)}, {"most", most}}});
  if (value.size() > kLongestText)
    throw InputError({"text_too_long", {{"where", spec.name}, {"got", std::to_string(value.size())}, {"most", most}}});
  if (!is_utf8(value)) throw InputError({"not_utf8", {{"where", spec.name}}});
}

}  // namespace

std::string shape_word(std::string_view shape) {
  std::string word = "@shape";
  bool begins_part = true;
  for (const char c : shape) {
    const bool in_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (in_word) word += (begins_part ? "_" : "") + std::string(1, c);
    begins_part = !in_word;
  }
  return word;
}

std::string_view name_of(InputType type) { return name_in({"text", "number", "switch", "choice", "matrix"}, type); }

const LessonInfo* find_lesson(const Catalogue& catalogue, std::string_view id) {
  const auto found = std::find_if(catalogue.begin(), catalogue.end(), [&](const LessonInfo& lesson) { return lesson.id == id; });
  return found == catalogue.end() ? nullptr : &*found;
}

const InputSpec* find_input(const LessonInfo& lesson, std::string_view name) {
  const auto found = std::find_if(lesson.inputs.begin(), lesson.inputs.end(), [&](const InputSpec& spec) { return spec.name == name; });
  return found == lesson.inputs.end() ? nullptr : &*found;
}

const InputSpec& known_input(const LessonInfo& lesson, std::string_view name) {
  if (const InputSpec* spec = find_input(lesson, name)) return *spec;
  std::vector<std::string> known;
  for (const InputSpec& spec : lesson.inputs) known.push_back(spec.name);
  throw InputError({"unknown_input", {{"lesson", lesson.id}, {"got", std::string(name)}, {"known", joined(known)}}});
}

Inputs inputs_of(const Preset& preset) {
  Inputs inputs = inputs_of(preset.settings);
  if (preset.made) inputs.merge(preset.made());
  return inputs;
}

Inputs preset_inputs(const LessonInfo& lesson, std::string_view name) {
  std::vector<std::string> known;
  for (const Preset& preset : lesson.presets) {
    if (preset.name == name) return inputs_of(preset);
    known.push_back(preset.name);
  }
  throw InputError({"unknown_preset", {{"lesson", lesson.id}, {"got", std::string(name)}, {"known", joined(known)}}});
}

InputValue input_or_default(const LessonInfo& lesson, const Inputs& inputs, std::string_view name) {
  const auto set = inputs.find(std::string(name));
  if (set != inputs.end()) return set->second;
  const InputSpec* spec = find_input(lesson, name);
  if (!spec) throw std::invalid_argument("[lesson] " + lesson.id + " declares no input named " + std::string(name));
  return input_value(spec->initial);
}

bool matters(const LessonInfo& lesson, const Inputs& inputs, const InputSpec& spec) {
  if (!spec.only_with) return true;
  const NameList choices = spec.only_with->choices;
  const InputValue value = input_or_default(lesson, inputs, spec.only_with->input);
  if (const bool* on = std::get_if<bool>(&value)) return *on;
  if (const double* number = std::get_if<double>(&value)) return *number != 0;
  const std::string* chosen = std::get_if<std::string>(&value);
  if (chosen && choices.empty()) return !without_space_around(*chosen).empty();
  return chosen && choices.contains(*chosen);
}

void check_input(const InputSpec& spec, const InputValue& value) {
  if (!has_type(value, spec.type)) wrong_type(spec.name, expected_form(spec.type), to_json(value));
  if (spec.type == InputType::number) check_number(spec, std::get<double>(value));
  if (spec.type == InputType::matrix) check_matrix(spec, std::get<Tensor>(value));
  if (spec.type == InputType::text) check_text(spec, std::get<std::string>(value));
  if (spec.type == InputType::choice && !spec.choices.contains(std::get<std::string>(value)))
    throw InputError(
        {"unknown_choice", {{"where", spec.name}, {"got", std::get<std::string>(value)}, {"choices", std::string(spec.choices.text())}}});
}

InputValue input_from_json(const InputSpec& spec, const json& value) {
  const bool is_single = value.is_boolean() || value.is_number() || value.is_string();
  const bool fits = spec.type == InputType::matrix ? value.is_array() : is_single;
  if (!fits) wrong_type(spec.name, expected_form(spec.type), value);
  InputValue result = input_value_from_json(value, spec.name);
  check_input(spec, result);
  return result;
}

void check_document(const LessonInfo& lesson, const Document& document) {
  for (const auto& [name, value] : document.inputs) check_input(known_input(lesson, name), value);
}

}  // namespace gf
