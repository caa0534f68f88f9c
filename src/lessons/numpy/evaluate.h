// Runs a program as NumPy would. If NumPy would stop, a CodeError says where and why.
// In order: parse() (syntax.h) reads the text; run() computes its value.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lessons/numpy/array.h"
#include "lessons/numpy/syntax.h"

namespace gf::numpy {

/// The names that a program may use beside NumPy: matrices, numbers, and functions that a program defines.
struct Names {
  std::vector<std::pair<std::string, Array>> arrays;
  Program functions = {};
};

/// The outcome of a program.
struct Outcome {
  Array value;       // of the last statement
  std::string name;  // that the last statement assigned to; empty: none
  bool any = false;  // whether a statement had a value
};

/// Runs a program. `text` is the text that the program was parsed from. If the program assigns to the name `wanted`, the outcome is the
/// value of that name. Throws CodeError for an error of NumPy, for an unknown name or function, and beyond the limits of size and work.
/// Example: run(parse("a = x @ x.T"), "a = x @ x.T", {{{"x", array_of(tensor)}}}, "a").value
Outcome run(const Program& program, std::string_view text, const Names& names, std::string_view wanted);

/// Returns the names that a program reads, each once, in order of appearance.
std::vector<std::string> names_in(const Program& program);

}  // namespace gf::numpy
