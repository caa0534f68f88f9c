// The functions of NumPy that a reader's program may call, and the methods of its arrays.
#pragma once

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
  NameList arguments;   // by their names; the first one of a method is its array
  std::size_t needed;   // so many must be given
  bool method = false;  // there is a method of that name, too
  Name sign = {};       // of `two`
};

/// A function of np; null where it is not known here.
const FunctionRow* np_function(std::string_view name);
/// A method of an array.
const FunctionRow* method(std::string_view name);
/// The names of all of them.
std::vector<std::string> np_names();
std::vector<std::string> method_names();

}  // namespace gf::numpy
