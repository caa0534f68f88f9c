#include "lessons/numpy/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "lessons/numpy/run.h"
#include "text/near_words.h"

namespace gf::numpy {

Run::Run(std::string_view text, const Names& names) : text_(text) {
  for (const auto& [name, array] : names.arrays) globals_.insert_or_assign(name, array);
  for (const Statement& statement : names.functions) functions_.insert_or_assign(statement.name, Function{&statement, true});
}

Outcome Run::all(const Program& program, std::string_view wanted) {
  Outcome outcome;
  for (const Statement& statement : program) {
    if (statement.kind == Statement::Kind::function) {
      functions_.insert_or_assign(statement.name, Function{&statement, false});
      continue;
    }
    Value value = value_of(statement.value);
    if (!statement.parameters.empty()) {
      assign_several(statement, value, globals_);
      assigned_.insert(statement.parameters.begin(), statement.parameters.end());
      value = globals_.at(statement.name);
    }
    if (const Array* array = value.array())
      outcome = {*array, statement.kind == Statement::Kind::assignment ? statement.name : std::string(), true};
    if (statement.kind == Statement::Kind::assignment) globals_.insert_or_assign(statement.name, std::move(value));
    if (statement.kind == Statement::Kind::assignment) assigned_.insert(statement.name);
  }
  if (const auto found = globals_.find(wanted); found != globals_.end() && assigned_.contains(std::string(wanted)))
    if (const Array* array = found->second.array()) outcome = {*array, std::string(wanted), true};
  return outcome;
}

void Run::assign_several(const Statement& statement, const Value& value, Variables& into) {
  const std::size_t count = statement.parameters.size();
  Values parts;
  if (const Values* values = value.values()) {
    parts = *values;
  } else if (const Array* array = value.array(); array && !array->dims.empty() && array->dims[0] == static_cast<Index>(count)) {
    const std::size_t size = array->cells.size() / count;
    for (std::size_t i = 0; i < count; ++i) {
      const auto begin = array->cells.begin() + static_cast<std::ptrdiff_t>(i * size);
      parts.emplace_back(
          Array{Dims(array->dims.begin() + 1, array->dims.end()), {begin, begin + static_cast<std::ptrdiff_t>(size)}, array->boolean});
    }
  }
  if (parts.size() != count) fail("code_unpack", statement.value, {{"got", std::to_string(count)}});
  for (std::size_t i = 0; i < count; ++i) into.insert_or_assign(statement.parameters[i], parts[i]);
}

void Run::fail(const char* id, const Syntax& at, Words words) const {
  // A failure inside a given function is reported at the call.
  const Syntax& shown = outermost_ ? *outermost_ : at;
  throw CodeError(placed({id, std::move(words)}, text_, shown.begin), shown.begin, std::max(shown.end, shown.begin));
}

std::string Run::part(const Syntax& syntax, const char* otherwise) const {
  if (outermost_ || syntax.end - syntax.begin > kLongestPart || syntax.end > text_.size()) return otherwise;
  return std::string(text_.substr(syntax.begin, syntax.end - syntax.begin));
}

Array Run::limited(Array array, const Syntax& at) {
  work_ += array.size();
  if (array.size() > kMostCells || array.dims.size() > kMostAxes || work_ > kMostWork) fail("code_too_large", at);
  return array;
}

const Value* Run::find(std::string_view name) const {
  if (locals_)
    if (const auto found = locals_->find(name); found != locals_->end()) return &found->second;
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : &found->second;
}

void Run::unknown(const char* id, const Syntax& at, const std::string& before, const std::string& got,
                  const std::vector<std::string>& known) const {
  const auto alike = [](char a, char b) { return (a | 32) == (b | 32); };  // but for capitals
  std::string near;
  for (const std::string& name : near_words(known, got, 1)) near = name;
  for (const std::string& name : known)
    if (name.size() == got.size() && std::equal(name.begin(), name.end(), got.begin(), alike)) near = name;
  fail(near.empty() ? id : "code_did_you_mean", at, {{"got", before + got}, {"near", before + near}});
}

Value Run::value_of(const Syntax& syntax) {
  switch (syntax.kind) {
    case SyntaxKind::number:
      return number_array(syntax.number);
    case SyntaxKind::name:
      return named(syntax);
    case SyntaxKind::unary:
      return unary(syntax);
    case SyntaxKind::binary:
      return binary(syntax);
    case SyntaxKind::attribute:
      return attribute(syntax);
    case SyntaxKind::call:
      return call(syntax);
    case SyntaxKind::index:
      return indexed(syntax);
    case SyntaxKind::tuple:
    case SyntaxKind::list: {
      Values values;
      for (const Syntax& element : syntax.parts) values.push_back(value_of(element));
      return values;
    }
    default:
      fail("code_surplus", syntax, {{"got", part(syntax, ":")}});
  }
}

Value Run::named(const Syntax& syntax) const {
  if (const Value* found = find(syntax.text)) return *found;
  if (syntax.text == "True" || syntax.text == "False") {
    Array array = number_array(syntax.text == "True" ? 1 : 0);
    array.boolean = true;
    return array;
  }
  if (syntax.text == "None") return {};
  std::vector<std::string> known;
  for (const auto* from : {&globals_, locals_ ? locals_ : &globals_})
    for (const auto& [name, value] : *from) known.push_back(name);
  if (functions_.contains(syntax.text) || syntax.text == "np" || syntax.text == "len")
    fail("code_not_array", syntax, {{"got", syntax.text}});
  // NumPy writes "np.exp(x)" for "exp(x)".
  if (np_function(syntax.text)) fail("code_did_you_mean", syntax, {{"got", syntax.text}, {"near", "np." + syntax.text}});
  unknown("code_unknown_name", syntax, {}, syntax.text, known);
}

Array Run::as_array(const Value& value, const Syntax& at) {
  if (const Array* array = value.array()) return *array;
  const Values* values = value.values();
  if (!values) fail("code_not_array", at, {{"got", part(at, "None")}});
  return stacked(*values, 0, at);
}

double Run::number_in(const Syntax& syntax) {
  const Array array = array_in(syntax);
  if (array.size() != 1) fail("code_not_number", syntax, {{"got", part(syntax, "@this")}, {"shape", shape_text(array.dims)}});
  return array.cells[0].value;
}

Index Run::whole_in(const Syntax& syntax) {
  const double number = number_in(syntax);
  if (number != std::floor(number) || std::fabs(number) > 1e6) fail("code_not_whole", syntax, {{"got", part(syntax, "@this")}});
  return static_cast<Index>(number);
}

Value Run::unary(const Syntax& syntax) {
  Array array = array_in(syntax.parts[0]);
  if (syntax.text == "+") return array;
  if (syntax.text == "~" && !array.boolean) fail("code_not_boolean", syntax, {{"got", part(syntax.parts[0], "@this")}});
  for (Element& cell : array.cells) {
    if (syntax.text != "-") {
      cell = combined(Kind::difference, {1}, cell);
    } else {
      cell = cell.how ? applied(Kind::negate, cell) : Element{-cell.value};
    }
  }
  return limited(std::move(array), syntax);
}

Value Run::binary(const Syntax& syntax) {
  const Array a = array_in(syntax.parts[0]), b = array_in(syntax.parts[1]);
  if (syntax.text == "@") return product(a, b, syntax, syntax.parts[0], syntax.parts[1]);
  return cell_by_cell(syntax.text, a, b, syntax, syntax.parts[0], syntax.parts[1]);
}

bool Run::is_module(const Syntax& syntax) const {
  return syntax.kind == SyntaxKind::name && (syntax.text == "np" || syntax.text == "numpy" || syntax.text == "math") && !find(syntax.text);
}

Values Run::shape_of(const Array& array) {
  Values sizes;
  for (const Index size : array.dims) sizes.emplace_back(number_array(static_cast<double>(size)));
  return sizes;
}

Value Run::attribute(const Syntax& syntax) {
  const Syntax& object = syntax.parts[0];
  if (is_module(object)) {
    const std::string& name = syntax.text;
    if (name == "inf") return number_array(std::numeric_limits<double>::infinity());
    if (name == "nan") return number_array(std::nan(""));
    if (name == "pi") return number_array(std::numbers::pi);
    if (name == "e") return number_array(std::numbers::e);
    if (name == "newaxis") return {};
    if (np_function(name)) fail("code_not_called", syntax, {{"got", name}});
    unknown("code_unknown_function", syntax, "np.", name, np_names());
  }
  const Value value = value_of(object);
  const Array array = as_array(value, object);
  if (syntax.text == "T") return limited(reversed(array), syntax);
  if (syntax.text == "shape") return shape_of(array);
  if (syntax.text == "ndim") return number_array(static_cast<double>(array.dims.size()));
  if (syntax.text == "size") return number_array(static_cast<double>(array.size()));
  if (method(syntax.text)) fail("code_not_called", syntax, {{"got", syntax.text}});
  unknown("code_unknown_attribute", syntax, ".", syntax.text, method_names());
}

namespace {

void add_names(const Syntax& syntax, std::vector<std::string>& names) {
  if (syntax.kind == SyntaxKind::name && std::find(names.begin(), names.end(), syntax.text) == names.end()) names.push_back(syntax.text);
  for (const Syntax& part : syntax.parts) add_names(part, names);
}

void add_names(const Program& program, std::vector<std::string>& names) {
  for (const Statement& statement : program) {
    add_names(statement.value, names);
    add_names(statement.body, names);
  }
}

}  // namespace

Outcome run(const Program& program, std::string_view text, const Names& names, std::string_view wanted) {
  return Run(text, names).all(program, wanted);
}

std::vector<std::string> names_in(const Program& program) {
  std::vector<std::string> names;
  add_names(program, names);
  return names;
}

}  // namespace gf::numpy
