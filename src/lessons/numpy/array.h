// Arrays of any number of axes, as NumPy has them, whose numbers may know the arithmetic that they came from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/expression.h"
#include "core/tensor.h"

namespace gf::numpy {

/// A number of an array. If arithmetic is kept, `how` is the tree that it came from; null: a number that was written down.
struct Element {
  double value = 0;
  std::shared_ptr<const Expression> how = nullptr;
  int leaves = 1;  // of the tree
};

using Dims = std::vector<Index>;

struct Array {
  Dims dims = {};  // none: a single number
  std::vector<Element> cells{Element{}};
  bool boolean = false;

  Index size() const { return static_cast<Index>(cells.size()); }
};

/// The product of the sizes; 1 of none.
Index size_of(const Dims& dims);

/// As NumPy prints a shape: "(3, 4)", "(3,)", "()".
std::string shape_text(const Dims& dims);

Array number_array(double value);
/// The matrix of a tensor without outer axes. With `input` at least 0 its numbers know that they are the cells of that operand.
Array array_of(const Tensor& tensor, int input = -1);
/// A single number becomes (1, 1), a line (1, n), and axes before the last two become outer ones.
Tensor tensor_of(const Array& array);

/// The shape that both are spread to; false where they don't fit.
bool broadcast_dims(const Dims& a, const Dims& b, Dims& both);
/// The array spread to a shape that broadcast_dims gave.
Array spread_to(const Array& array, const Dims& dims);

/// One operation on numbers. Its arithmetic is kept where that of an argument is, up to a size.
Element combined(Expression::Kind kind, const Element& a, const Element& b);
Element applied(Expression::Kind kind, const Element& a);
/// Sum, product, maximum or minimum of several.
Element gathered(Expression::Kind kind, const std::vector<Element>& elements);

/// The array with its axes in another order: axis i of the result is axis order[i].
Array transposed(const Array& array, const std::vector<std::size_t>& order);
/// The product of matrices, or of stacks of them; false where columns on the left and rows on the right are not as many.
bool multiplied(const Array& a, const Array& b, Array& product);

}  // namespace gf::numpy
