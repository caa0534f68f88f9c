#include "lessons/numpy/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <variant>

#include "lessons/numpy/functions.h"
#include "text/near_words.h"

namespace gf::numpy {

namespace {

using Kind = Expression::Kind;

constexpr Index kMostCells = 4096;    // of one array
constexpr Index kMostWork = 400'000;  // numbers made by one run
constexpr int kMostCalls = 6;         // of functions within each other
constexpr std::size_t kMostAxes = 4;
constexpr std::size_t kLongestPart = 24;  // characters of a part of the text that a message repeats

struct Value;
using Values = std::vector<Value>;

// What an expression comes to. A tuple of numbers is also a shape.
struct Value {
  std::variant<Array, Values, std::monostate> is;

  Value() : is(std::monostate{}) {}
  Value(Array array) : is(std::move(array)) {}
  Value(Values values) : is(std::move(values)) {}
  const Array* array() const { return std::get_if<Array>(&is); }
  const Values* values() const { return std::get_if<Values>(&is); }
};

using Variables = std::map<std::string, Value, std::less<>>;
using Words = std::vector<std::pair<std::string, std::string>>;

struct Argument {
  std::string name;  // empty: by its place
  const Syntax* syntax;
};

class Run {
 public:
  Run(std::string_view text, const Names& names) : text_(text) {
    for (const auto& [name, array] : names.arrays) globals_.insert_or_assign(name, array);
    for (const Statement& statement : names.functions) functions_.insert_or_assign(statement.name, Function{&statement, true});
  }

  Made all(const Program& program, std::string_view wanted) {
    Made made;
    for (const Statement& statement : program) {
      if (statement.kind == Statement::Kind::function) {
        functions_.insert_or_assign(statement.name, Function{&statement, false});
        continue;
      }
      Value value = of(statement.value);
      if (!statement.parameters.empty()) {
        assign_several(statement, value, globals_);
        assigned_.insert(statement.parameters.begin(), statement.parameters.end());
        value = globals_.at(statement.name);
      }
      if (const Array* array = value.array())
        made = {*array, statement.kind == Statement::Kind::assignment ? statement.name : std::string(), true};
      if (statement.kind == Statement::Kind::assignment) globals_.insert_or_assign(statement.name, std::move(value));
      if (statement.kind == Statement::Kind::assignment) assigned_.insert(statement.name);
    }
    if (const auto found = globals_.find(wanted); found != globals_.end() && assigned_.contains(std::string(wanted)))
      if (const Array* array = found->second.array()) made = {*array, std::string(wanted), true};
    return made;
  }

 private:
  // a, b = 1, 2
  void assign_several(const Statement& statement, const Value& value, Variables& into) {
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

  struct Function {
    const Statement* statement;
    bool given;  // its text is not the reader's
  };

  [[noreturn]] void fail(const char* id, const Syntax& at, Words words = {}) const {
    // What went wrong inside a given function is said of its call.
    const Syntax& shown = outermost_ ? *outermost_ : at;
    throw CodeError(placed({id, std::move(words)}, text_, shown.begin), shown.begin, std::max(shown.end, shown.begin));
  }

  std::string part(const Syntax& syntax, const char* otherwise) const {
    if (outermost_ || syntax.end - syntax.begin > kLongestPart || syntax.end > text_.size()) return otherwise;
    return std::string(text_.substr(syntax.begin, syntax.end - syntax.begin));
  }

  Array made(Array array, const Syntax& at) {
    work_ += array.size();
    if (array.size() > kMostCells || array.dims.size() > kMostAxes || work_ > kMostWork) fail("code_too_large", at);
    return array;
  }

  const Variables& variables() const { return locals_ ? *locals_ : globals_; }

  const Value* find(std::string_view name) const {
    if (locals_)
      if (const auto found = locals_->find(name); found != locals_->end()) return &found->second;
    const auto found = globals_.find(name);
    return found == globals_.end() ? nullptr : &found->second;
  }

  // The nearest known spelling, or all that there is to know.
  [[noreturn]] void unknown(const char* id, const Syntax& at, const std::string& before, const std::string& got,
                            const std::vector<std::string>& known) const {
    const auto alike = [](char a, char b) { return (a | 32) == (b | 32); };
    std::string near;
    for (const std::string& one : near_words(known, got, 1)) near = one;
    for (const std::string& one : known)
      if (one.size() == got.size() && std::equal(one.begin(), one.end(), got.begin(), alike)) near = one;
    fail(near.empty() ? id : "code_did_you_mean", at, {{"got", before + got}, {"near", before + near}});
  }

  Value of(const Syntax& syntax) {
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
        for (const Syntax& one : syntax.parts) values.push_back(of(one));
        return values;
      }
      default:
        fail("code_surplus", syntax, {{"got", part(syntax, ":")}});
    }
  }

  Value named(const Syntax& syntax) const {
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
    // "exp(x)" is in NumPy "np.exp(x)".
    if (np_function(syntax.text)) fail("code_did_you_mean", syntax, {{"got", syntax.text}, {"near", "np." + syntax.text}});
    unknown("code_unknown_name", syntax, {}, syntax.text, known);
  }

  // An array, of a list of numbers too.
  Array array_in(const Syntax& syntax) { return as_array(of(syntax), syntax); }

  Array as_array(const Value& value, const Syntax& at) {
    if (const Array* array = value.array()) return *array;
    const Values* values = value.values();
    if (!values) fail("code_not_array", at, {{"got", part(at, "None")}});
    return stacked(*values, 0, at);
  }

  Array stacked(const Values& values, Index axis, const Syntax& at) {
    Array whole;
    bool first = true;
    for (const Value& value : values) {
      Array one = as_array(value, at);
      const Index axes = static_cast<Index>(one.dims.size()) + 1;
      const Index place = axis < 0 ? axis + axes : axis;
      if (place < 0 || place >= axes) fail("code_axis", at, {{"got", std::to_string(axis)}, {"shape", shape_text(one.dims)}});
      one.dims.insert(one.dims.begin() + place, 1);
      whole = first ? std::move(one) : joined_arrays(whole, one, place, at);
      first = false;
    }
    if (first) whole = {{0}, {}};
    return made(std::move(whole), at);
  }

  Array joined_arrays(const Array& a, const Array& b, Index axis, const Syntax& at) {
    bool fits = a.dims.size() == b.dims.size();
    for (std::size_t i = 0; fits && i < a.dims.size(); ++i) fits = static_cast<Index>(i) == axis || a.dims[i] == b.dims[i];
    if (!fits) fail("code_join", at, {{"a", shape_text(a.dims)}, {"b", shape_text(b.dims)}, {"axis", std::to_string(axis)}});
    const auto along = static_cast<std::size_t>(axis);
    Array whole{a.dims, {}, a.boolean && b.boolean};
    whole.dims[along] += b.dims[along];
    Index outer = 1, inner = 1;
    for (std::size_t i = 0; i < along; ++i) outer *= a.dims[i];
    for (std::size_t i = along + 1; i < a.dims.size(); ++i) inner *= a.dims[i];
    for (Index k = 0; k < outer; ++k)
      for (const Array* from : {&a, &b}) {
        const auto begin = from->cells.begin() + k * from->dims[along] * inner;
        whole.cells.insert(whole.cells.end(), begin, begin + from->dims[along] * inner);
      }
    return made(std::move(whole), at);
  }

  double number_in(const Syntax& syntax) {
    const Array array = array_in(syntax);
    if (array.size() != 1) fail("code_not_number", syntax, {{"got", part(syntax, "this")}, {"shape", shape_text(array.dims)}});
    return array.cells[0].value;
  }

  Index whole_in(const Syntax& syntax) {
    const double number = number_in(syntax);
    if (number != std::floor(number) || std::fabs(number) > 1e6) fail("code_not_whole", syntax, {{"got", part(syntax, "this")}});
    return static_cast<Index>(number);
  }

  bool truth_in(const Syntax& syntax) { return number_in(syntax) != 0; }

  Value unary(const Syntax& syntax) {
    Array array = array_in(syntax.parts[0]);
    if (syntax.text == "+") return array;
    if (syntax.text == "~" && !array.boolean) fail("code_not_boolean", syntax, {{"got", part(syntax.parts[0], "this")}});
    for (Element& cell : array.cells)
      cell = syntax.text == "-" ? cell.how ? applied(Kind::negate, cell) : Element{-cell.value} : combined(Kind::difference, {1}, cell);
    return made(std::move(array), syntax);
  }

  Value binary(const Syntax& syntax) {
    const Array a = array_in(syntax.parts[0]), b = array_in(syntax.parts[1]);
    if (syntax.text == "@") return product(a, b, syntax, syntax.parts[0], syntax.parts[1]);
    return cell_by_cell(syntax.text, a, b, syntax, syntax.parts[0], syntax.parts[1]);
  }

  Array product(const Array& a, const Array& b, const Syntax& at, const Syntax& left, const Syntax& right) {
    Array result;
    if (!a.dims.empty() && !b.dims.empty()) work_ += a.size() * (b.dims.size() > 1 ? b.dims.back() : 1);
    if (work_ > kMostWork) fail("code_too_large", at);
    if (multiplied(a, b, result)) return made(std::move(result), at);
    Words words{{"left", part(left, "the left side")},
                {"a", shape_text(a.dims)},
                {"right", part(right, "the right side")},
                {"b", shape_text(b.dims)}};
    if (a.dims.empty() || b.dims.empty()) fail("code_product_number", at, std::move(words));
    if (a.dims.size() == 2 && b.dims.size() == 2 && a.dims[1] == b.dims[1]) {
      words.emplace_back("turned", part(right, "its transpose") + ".T");
      words.emplace_back("c", shape_text({b.dims[1], b.dims[0]}));
      fail("code_product_transpose", at, std::move(words));
    }
    fail("code_product", at, std::move(words));
  }

  Array cell_by_cell(const std::string& sign, const Array& a, const Array& b, const Syntax& at, const Syntax& left, const Syntax& right) {
    Dims dims;
    if (!broadcast_dims(a.dims, b.dims, dims))
      fail("code_broadcast", at,
           {{"left", part(left, "the left side")},
            {"a", shape_text(a.dims)},
            {"right", part(right, "the right side")},
            {"b", shape_text(b.dims)}});
    if (size_of(dims) > kMostCells) fail("code_too_large", at);
    Array result = spread_to(a, dims);
    const Array other = spread_to(b, dims);
    if ((sign == "&" || sign == "|") && !(a.boolean && b.boolean))
      fail("code_not_boolean", at, {{"got", part(a.boolean ? right : left, "this")}});
    for (Index i = 0; i < result.size(); ++i) {
      Element& cell = result.cells[static_cast<std::size_t>(i)];
      cell = of_two(sign, cell, other.cells[static_cast<std::size_t>(i)], at);
    }
    result.boolean =
        sign == "&" || sign == "|" || sign == "<" || sign == ">" || sign == "<=" || sign == ">=" || sign == "==" || sign == "!=";
    return made(std::move(result), at);
  }

  Element of_two(const std::string& sign, const Element& a, const Element& b, const Syntax& at) const {
    const auto negated = [](const Element& truth) { return combined(Kind::difference, {1}, truth); };
    if (sign == "+") return combined(Kind::sum, a, b);
    if (sign == "-") return combined(Kind::difference, a, b);
    if (sign == "*") return combined(Kind::product, a, b);
    if (sign == "/") return combined(Kind::quotient, a, b);
    if (sign == "//") return {std::floor(a.value / b.value)};
    if (sign == "**") return combined(Kind::power, a, b);
    if (sign == "max") return combined(Kind::max, a, b);
    if (sign == "min") return combined(Kind::min, a, b);
    if (sign == "<") return combined(Kind::less, a, b);
    if (sign == ">") return combined(Kind::less, b, a);
    if (sign == "<=") return negated(combined(Kind::less, b, a));
    if (sign == ">=") return negated(combined(Kind::less, a, b));
    if (sign == "==") return combined(Kind::equal, a, b);
    if (sign == "!=") return negated(combined(Kind::equal, a, b));
    if (sign == "&") return combined(Kind::product, a, b);
    if (sign == "|") return combined(Kind::max, a, b);
    fail("code_surplus", at, {{"got", sign}});
  }

  bool is_module(const Syntax& syntax) const {
    return syntax.kind == SyntaxKind::name && (syntax.text == "np" || syntax.text == "numpy" || syntax.text == "math") &&
           !find(syntax.text);
  }

  static Values shape_of(const Array& array) {
    Values sizes;
    for (const Index size : array.dims) sizes.emplace_back(number_array(static_cast<double>(size)));
    return sizes;
  }

  Value attribute(const Syntax& syntax) {
    const Syntax& of_what = syntax.parts[0];
    if (is_module(of_what)) {
      const std::string& name = syntax.text;
      if (name == "inf") return number_array(std::numeric_limits<double>::infinity());
      if (name == "nan") return number_array(std::nan(""));
      if (name == "pi") return number_array(std::numbers::pi);
      if (name == "e") return number_array(std::numbers::e);
      if (name == "newaxis") return {};
      if (np_function(name)) fail("code_not_called", syntax, {{"got", name}});
      unknown("code_unknown_function", syntax, "np.", name, np_names());
    }
    const Value value = of(of_what);
    const Array array = as_array(value, of_what);
    if (syntax.text == "T") return made(reversed(array), syntax);
    if (syntax.text == "shape") return shape_of(array);
    if (syntax.text == "ndim") return number_array(static_cast<double>(array.dims.size()));
    if (syntax.text == "size") return number_array(static_cast<double>(array.size()));
    if (method(syntax.text)) fail("code_not_called", syntax, {{"got", syntax.text}});
    unknown("code_unknown_attribute", syntax, ".", syntax.text, method_names());
  }

  static Array reversed(const Array& array) {
    std::vector<std::size_t> order(array.dims.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
    return transposed(array, order);
  }

  Value call(const Syntax& syntax) {
    const Syntax& callee = syntax.parts[0];
    std::vector<Argument> arguments;
    for (std::size_t i = 1; i < syntax.parts.size(); ++i) {
      const Syntax& one = syntax.parts[i];
      const bool by_name = one.kind == SyntaxKind::keyword;
      if (!by_name && !arguments.empty() && !arguments.back().name.empty())
        fail("code_place_after_name", one, {{"got", part(one, "this")}});
      arguments.push_back({by_name ? one.text : std::string(), by_name ? &one.parts[0] : &one});
    }
    if (callee.kind == SyntaxKind::name) return call_name(syntax, callee, arguments);
    if (callee.kind != SyntaxKind::attribute) fail("code_not_function", callee, {{"got", part(callee, "this")}});
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

  Value call_name(const Syntax& syntax, const Syntax& callee, const std::vector<Argument>& arguments) {
    const std::string& name = callee.text;
    if (const auto found = functions_.find(name); found != functions_.end()) return call_function(syntax, found->second, arguments);
    if (find(name)) fail("code_not_function", callee, {{"got", name}});
    if (name == "print" || name == "float" || name == "int" || name == "bool" || name == "len" || name == "abs") {
      if (arguments.size() != 1)
        fail("code_count", syntax, {{"function", name}, {"expected", "1"}, {"got", std::to_string(arguments.size())}});
      if (name == "len") {
        const Value value = of(*arguments[0].syntax);
        if (const Values* values = value.values()) return number_array(static_cast<double>(values->size()));
        const Array array = as_array(value, *arguments[0].syntax);
        if (array.dims.empty()) fail("code_no_length", syntax, {{"got", part(*arguments[0].syntax, "this")}});
        return number_array(static_cast<double>(array.dims[0]));
      }
      if (name == "print") return of(*arguments[0].syntax);
      const double number = number_in(*arguments[0].syntax);
      return number_array(name == "int" ? std::trunc(number) : name == "abs" ? std::fabs(number) : number);
    }
    if (np_function(name)) fail("code_did_you_mean", callee, {{"got", name}, {"near", "np." + name}});
    std::vector<std::string> known{"len"};
    for (const auto& [own, function] : functions_) known.push_back(own);
    unknown("code_unknown_function", callee, {}, name, known);
  }

  Value call_function(const Syntax& syntax, const Function& function, const std::vector<Argument>& arguments) {
    const Statement& statement = *function.statement;
    Variables own;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string parameter = !arguments[i].name.empty()        ? arguments[i].name
                                    : i < statement.parameters.size() ? statement.parameters[i]
                                                                      : std::string();
      if (std::find(statement.parameters.begin(), statement.parameters.end(), parameter) == statement.parameters.end())
        fail(arguments[i].name.empty() ? "code_count" : "code_argument", syntax,
             {{"function", statement.name},
              {"expected", std::to_string(statement.parameters.size())},
              {"got", arguments[i].name.empty() ? std::to_string(arguments.size()) : parameter}});
      own.insert_or_assign(parameter, of(*arguments[i].syntax));
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
    for (const Statement& one : statement.body) {
      if (one.kind == Statement::Kind::function) continue;
      Value value = of(one.value);
      if (one.kind == Statement::Kind::assignment && !one.parameters.empty()) {
        assign_several(one, value, own);
        continue;
      }
      if (one.kind == Statement::Kind::assignment) own.insert_or_assign(one.name, std::move(value));
      if (one.kind != Statement::Kind::result) continue;
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

  // The arguments of a built-in function by their names; those that are not given are null.
  std::vector<const Syntax*> placed_arguments(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments,
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
          std::string known;
          for (std::size_t i = skip; i < given.size(); ++i) known += (known.empty() ? "" : ", ") + std::string(row.arguments[i]);
          fail("code_argument", syntax, {{"function", std::string(row.name)}, {"got", argument.name}, {"expected", known}});
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

  Value built_in(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments, const Syntax* self) {
    // A method may be given a shape or an order as numbers: x.reshape(3, 2, 2).
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
        const Array one = array(0);
        return cell_by_cell("*", one, one, syntax, *given[0], *given[0]);
      }
      case Built::two:
        return cell_by_cell(std::string(row.sign), array(0), array(1), syntax, *given[0], *given[1]);
      case Built::invert: {
        Array result = array(0);
        if (!result.boolean) fail("code_not_boolean", syntax, {{"got", part(*given[0], "this")}});
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
        return made(std::move(numbers), syntax);
      }
      case Built::concatenate:
        return joined_list(*given[0], has(1) ? whole_in(*given[1]) : 0);
      case Built::hstack:
        return joined_list(*given[0], 1);
      case Built::vstack:
        return joined_list(*given[0], 0);
      case Built::stack: {
        const Value list = of(*given[0]);
        if (!list.values()) fail("code_not_list", *given[0], {{"got", part(*given[0], "this")}});
        return stacked(*list.values(), has(1) ? whole_in(*given[1]) : 0, syntax);
      }
      case Built::transpose: {
        const Array one = array(0);
        if (!has(1)) return made(reversed(one), syntax);
        return rearranged(row.what, one, numbers_in(*given[1]), syntax);
      }
      case Built::swapaxes: {
        const Array one = array(0);
        std::vector<Index> order(one.dims.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::swap(order[axis_of(one, whole_in(*given[1]), syntax)], order[axis_of(one, whole_in(*given[2]), syntax)]);
        return rearranged(Built::transpose, one, order, syntax);
      }
      case Built::reshape:
        return rearranged(row.what, array(0), numbers_in(*given[1]), syntax);
      case Built::expand_dims: {
        Array one = array(0);
        const Index axis = whole_in(*given[1]), axes = static_cast<Index>(one.dims.size()) + 1, at = axis < 0 ? axis + axes : axis;
        if (at < 0 || at >= axes) fail("code_axis", syntax, {{"got", std::to_string(axis)}, {"shape", shape_text(one.dims)}});
        one.dims.insert(one.dims.begin() + at, 1);
        return made(std::move(one), syntax);
      }
      case Built::copy:
        return array(0);
    }
    fail("code_unknown_function", syntax, {{"got", std::string(row.name)}});
  }

  Array mapped(Kind kind, Array array, const Syntax& at) {
    for (Element& cell : array.cells) cell = applied(kind, cell);
    array.boolean = false;
    return made(std::move(array), at);
  }

  Array filled(Dims dims, double value, const Syntax& at) {
    Index size = 1;
    for (const Index one : dims) {
      if (one < 0 || one > kMostCells) fail("code_too_large", at);
      size *= one;
      if (size > kMostCells) fail("code_too_large", at);
    }
    return made({std::move(dims), std::vector<Element>(static_cast<std::size_t>(size), Element{value})}, at);
  }

  Array typed(Array array, const Syntax* dtype) {
    if (!dtype) return array;
    const bool boolean = (dtype->kind == SyntaxKind::name && dtype->text == "bool") ||
                         (dtype->kind == SyntaxKind::attribute && dtype->text.starts_with("bool"));
    const bool whole = dtype->kind == SyntaxKind::name && dtype->text == "int";
    array.boolean = boolean;
    for (Element& cell : array.cells)
      if (boolean)
        cell = {cell.value != 0 ? 1.0 : 0.0};
      else if (whole)
        cell = {std::trunc(cell.value)};
    return array;
  }

  std::vector<Index> numbers_in(const Syntax& syntax) {
    const Array array = array_in(syntax);
    std::vector<Index> numbers;
    for (const Element& cell : array.cells) {
      if (cell.value != std::floor(cell.value) || std::fabs(cell.value) > 1e6)
        fail("code_not_whole", syntax, {{"got", part(syntax, "this")}});
      numbers.push_back(static_cast<Index>(cell.value));
    }
    return numbers;
  }

  Dims shape_in(const Syntax& syntax) { return numbers_in(syntax); }

  std::size_t axis_of(const Array& array, Index axis, const Syntax& at) const {
    const auto axes = static_cast<Index>(array.dims.size());
    if (axis >= axes || axis < -axes) fail("code_axis", at, {{"got", std::to_string(axis)}, {"shape", shape_text(array.dims)}});
    return static_cast<std::size_t>(axis < 0 ? axis + axes : axis);
  }

  Array rearranged(Built what, const Array& array, std::vector<Index> numbers, const Syntax& at) {
    if (what == Built::transpose) {
      std::vector<std::size_t> order;
      for (const Index one : numbers) order.push_back(axis_of(array, one, at));
      std::vector<std::size_t> sorted = order;
      std::sort(sorted.begin(), sorted.end());
      bool all = sorted.size() == array.dims.size();
      for (std::size_t i = 0; all && i < sorted.size(); ++i) all = sorted[i] == i;
      if (!all) fail("code_order", at, {{"shape", shape_text(array.dims)}});
      return made(transposed(array, order), at);
    }
    Index known = 1, free = -1;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] == -1 && free < 0) {
        free = static_cast<Index>(i);
      } else {
        known *= std::clamp<Index>(numbers[i], 0, kMostCells + 1);
        known = std::min(known, kMostCells + 1);
      }
    }
    if (free >= 0 && known > 0) numbers[static_cast<std::size_t>(free)] = array.size() / known;
    const bool positive = std::all_of(numbers.begin(), numbers.end(), [](Index one) { return one >= 0; });
    if (!positive || (free >= 0 ? known == 0 || array.size() % known != 0 : known != array.size()))
      fail("code_reshape", at, {{"shape", shape_text(array.dims)}, {"got", shape_text(numbers)}});
    return made({numbers, array.cells, array.boolean}, at);
  }

  Array joined_list(const Syntax& syntax, Index axis) {
    const Value list = of(syntax);
    if (!list.values() || list.values()->empty()) fail("code_not_list", syntax, {{"got", part(syntax, "this")}});
    Array whole = as_array(list.values()->front(), syntax);
    const Index along = static_cast<Index>(axis_of(whole, axis == 1 && whole.dims.size() == 1 ? 0 : axis, syntax));
    for (std::size_t i = 1; i < list.values()->size(); ++i)
      whole = joined_arrays(whole, as_array((*list.values())[i], syntax), along, syntax);
    return whole;
  }

  Array reduced(Built what, const Array& array, std::optional<Index> axis, bool keep, const Syntax& at) {
    Array flat = array;
    std::size_t along = 0;
    if (axis) {
      along = axis_of(array, *axis, at);
    } else {
      flat.dims = {array.size()};
    }
    Index outer = 1, inner = 1;
    const Index length = flat.dims[along];
    for (std::size_t i = 0; i < along; ++i) outer *= flat.dims[i];
    for (std::size_t i = along + 1; i < flat.dims.size(); ++i) inner *= flat.dims[i];
    if (length == 0) fail("code_empty_axis", at);
    Array result{flat.dims, {}};
    for (Index o = 0; o < outer; ++o)
      for (Index i = 0; i < inner; ++i) {
        std::vector<Element> line;
        for (Index k = 0; k < length; ++k) line.push_back(flat.cells[static_cast<std::size_t>((o * length + k) * inner + i)]);
        result.cells.push_back(reduced_line(what, line));
      }
    work_ += array.size();
    if (keep && !axis) {
      result.dims.assign(array.dims.size(), 1);
    } else if (keep) {
      result.dims[along] = 1;
    } else {
      result.dims.erase(result.dims.begin() + static_cast<std::ptrdiff_t>(along));
    }
    return made(std::move(result), at);
  }

  static Element reduced_line(Built what, const std::vector<Element>& line) {
    const Element count{static_cast<double>(line.size())};
    if (what == Built::max) return gathered(Kind::max, line);
    if (what == Built::min) return gathered(Kind::min, line);
    const Element sum = gathered(Kind::sum, line);
    if (what == Built::sum) return sum;
    const Element mean = combined(Kind::quotient, sum, count);
    if (what == Built::mean) return mean;
    std::vector<Element> squares;
    for (const Element& one : line) {
      const Element apart = combined(Kind::difference, one, mean);
      squares.push_back(combined(Kind::product, apart, apart));
    }
    const Element variance = combined(Kind::quotient, gathered(Kind::sum, squares), count);
    return what == Built::var ? variance : applied(Kind::sqrt, variance);
  }

  Array chosen(const Array& condition, const Array& yes, const Array& no, const Syntax& at) {
    Dims both, dims;
    if (!broadcast_dims(yes.dims, no.dims, both) || !broadcast_dims(both, condition.dims, dims))
      fail("code_where", at, {{"a", shape_text(condition.dims)}, {"b", shape_text(yes.dims)}, {"c", shape_text(no.dims)}});
    if (size_of(dims) > kMostCells) fail("code_too_large", at);
    const Array which = spread_to(condition, dims), a = spread_to(yes, dims);
    Array result = spread_to(no, dims);
    for (std::size_t i = 0; i < result.cells.size(); ++i)
      if (which.cells[i].value != 0) result.cells[i] = a.cells[i];
    result.boolean = yes.boolean && no.boolean;
    return made(std::move(result), at);
  }

  Array triangle(Array array, Index k, bool upper, const Syntax& at) {
    if (array.dims.size() == 1) array = spread_to(array, {array.dims[0], array.dims[0]});
    if (array.dims.size() < 2) fail("code_not_matrix", at, {{"shape", shape_text(array.dims)}});
    const Index cols = array.dims.back(), rows = array.dims[array.dims.size() - 2];
    for (Index i = 0; i < array.size(); ++i) {
      const Index row = i / cols % rows, col = i % cols;
      if (upper ? col - row < k : col - row > k) array.cells[static_cast<std::size_t>(i)] = {};
    }
    return made(std::move(array), at);
  }

  // The numbers of an axis that a part between commas takes. `single`: it is one number, and the axis goes.
  std::vector<Index> taken(const Syntax& syntax, Index size, bool& single) {
    single = syntax.kind != SyntaxKind::slice;
    if (single) {
      const Index at = whole_in(syntax);
      if (at >= size || at < -size) fail("code_index", syntax, {{"got", std::to_string(at)}, {"size", std::to_string(size)}});
      return {at < 0 ? at + size : at};
    }
    const auto has = [&](std::size_t i) { return syntax.parts[i].kind != SyntaxKind::missing; };
    const Index step = has(2) ? whole_in(syntax.parts[2]) : 1;
    if (step == 0) fail("code_not_whole", syntax, {{"got", "0"}});
    const auto bound = [&](std::size_t i, Index otherwise) {
      if (!has(i)) return otherwise;
      const Index at = whole_in(syntax.parts[i]);
      return std::clamp<Index>(at < 0 ? at + size : at, step > 0 ? 0 : -1, step > 0 ? size : size - 1);
    };
    std::vector<Index> places;
    const Index end = bound(1, step > 0 ? size : -1);
    for (Index at = bound(0, step > 0 ? 0 : size - 1); step > 0 ? at < end : at > end; at += step) places.push_back(at);
    return places;
  }

  Value indexed(const Syntax& syntax) {
    const Value value = of(syntax.parts[0]);
    if (const Values* values = value.values()) {
      if (syntax.parts.size() != 2) fail("code_index_count", syntax, {{"got", std::to_string(syntax.parts.size() - 1)}, {"axes", "1"}});
      bool single = false;
      const std::vector<Index> places = taken(syntax.parts[1], static_cast<Index>(values->size()), single);
      if (single) return (*values)[static_cast<std::size_t>(places[0])];
      Values some;
      for (const Index place : places) some.push_back((*values)[static_cast<std::size_t>(place)]);
      return some;
    }
    return indexed_array(as_array(value, syntax.parts[0]), syntax);
  }

  Array indexed_array(Array array, const Syntax& syntax) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < syntax.parts.size(); ++i) {
      const Syntax& one = syntax.parts[i];
      if ((one.kind == SyntaxKind::name && one.text == "None") || (one.kind == SyntaxKind::attribute && one.text == "newaxis")) {
        array.dims.insert(array.dims.begin() + static_cast<std::ptrdiff_t>(axis++), 1);
        continue;
      }
      if (axis >= array.dims.size())
        fail("code_index_count", syntax, {{"got", std::to_string(syntax.parts.size() - 1)}, {"axes", std::to_string(array.dims.size())}});
      bool single = false;
      const std::vector<Index> places = taken(one, array.dims[axis], single);
      Index outer = 1, inner = 1;
      for (std::size_t k = 0; k < axis; ++k) outer *= array.dims[k];
      for (std::size_t k = axis + 1; k < array.dims.size(); ++k) inner *= array.dims[k];
      std::vector<Element> cells;
      for (Index o = 0; o < outer; ++o)
        for (const Index place : places) {
          const auto begin = array.cells.begin() + (o * array.dims[axis] + place) * inner;
          cells.insert(cells.end(), begin, begin + inner);
        }
      array.cells = std::move(cells);
      array.dims[axis] = static_cast<Index>(places.size());
      if (single) {
        array.dims.erase(array.dims.begin() + static_cast<std::ptrdiff_t>(axis));
      } else {
        ++axis;
      }
    }
    return made(std::move(array), syntax);
  }

  std::string_view text_;
  Variables globals_;
  std::map<std::string, Function, std::less<>> functions_;
  std::set<std::string> assigned_;
  const Variables* locals_ = nullptr;
  const Syntax* outermost_ = nullptr;  // the call of a given function, while it runs
  Index work_ = 0;
  int calls_ = 0;
};

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

Made run(const Program& program, std::string_view text, const Names& names, std::string_view wanted) {
  return Run(text, names).all(program, wanted);
}

std::vector<std::string> names_in(const Program& program) {
  std::vector<std::string> names;
  add_names(program, names);
  return names;
}

}  // namespace gf::numpy
