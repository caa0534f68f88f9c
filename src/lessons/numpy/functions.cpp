#include "lessons/numpy/functions.h"

namespace gf::numpy {

namespace {

constexpr FunctionRow kFunctions[] = {
    {"exp", Built::exp, "x", 1},
    {"log", Built::log, "x", 1},
    {"sqrt", Built::sqrt, "x", 1},
    {"tanh", Built::tanh, "x", 1},
    {"negative", Built::negative, "x", 1},
    {"abs", Built::absolute, "x", 1},
    {"isinf", Built::isinf, "x", 1},
    {"square", Built::square, "x", 1},
    {"maximum", Built::two, "x1, x2", 2, false, "max"},
    {"minimum", Built::two, "x1, x2", 2, false, "min"},
    {"add", Built::two, "x1, x2", 2, false, "+"},
    {"subtract", Built::two, "x1, x2", 2, false, "-"},
    {"multiply", Built::two, "x1, x2", 2, false, "*"},
    {"divide", Built::two, "x1, x2", 2, false, "/"},
    {"power", Built::two, "x1, x2", 2, false, "**"},
    {"less", Built::two, "x1, x2", 2, false, "<"},
    {"greater", Built::two, "x1, x2", 2, false, ">"},
    {"logical_not", Built::invert, "x", 1},
    {"matmul", Built::matmul, "x1, x2", 2},
    {"dot", Built::matmul, "x1, x2", 2, true},
    {"sum", Built::sum, "a, axis, keepdims", 1, true},
    {"mean", Built::mean, "a, axis, keepdims", 1, true},
    {"max", Built::max, "a, axis, keepdims", 1, true},
    {"amax", Built::max, "a, axis, keepdims", 1},
    {"min", Built::min, "a, axis, keepdims", 1, true},
    {"var", Built::var, "a, axis, keepdims", 1, true},
    {"std", Built::std, "a, axis, keepdims", 1, true},
    {"where", Built::where, "condition, x, y", 1},
    {"triu", Built::triu, "m, k", 1},
    {"tril", Built::tril, "m, k", 1},
    {"tri", Built::tri, "N, M, k", 1},
    {"eye", Built::eye, "N, M", 1},
    {"ones", Built::ones, "shape, dtype", 1},
    {"zeros", Built::zeros, "shape, dtype", 1},
    {"full", Built::full, "shape, fill_value", 2},
    {"ones_like", Built::ones_like, "a, dtype", 1},
    {"zeros_like", Built::zeros_like, "a, dtype", 1},
    {"full_like", Built::full_like, "a, fill_value", 2},
    {"array", Built::array, "object, dtype", 1},
    {"arange", Built::arange, "start, stop", 1},
    {"concatenate", Built::concatenate, "arrays, axis", 1},
    {"hstack", Built::hstack, "arrays", 1},
    {"vstack", Built::vstack, "arrays", 1},
    {"stack", Built::stack, "arrays, axis", 1},
    {"transpose", Built::transpose, "a, axes", 1, true},
    {"swapaxes", Built::swapaxes, "a, axis1, axis2", 3, true},
    {"reshape", Built::reshape, "a, shape", 2, true},
    {"expand_dims", Built::expand_dims, "a, axis", 2},
};

// Methods that are no functions of np.
constexpr FunctionRow kMethods[] = {{"astype", Built::astype, "a, dtype", 2, true}, {"copy", Built::copy, "a", 1, true}};

}  // namespace

const FunctionRow* np_function(std::string_view name) {
  for (const FunctionRow& row : kFunctions)
    if (row.name == name) return &row;
  return nullptr;
}

const FunctionRow* method(std::string_view name) {
  for (const FunctionRow& row : kMethods)
    if (row.name == name) return &row;
  const FunctionRow* row = np_function(name);
  return row && row->method ? row : nullptr;
}

std::vector<std::string> np_names() {
  std::vector<std::string> names;
  for (const FunctionRow& row : kFunctions) names.emplace_back(row.name.c_str());
  return names;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names{"T", "shape"};
  for (const FunctionRow& row : kFunctions)
    if (row.method) names.emplace_back(row.name.c_str());
  return names;
}

}  // namespace gf::numpy
