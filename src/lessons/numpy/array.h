// Arrays of any number of axes, as in NumPy. Their numbers can have the arithmetic that they came from.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/expression.h"
#include "core/tensor.h"

namespace gf::numpy {

/// A number of an array.
struct Element {
  double value = 0;
  std::shared_ptr<const Expression> how = nullptr;  // the arithmetic that it came from; null: none is kept
  int leaves = 1;                                   // of that tree
};

using Dims = std::vector<Index>;

struct Array {
  Dims dims = {};  // none: a single number
  std::vector<Element> cells{Element{}};
  bool boolean = false;

  Index size() const { return std::ssize(cells); }
};

/// Returns the product of the sizes, which is 1 for no axes.
Index size_of(const Dims& dims);

/// Returns a shape as NumPy prints it: "(3, 4)", "(3,)", "()".
std::string shape_text(const Dims& dims);

/// Returns a single number as an array without axes.
Array number_array(double value);
/// Returns the matrix of a tensor without outer axes. If `input` is not negative, the arithmetic of each number is the cell of that
/// operand.
Array array_of(const Tensor& tensor, int input = -1);
/// Returns an array as a tensor. A single number becomes (1, 1), a line (1, n), and axes before the last two become outer ones.
Tensor tensor_of(const Array& array);

/// Sets `both` to the shape that two arrays are broadcast to. Returns false if their shapes do not fit.
bool broadcast_dims(const Dims& a, const Dims& b, Dims& both);
/// Returns an array broadcast to a shape of broadcast_dims.
Array spread_to(const Array& array, const Dims& dims);

/// Returns the result of an operation on two numbers. Arithmetic is kept if an operand has some, up to a number of leaves.
Element combined(Expression::Kind kind, const Element& a, const Element& b);
/// Returns the result of an operation on one number.
Element applied(Expression::Kind kind, const Element& a);
/// Returns the sum, product, maximum or minimum of several numbers.
Element gathered(Expression::Kind kind, const std::vector<Element>& elements);

/// Returns an array with its axes in another order: axis i of the result is axis order[i].
Array transposed(const Array& array, const std::vector<std::size_t>& order);
/// Sets `product` to the product of matrices, or of stacks of matrices. Returns false if the shapes do not fit.
bool multiplied(const Array& a, const Array& b, Array& product);

}  // namespace gf::numpy
