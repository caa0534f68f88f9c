#include "lessons/numpy/run.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/join.h"

namespace gf::numpy {

Value Run::call(const Syntax& syntax) {
  const Syntax& callee = syntax.parts[0];
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < syntax.parts.size(); ++i) {
    const Syntax& argument = syntax.parts[i];
    const bool by_name = argument.kind == SyntaxKind::keyword;
    if (!by_name && !arguments.empty() && !arguments.back().name.empty())
      fail("code_place_after_name", argument, {{"got", part(argument, "@this")}});
    arguments.push_back({by_name ? argument.text : std::string(), by_name ? &argument.parts[0] : &argument});
  }
  if (callee.kind == SyntaxKind::name) return call_name(syntax, callee, arguments);
  if (callee.kind != SyntaxKind::attribute) fail("code_not_function", callee, {{"got", part(callee, "@this")}});
  if (is_module(callee.parts[0])) {
    const FunctionRow* row = np_function(callee.text);
    if (!row) unknown("code_unknown_function", callee, "np.", callee.text, np_names());
    return built_in(*row, syntax, arguments, nullptr);
  }
  const FunctionRow* row = method(callee.text);
  if (!row) {
    if (callee.text == "T" || callee.text == "shape") fail("code_no_function", callee, {{"got", "." + callee.text}});
    unknown("code_unknown_attribute", callee, ".", callee.text, method_names());
  }
  return built_in(*row, syntax, arguments, &callee.parts[0]);
}

Value Run::call_name(const Syntax& syntax, const Syntax& callee, const std::vector<Argument>& arguments) {
  const std::string& name = callee.text;
  if (const auto found = functions_.find(name); found != functions_.end()) return call_function(syntax, found->second, arguments);
  if (find(name)) fail("code_not_function", callee, {{"got", name}});
  if (name == "print" || name == "float" || name == "int" || name == "bool" || name == "len" || name == "abs") {
    if (arguments.size() != 1)
      fail("code_count", syntax, {{"function", name}, {"expected", "1"}, {"got", std::to_string(arguments.size())}});
    if (name == "len") {
      const Value value = value_of(*arguments[0].syntax);
      if (const Values* values = value.values()) return number_array(static_cast<double>(values->size()));
      const Array array = as_array(value, *arguments[0].syntax);
      if (array.dims.empty()) fail("code_no_length", syntax, {{"got", part(*arguments[0].syntax, "@this")}});
      return number_array(static_cast<double>(array.dims[0]));
    }
    if (name == "print") return value_of(*arguments[0].syntax);
    const double number = number_in(*arguments[0].syntax);
    if (name == "int") return number_array(std::trunc(number));
    return number_array(name == "abs" ? std::fabs(number) : number);
  }
  if (np_function(name)) fail("code_did_you_mean", callee, {{"got", name}, {"near", "np." + name}});
  std::vector<std::string> known{"len"};
  for (const auto& [own, function] : functions_) known.push_back(own);
  unknown("code_unknown_function", callee, {}, name, known);
}

Value Run::call_function(const Syntax& syntax, const Function& function, const std::vector<Argument>& arguments) {
  const Statement& statement = *function.statement;
  Variables own;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string parameter = arguments[i].name;
    if (parameter.empty() && i < statement.parameters.size()) parameter = statement.parameters[i];
    if (std::find(statement.parameters.begin(), statement.parameters.end(), parameter) == statement.parameters.end())
      fail(arguments[i].name.empty() ? "code_count" : "code_argument", syntax,
           {{"function", statement.name},
            {"expected", std::to_string(statement.parameters.size())},
            {"got", arguments[i].name.empty() ? std::to_string(arguments.size()) : parameter}});
    own.insert_or_assign(parameter, value_of(*arguments[i].syntax));
  }
  if (own.size() != statement.parameters.size())
    fail("code_count", syntax,
         {{"function", statement.name},
          {"expected", std::to_string(statement.parameters.size())},
          {"got", std::to_string(arguments.size())}});
  if (++calls_ > kMostCalls) fail("code_too_deep", syntax);
  const Variables* before = locals_;
  const Syntax* outer = outermost_;
  locals_ = &own;
  if (function.given && !outermost_) outermost_ = &syntax;
  Value result;
  bool returned = false;
  for (const Statement& inner : statement.body) {
    if (inner.kind == Statement::Kind::function) continue;
    Value value = value_of(inner.value);
    if (inner.kind == Statement::Kind::assignment && !inner.parameters.empty()) {
      assign_several(inner, value, own);
      continue;
    }
    if (inner.kind == Statement::Kind::assignment) own.insert_or_assign(inner.name, std::move(value));
    if (inner.kind != Statement::Kind::result) continue;
    result = std::move(value);
    returned = true;
    break;
  }
  outermost_ = outer;
  locals_ = before;
  --calls_;
  if (!returned) fail("code_no_return", syntax, {{"got", statement.name}});
  return result;
}

std::vector<const Syntax*> Run::placed_arguments(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments,
                                                 bool method) {
  const std::size_t skip = method ? 1 : 0;
  std::vector<const Syntax*> given(row.arguments.size(), nullptr);
  std::size_t place = skip;
  for (const Argument& argument : arguments) {
    std::size_t at = place;
    if (!argument.name.empty()) {
      at = skip;
      while (at < given.size() && row.arguments[at] != argument.name) ++at;
      if (at == given.size() && (argument.name == "dtype" || argument.name == "ddof")) {
        continue;
      } else if (at == given.size()) {
        std::vector<std::string_view> known;
        for (std::size_t i = skip; i < given.size(); ++i) known.push_back(row.arguments[i]);
        fail("code_argument", syntax, {{"function", std::string(row.name)}, {"got", argument.name}, {"expected", joined(known)}});
      }
    } else {
      ++place;
    }
    if (at >= given.size())
      fail("code_count", syntax,
           {{"function", std::string(row.name)},
            {"expected", std::to_string(given.size() - skip)},
            {"got", std::to_string(arguments.size())}});
    given[at] = argument.syntax;
  }
  for (std::size_t i = skip; i < row.needed; ++i)
    if (!given[i])
      fail("code_count", syntax,
           {{"function", std::string(row.name)},
            {"expected", std::to_string(row.needed - skip)},
            {"got", std::to_string(arguments.size())}});
  return given;
}

Value Run::built_in(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments, const Syntax* self) {
  // A method takes a shape or an order as numbers as well: x.reshape(3, 2, 2).
  if (self && (row.what == Built::reshape || row.what == Built::transpose) && arguments.size() > 1) {
    std::vector<Index> numbers;
    for (const Argument& argument : arguments) numbers.push_back(whole_in(*argument.syntax));
    return rearranged(row.what, array_in(*self), numbers, syntax);
  }
  std::vector<const Syntax*> given = placed_arguments(row, syntax, arguments, self != nullptr);
  if (self) given[0] = self;
  const auto has = [&](std::size_t i) {
    return i < given.size() && given[i] && !(given[i]->kind == SyntaxKind::name && given[i]->text == "None");
  };
  const auto array = [&](std::size_t i) { return array_in(*given[i]); };
  switch (row.what) {
    case Built::exp:
      return mapped(Kind::exp, array(0), syntax);
    case Built::log:
      return mapped(Kind::log, array(0), syntax);
    case Built::sqrt:
      return mapped(Kind::sqrt, array(0), syntax);
    case Built::tanh:
      return mapped(Kind::tanh, array(0), syntax);
    case Built::negative:
      return mapped(Kind::negate, array(0), syntax);
    case Built::absolute:
    case Built::isinf: {
      Array result = array(0);
      for (Element& cell : result.cells) cell = {row.what == Built::isinf ? (std::isinf(cell.value) ? 1.0 : 0.0) : std::fabs(cell.value)};
      result.boolean = row.what == Built::isinf;
      return result;
    }
    case Built::square: {
      const Array squared = array(0);
      return cell_by_cell("*", squared, squared, syntax, *given[0], *given[0]);
    }
    case Built::two:
      return cell_by_cell(std::string(row.sign), array(0), array(1), syntax, *given[0], *given[1]);
    case Built::invert: {
      Array result = array(0);
      if (!result.boolean) fail("code_not_boolean", syntax, {{"got", part(*given[0], "@this")}});
      for (Element& cell : result.cells) cell = combined(Kind::difference, {1}, cell);
      return result;
    }
    case Built::matmul: {
      const Array a = array(0), b = array(1);
      if (row.name == "dot" && (a.dims.empty() || b.dims.empty())) return cell_by_cell("*", a, b, syntax, *given[0], *given[1]);
      return product(a, b, syntax, *given[0], *given[1]);
    }
    case Built::sum:
    case Built::mean:
    case Built::max:
    case Built::min:
    case Built::var:
    case Built::std: {
      std::optional<Index> axis;
      if (has(1)) axis = whole_in(*given[1]);
      return reduced(row.what, array(0), axis, has(2) && truth_in(*given[2]), has(1) ? *given[1] : syntax);
    }
    case Built::where: {
      if (!has(1) || !has(2))
        fail("code_count", syntax, {{"function", "where"}, {"expected", "3"}, {"got", std::to_string(arguments.size())}});
      return chosen(array(0), array(1), array(2), syntax);
    }
    case Built::triu:
    case Built::tril: {
      const Index k = has(1) ? whole_in(*given[1]) : 0;
      return triangle(array(0), k, row.what == Built::triu, syntax);
    }
    case Built::tri: {
      const Index n = whole_in(*given[0]), m = has(1) ? whole_in(*given[1]) : n;
      return triangle(filled({n, m}, 1, syntax), has(2) ? whole_in(*given[2]) : 0, false, syntax);
    }
    case Built::eye: {
      const Index n = whole_in(*given[0]);
      return triangle(triangle(filled({n, has(1) ? whole_in(*given[1]) : n}, 1, syntax), 0, false, syntax), 0, true, syntax);
    }
    case Built::ones:
    case Built::zeros:
      return typed(filled(shape_in(*given[0]), row.what == Built::ones ? 1 : 0, syntax), has(1) ? given[1] : nullptr);
    case Built::full:
      return filled(shape_in(*given[0]), number_in(*given[1]), syntax);
    case Built::ones_like:
    case Built::zeros_like:
      return typed(filled(array(0).dims, row.what == Built::ones_like ? 1 : 0, syntax), has(1) ? given[1] : nullptr);
    case Built::full_like:
      return filled(array(0).dims, number_in(*given[1]), syntax);
    case Built::astype:
      return typed(array(0), given[1]);
    case Built::array:
      return typed(array(0), has(1) ? given[1] : nullptr);
    case Built::arange: {
      const Index begin = has(1) ? whole_in(*given[0]) : 0, end = has(1) ? whole_in(*given[1]) : whole_in(*given[0]);
      Array numbers{{std::max<Index>(end - begin, 0)}, {}};
      if (end - begin > kMostCells) fail("code_too_large", syntax);
      for (Index i = begin; i < end; ++i) numbers.cells.push_back({static_cast<double>(i)});
      return limited(std::move(numbers), syntax);
    }
    case Built::concatenate:
      return joined_list(*given[0], has(1) ? whole_in(*given[1]) : 0);
    case Built::hstack:
      return joined_list(*given[0], 1);
    case Built::vstack:
      return joined_list(*given[0], 0);
    case Built::stack: {
      const Value list = value_of(*given[0]);
      if (!list.values()) fail("code_not_list", *given[0], {{"got", part(*given[0], "@this")}});
      return stacked(*list.values(), has(1) ? whole_in(*given[1]) : 0, syntax);
    }
    case Built::transpose: {
      const Array operand = array(0);
      if (!has(1)) return limited(reversed(operand), syntax);
      return rearranged(row.what, operand, numbers_in(*given[1]), syntax);
    }
    case Built::swapaxes: {
      const Array operand = array(0);
      std::vector<Index> order(operand.dims.size());
      std::iota(order.begin(), order.end(), Index{0});
      std::swap(order[axis_of(operand, whole_in(*given[1]), syntax)], order[axis_of(operand, whole_in(*given[2]), syntax)]);
      return rearranged(Built::transpose, operand, order, syntax);
    }
    case Built::reshape:
      return rearranged(row.what, array(0), numbers_in(*given[1]), syntax);
    case Built::expand_dims: {
      Array operand = array(0);
      const Index axis = whole_in(*given[1]), axes = std::ssize(operand.dims) + 1, at = axis < 0 ? axis + axes : axis;
      if (at < 0 || at >= axes) fail("code_axis", syntax, {{"got", std::to_string(axis)}, {"shape", shape_text(operand.dims)}});
      operand.dims.insert(operand.dims.begin() + at, 1);
      return limited(std::move(operand), syntax);
    }
    case Built::copy:
      return array(0);
  }
  fail("code_unknown_function", syntax, {{"got", std::string(row.name)}});
}

}  // namespace gf::numpy
