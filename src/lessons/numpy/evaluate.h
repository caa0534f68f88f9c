// Computes what a program makes, as NumPy would, and says in words where NumPy would stop.
#pragma once

#include <memory>
#include <set>
#include <string>
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

/// The outcome of a program: the last value that it made, and the name that it gave to it; empty: none.
struct Made {
  Array value;
  std::string name;
  bool any = false;  // it made a value
};

/// Runs a program. `text` is the text that it was read from. If `wanted` has a value in the end, that is what the program came to.
/// Throws CodeError where NumPy would stop, at a name or function that is not known here, and beyond limits of size and work.
/// Example: run(parse("a = x @ x.T"), "a = x @ x.T", {{{"x", array_of(tensor)}}}, "a").value
Made run(const Program& program, std::string_view text, const Names& names, std::string_view wanted);

/// The names that a program reads, in the order of their places.
std::vector<std::string> names_in(const Program& program);

}  // namespace gf::numpy
