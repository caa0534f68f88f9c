// The arithmetic of one cell as a small tree. Functions in `expr` build a tree, `evaluate` computes its value, and core/expression_text.h
// prints it.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// One operation of the arithmetic of a cell. Leaves are numbers or cells of the node's inputs.
struct Expression {
  static constexpr int kItself = -2;  // as `input`: the result of the op itself
  enum class Kind {
    number,
    operand,
    sum,
    product,
    quotient,
    difference,
    negate,
    exp,
    log,
    sqrt,
    power,
    sine,
    cosine,
    tanh,
    erf,
    max,
    min,
    round,  // to the nearest whole number, ties to even
    equal,  // [a = b]: 1 if a equals b, otherwise 0
    less    // [a < b]: 1 if a is less than b, otherwise 0
  };
  Kind kind = Kind::number;
  double value = 0;  // of a number or an operand
  int input = -1;    // of an operand: the index of an input of the op; kItself: a cell of the result, such as the cell before
  int left_out = 0;  // of a number: how many arguments that are not printed it stands for
  Cell cell;         // of an operand: the cell of that input
  std::vector<Expression> arguments;
};

/// Functions that build a tree.
namespace expr {
Expression number(double value);
Expression operand(int input, Cell cell, double value);
Expression sum(std::vector<Expression> terms);
Expression product(std::vector<Expression> factors);
Expression quotient(Expression numerator, Expression denominator);
Expression difference(Expression left, Expression right);
Expression negate(Expression argument);
Expression call(Expression::Kind kind, std::vector<Expression> arguments);
}  // namespace expr

/// Returns the value of the tree in double precision.
double evaluate(const Expression& expression);

/// Returns the sum, product, maximum or minimum of `arguments`; the empty sum is 0, the empty product 1.
double evaluate(Expression::Kind kind, std::span<const Expression> arguments);

/// Replaces every operation whose arguments are numbers by its value, and returns whether the tree still has an operation.
/// Example: e² / (e² + e³) becomes 7.39 / (7.39 + 20.09), then 7.39 / 27.47, then 0.27.
bool work_out_innermost(Expression& expression);

/// Calls `visit` for every operand of the tree, in reading order.
void for_each_operand(const Expression& expression, const std::function<void(const Expression&)>& visit);

/// Returns the operands of the trees in reading order, each cell once.
std::vector<const Expression*> distinct_operands(std::span<const Expression> expressions);

}  // namespace gf
