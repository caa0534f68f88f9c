#include "cli/arguments.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "core/number.h"
#include "core/problem.h"

namespace gf {
namespace {

[[noreturn]] void expected(const std::string& where, const std::string& form, const std::string& got) {
  throw InputError({"option_form", {{"where", where}, {"expected", form}, {"got", got}}});
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t start = 0;;) {
    const std::size_t comma = text.find(',', start);
    parts.push_back(text.substr(start, comma - start));
    if (comma == std::string::npos) return parts;
    start = comma + 1;
  }
}

bool read_index(const std::string& text, Index& index) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  return error == std::errc() && stop == text.data() + text.size() && index >= 0 && !text.empty();
}

nlohmann::json value_argument(const std::string& name, const std::string& text) {
  try {
    return parse_json(text, "--set " + name);
  } catch (const InputError& error) {
    if (error.problem().id == "json_number") throw InputError({"number_too_large", {{"where", name}, {"got", text}}});
    if (error.problem().id == "not_json") expected("--set " + name, "@json", text);
    throw;
  }
}

}  // namespace

void set_argument(const LessonInfo& lesson, const std::string& text, Inputs& inputs) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) expected("--set", "@set", text);
  const std::string name = text.substr(0, equals);
  const InputSpec& spec = known_input(lesson, name);
  inputs.insert_or_assign(name, input_from_json(spec, value_argument(name, text.substr(equals + 1))));
}

Pin pin_argument(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const std::size_t comma = text.find(',');
  if (equals == std::string::npos || comma == std::string::npos || comma > equals || comma == 0) expected("--pin", "@pin", text);
  Pin pin;
  pin.node = text.substr(0, comma);
  pin.cell = cell_argument("--pin", text.substr(comma + 1, equals - comma - 1));
  pin.value = static_cast<float>(parse_number(text.substr(equals + 1), "--pin " + pin.node));
  return pin;
}

Cell cell_argument(const std::string& where, const std::string& text) {
  const std::vector<std::string> parts = split(text);
  Index at[3] = {0, 0, 0};
  if (parts.size() < 2 || parts.size() > 3) expected(where, "@cell_option", text);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!read_index(parts[i], at[i])) expected(where, "@cell_option", text);
  return parts.size() == 3 ? Cell{at[0], at[1], at[2]} : Cell{0, at[0], at[1]};
}

}  // namespace gf
