#include "lessons/numpy/array.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/nth.h"

namespace gf::numpy {

namespace {

constexpr int kMostLeaves = 96;  // of the arithmetic of one number; a larger tree is replaced by its result

Expression tree_of(const Element& element) { return element.how ? *element.how : expr::number(element.value); }

Element kept(Expression tree, double value, int leaves) {
  if (leaves > kMostLeaves) return {value};
  return {value, std::make_shared<const Expression>(std::move(tree)), leaves};
}

double result_of(Expression::Kind kind, double a, double b) {
  using Kind = Expression::Kind;
  switch (kind) {
    case Kind::sum:
      return a + b;
    case Kind::product:
      return a * b;
    case Kind::quotient:
      return a / b;
    case Kind::difference:
      return a - b;
    case Kind::power:
      return std::pow(a, b);
    case Kind::max:
      return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b);
    case Kind::min:
      return std::isnan(a) || std::isnan(b) ? std::nan("") : std::min(a, b);
    case Kind::equal:
      return a == b ? 1 : 0;
    default:
      return a < b ? 1 : 0;
  }
}

double result_of(Expression::Kind kind, double a) {
  using Kind = Expression::Kind;
  switch (kind) {
    case Kind::negate:
      return -a;
    case Kind::exp:
      return std::exp(a);
    case Kind::log:
      return std::log(a);
    case Kind::sqrt:
      return std::sqrt(a);
    default:
      return std::tanh(a);
  }
}

// Returns the index of a cell in an array of the shape `own` that is broadcast to `dims`. `flat` is the index of the cell in `dims`.
Index place_in(Index flat, const Dims& dims, const Dims& own) {
  Index place = 0, stride = 1;
  for (std::size_t back = 1; back <= dims.size(); ++back) {
    const Index size = dims[dims.size() - back], at = flat % size;
    flat /= size;
    if (back > own.size()) continue;
    const Index own_size = own[own.size() - back];
    place += (own_size == 1 ? 0 : at) * stride;
    stride *= own_size;
  }
  return place;
}

}  // namespace

Index size_of(const Dims& dims) { return std::accumulate(dims.begin(), dims.end(), Index{1}, std::multiplies<Index>()); }

std::string shape_text(const Dims& dims) {
  std::string text = "(";
  for (std::size_t i = 0; i < dims.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(dims[i]);
  return text + (dims.size() == 1 ? ",)" : ")");
}

Array number_array(double value) { return {{}, {Element{value}}}; }

Array array_of(const Tensor& tensor, int input) {
  Array array{{tensor.rows(), tensor.cols()}, {}};
  for (Index row = 0; row < tensor.rows(); ++row)
    for (Index col = 0; col < tensor.cols(); ++col) {
      const auto value = static_cast<double>(tensor.at(row, col));
      array.cells.push_back({value});
      if (input >= 0) array.cells.back().how = std::make_shared<const Expression>(expr::operand(input, {0, row, col}, value));
    }
  return array;
}

Tensor tensor_of(const Array& array) {
  Shape shape = matrix_shape(1, 1);
  if (!array.dims.empty()) shape.cols = array.dims.back();
  if (array.dims.size() > 1) shape.rows = array.dims[array.dims.size() - 2];
  if (array.dims.size() > 2) shape.outer.assign(array.dims.begin(), array.dims.end() - 2);
  Tensor tensor(shape);
  for (Index i = 0; i < array.size(); ++i) tensor.data()[i] = static_cast<float>(nth(array.cells, i).value);
  return tensor;
}

bool broadcast_dims(const Dims& a, const Dims& b, Dims& both) {
  both.assign(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= both.size(); ++back) {
    const Index left = back <= a.size() ? a[a.size() - back] : 1, right = back <= b.size() ? b[b.size() - back] : 1;
    if (left != right && left != 1 && right != 1) return false;
    both[both.size() - back] = left == 1 ? right : left;
  }
  return true;
}

Array spread_to(const Array& array, const Dims& dims) {
  if (array.dims == dims) return array;
  Array spread{dims, {}, array.boolean};
  const Index size = size_of(dims);
  for (Index i = 0; i < size; ++i) spread.cells.push_back(nth(array.cells, place_in(i, dims, array.dims)));
  return spread;
}

Element combined(Expression::Kind kind, const Element& a, const Element& b) {
  const double value = result_of(kind, a.value, b.value);
  if (!a.how && !b.how) return {value};
  const int leaves = a.leaves + b.leaves;
  if (leaves > kMostLeaves) return {value};
  std::vector<Expression> arguments{tree_of(a), tree_of(b)};
  // a + b + c is one sum of three terms.
  if ((kind == Expression::Kind::sum || kind == Expression::Kind::product) && arguments[0].kind == kind) {
    Expression whole = std::move(arguments[0]);
    whole.arguments.push_back(std::move(arguments[1]));
    return kept(std::move(whole), value, leaves);
  }
  return kept(expr::call(kind, std::move(arguments)), value, leaves);
}

Element applied(Expression::Kind kind, const Element& a) {
  const double value = result_of(kind, a.value);
  return a.how ? kept(expr::call(kind, {*a.how}), value, a.leaves) : Element{value};
}

Element gathered(Expression::Kind kind, const std::vector<Element>& elements) {
  if (elements.size() == 1) return elements.front();
  double value = kind == Expression::Kind::product ? 1 : 0;
  int leaves = 0;
  bool any = false;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    value = i == 0 ? elements[i].value : result_of(kind, value, elements[i].value);
    leaves += elements[i].leaves;
    any = any || elements[i].how;
  }
  if (!any || leaves > kMostLeaves) return {value};
  std::vector<Expression> arguments;
  for (const Element& element : elements) arguments.push_back(tree_of(element));
  return kept(expr::call(kind, std::move(arguments)), value, leaves);
}

Array transposed(const Array& array, const std::vector<std::size_t>& order) {
  Array result{Dims(array.dims.size()), {}, array.boolean};
  Dims strides(array.dims.size(), 1);
  for (std::size_t i = array.dims.size(); i-- > 1;) strides[i - 1] = strides[i] * array.dims[i];
  for (std::size_t i = 0; i < order.size(); ++i) result.dims[i] = array.dims[order[i]];
  for (Index flat = 0; flat < array.size(); ++flat) {
    Index rest = flat, place = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      place += rest % result.dims[i] * strides[order[i]];
      rest /= result.dims[i];
    }
    result.cells.push_back(nth(array.cells, place));
  }
  return result;
}

bool multiplied(const Array& a, const Array& b, Array& product) {
  Dims left = a.dims, right = b.dims;
  const bool row = left.size() == 1, column = right.size() == 1;
  if (row) left.insert(left.begin(), 1);
  if (column) right.push_back(1);
  if (left.size() < 2 || right.size() < 2 || left.back() != right[right.size() - 2]) return false;
  const Index rows = left[left.size() - 2], inner = left.back(), cols = right.back();
  const Dims left_stack(left.begin(), left.end() - 2), right_stack(right.begin(), right.end() - 2);
  Dims stack;
  if (!broadcast_dims(left_stack, right_stack, stack)) return false;
  product = {stack, {}};
  const Index count = size_of(stack);
  std::vector<Element> terms(static_cast<std::size_t>(inner));
  for (Index k = 0; k < count; ++k) {
    const Index from_a = place_in(k, stack, left_stack) * rows * inner, from_b = place_in(k, stack, right_stack) * inner * cols;
    for (Index r = 0; r < rows; ++r)
      for (Index c = 0; c < cols; ++c) {
        for (Index i = 0; i < inner; ++i)
          nth(terms, i) = combined(Expression::Kind::product, nth(a.cells, from_a + r * inner + i), nth(b.cells, from_b + i * cols + c));
        product.cells.push_back(inner == 0 ? Element{} : gathered(Expression::Kind::sum, terms));
      }
  }
  if (!row) product.dims.push_back(rows);
  if (!column) product.dims.push_back(cols);
  return true;
}

}  // namespace gf::numpy
