// The arithmetic that made one cell, as a small tree: it is printed with numbers and evaluated in tests.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/number_text.h"
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

/// The tree with its numbers: "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1", each with at most `digits` decimals. Sums of more than `most_terms` terms
/// are shortened to their first and last ones with the number of those left out between.
std::string to_text(const Expression& expression, int most_terms = 12, int digits = 4);

/// Calls `visit` for every operand of the tree, in reading order.
void for_each_operand(const Expression& expression, const std::function<void(const Expression&)>& visit);

/// A cell of a named node.
struct CellReference {
  int node = -1;
  Cell cell;
  bool operator==(const CellReference&) const = default;
};

/// Everything that the inspector says about one cell.
struct Explanation {
  std::string node;  // "query"
  Cell cell;
  double value = 0;                     // what the cell shows
  std::string formula;                  // of the node: "input · w_q"
  std::string symbols;                  // of the cell: "query[0,2] = Σₖ input[0,k] · w_q[k,2]"; empty where it was given
  std::string numbers;                  // "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6"
  std::vector<CellReference> operands;  // to light up
  std::vector<double> operand_values;
  Expression arithmetic;  // `numbers` without the result; an operand's `input` is its node
  bool pinned = false;    // held at `value`; the arithmetic gives `computed`
  double computed = 0;
};

}  // namespace gf
