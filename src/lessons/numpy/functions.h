// The functions of NumPy that a reader's program may call, and the methods of its arrays.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.h"

namespace gf::numpy {

enum class Built {
  exp,
  log,
  sqrt,
  tanh,
  negative,
  absolute,
  isinf,
  square,
  two,
  invert,
  matmul,
  sum,
  mean,
  max,
  min,
  var,
  std,
  where,
  triu,
  tril,
  tri,
  eye,
  ones,
  zeros,
  full,
  ones_like,
  zeros_like,
  full_like,
  astype,
  array,
  arange,
  concatenate,
  hstack,
  vstack,
  stack,
  transpose,
  swapaxes,
  reshape,
  expand_dims,
  copy
};

struct FunctionRow {
  Name name;
  Built what;
  NameList arguments;   // names; the first argument of a method is its array
  std::size_t needed;   // the number of arguments that must be given
  bool method = false;  // whether arrays have a method of this name
  Name sign = {};       // of `two`: the operator
};

/// Returns a function of np, or null if it is unknown.
const FunctionRow* np_function(std::string_view name);
/// Returns a method of an array, or null if it is unknown.
const FunctionRow* method(std::string_view name);
/// Returns the names of all functions of np.
std::vector<std::string> np_names();
/// Returns the names of all methods, with "T" and "shape".
std::vector<std::string> method_names();

}  // namespace gf::numpy
