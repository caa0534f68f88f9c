// The arithmetic that made one cell, as a small tree: it is evaluated here, and printed by core/expression_text.h.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// One operation of the arithmetic of a cell. Leaves are numbers or cells of the node's inputs.
struct Expression {
  static constexpr int kItself = -2;
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
    round,  // to the nearest whole number, of two equally near ones the even one
    equal,  // [a = b]: 1 where both are the same, else 0
    less    // [a < b]: 1 where the first is less, else 0
  };
  Kind kind = Kind::number;
  double value = 0;  // number and operand: its value
  int input = -1;    // operand: which input of the op; kItself: a cell of the result, such as the one before
  int left_out = 0;  // number: it stands for so many arguments that are not printed
  Cell cell;         // operand: where in that input
  std::vector<Expression> arguments;
};

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

/// The value of the tree in double precision.
double evaluate(const Expression& expression);

/// The value of a sum, product, maximum or minimum of these arguments; the empty sum is 0, the empty product 1.
double evaluate(Expression::Kind kind, std::span<const Expression> arguments);

/// Puts its value in place of every operation whose arguments are numbers, and returns whether there is an operation left.
/// Example: e² / (e² + e³) becomes 7.39 / (7.39 + 20.09), then 7.39 / 27.47, then 0.27.
bool work_out_innermost(Expression& expression);

/// Calls `visit` for every operand of the tree, in reading order.
void for_each_operand(const Expression& expression, const std::function<void(const Expression&)>& visit);

/// The operands of some trees in reading order, each cell once.
std::vector<const Expression*> distinct_operands(std::span<const Expression> expressions);

}  // namespace gf
