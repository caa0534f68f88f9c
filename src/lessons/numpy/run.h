// A program that is being run: its variables, its functions, and the limits of its work. evaluate.cpp has names, expressions and operators,
// calls.cpp has calls, and cells.cpp has the functions on arrays.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lessons/numpy/evaluate.h"
#include "lessons/numpy/functions.h"

namespace gf::numpy {

inline constexpr Index kMostCells = 4096;    // of one array
inline constexpr Index kMostWork = 400'000;  // numbers that one run computes
inline constexpr int kMostCalls = 6;         // of functions, one inside the other
inline constexpr std::size_t kMostAxes = 4;
inline constexpr std::size_t kLongestPart = 24;  // characters of a part of the text that a message repeats

struct Value;
using Values = std::vector<Value>;

// The value of an expression: an array, a tuple or list, or None. A shape is a tuple of numbers.
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
  std::string name;  // empty: the place of the argument decides
  const Syntax* syntax;
};

// One run of a program. A function with a parameter `at` or `syntax` throws CodeError at that place of the text.
class Run {
 public:
  Run(std::string_view text, const Names& names);
  Outcome all(const Program& program, std::string_view wanted);

 private:
  using Kind = Expression::Kind;

  // Assigns to several names: a, b = 1, 2.
  void assign_several(const Statement& statement, const Value& value, Variables& into);

  struct Function {
    const Statement* statement;
    bool given;  // whether the lesson, and not the reader, defines it
  };
  [[noreturn]] void fail(const char* id, const Syntax& at, Words words = {}) const;
  // Returns the text of a part of the program for a message, or `otherwise` if the text is long: "@this" is the text forms.this.
  std::string part(const Syntax& syntax, const char* otherwise) const;
  // Returns the array, and counts its cells as work. Fails if it is too large, or the work too much.
  Array limited(Array array, const Syntax& at);
  const Variables& variables() const { return locals_ ? *locals_ : globals_; }

  const Value* find(std::string_view name) const;

  // Fails with the nearest known name, if there is one.
  [[noreturn]] void unknown(const char* id, const Syntax& at, const std::string& before, const std::string& got,
                            const std::vector<std::string>& known) const;
  Value value_of(const Syntax& syntax);
  Value named(const Syntax& syntax) const;

  // Returns the value of an expression as an array. A list of numbers becomes an array.
  Array array_in(const Syntax& syntax) { return as_array(value_of(syntax), syntax); }

  Array as_array(const Value& value, const Syntax& at);
  Array stacked(const Values& values, Index axis, const Syntax& at);
  Array joined_arrays(const Array& a, const Array& b, Index axis, const Syntax& at);
  double number_in(const Syntax& syntax);
  Index whole_in(const Syntax& syntax);
  bool truth_in(const Syntax& syntax) { return number_in(syntax) != 0; }

  Value unary(const Syntax& syntax);
  Value binary(const Syntax& syntax);
  Array product(const Array& a, const Array& b, const Syntax& at, const Syntax& left, const Syntax& right);
  Array cell_by_cell(const std::string& sign, const Array& a, const Array& b, const Syntax& at, const Syntax& left, const Syntax& right);
  Element of_two(const std::string& sign, const Element& a, const Element& b, const Syntax& at) const;
  bool is_module(const Syntax& syntax) const;
  static Values shape_of(const Array& array);
  Value attribute(const Syntax& syntax);
  static Array reversed(const Array& array);
  Value call(const Syntax& syntax);
  Value call_name(const Syntax& syntax, const Syntax& callee, const std::vector<Argument>& arguments);
  Value call_function(const Syntax& syntax, const Function& function, const std::vector<Argument>& arguments);

  // Returns the arguments of a built-in function in the order of its names. A missing argument is null.
  std::vector<const Syntax*> placed_arguments(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments,
                                              bool method);
  Value built_in(const FunctionRow& row, const Syntax& syntax, const std::vector<Argument>& arguments, const Syntax* self);
  Array mapped(Kind kind, Array array, const Syntax& at);
  Array filled(Dims dims, double value, const Syntax& at);
  Array typed(Array array, const Syntax* dtype);
  std::vector<Index> numbers_in(const Syntax& syntax);
  Dims shape_in(const Syntax& syntax) { return numbers_in(syntax); }

  std::size_t axis_of(const Array& array, Index axis, const Syntax& at) const;
  Array rearranged(Built what, const Array& array, std::vector<Index> numbers, const Syntax& at);
  Array joined_list(const Syntax& syntax, Index axis);
  Array reduced(Built what, const Array& array, std::optional<Index> axis, bool keep, const Syntax& at);
  static Element reduced_line(Built what, const std::vector<Element>& line);
  Array chosen(const Array& condition, const Array& yes, const Array& no, const Syntax& at);
  Array triangle(Array array, Index k, bool upper, const Syntax& at);

  // Returns the indices of an axis that an index or a slice selects. Sets `single` for an index, which removes the axis.
  std::vector<Index> taken(const Syntax& syntax, Index size, bool& single);
  Value indexed(const Syntax& syntax);
  Array indexed_array(Array array, const Syntax& syntax);

  std::string_view text_;
  Variables globals_;
  std::map<std::string, Function, std::less<>> functions_;
  std::set<std::string> assigned_;
  const Variables* locals_ = nullptr;
  const Syntax* outermost_ = nullptr;  // the outermost call of a given function, while that function runs
  Index work_ = 0;
  int calls_ = 0;
};

}  // namespace gf::numpy
