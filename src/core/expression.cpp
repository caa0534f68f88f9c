#include "core/expression.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace gf {
namespace {

using Kind = Expression::Kind;

Expression make(Kind kind, std::vector<Expression> arguments) {
  Expression result;
  result.kind = kind;
  result.arguments = std::move(arguments);
  return result;
}

}  // namespace

namespace expr {

Expression number(double value) {
  Expression e;
  e.value = value;
  return e;
}

Expression operand(int input, Cell cell, double value) {
  Expression e;
  e.kind = Kind::operand;
  e.input = input;
  e.cell = cell;
  e.value = value;
  return e;
}

Expression sum(std::vector<Expression> terms) { return make(Kind::sum, std::move(terms)); }
Expression product(std::vector<Expression> factors) { return make(Kind::product, std::move(factors)); }
Expression quotient(Expression numerator, Expression denominator) {
  return make(Kind::quotient, {std::move(numerator), std::move(denominator)});
}
Expression difference(Expression left, Expression right) { return make(Kind::difference, {std::move(left), std::move(right)}); }
Expression negate(Expression argument) { return make(Kind::negate, {std::move(argument)}); }
Expression call(Kind kind, std::vector<Expression> arguments) { return make(kind, std::move(arguments)); }

}  // namespace expr

double evaluate(Kind kind, std::span<const Expression> arguments) {
  if (arguments.empty()) return kind == Kind::product ? 1 : 0;
  double total = evaluate(arguments.front());
  for (const Expression& argument : arguments.subspan(1)) {
    const double value = evaluate(argument);
    switch (kind) {
      case Kind::product:
        total *= value;
        break;
      case Kind::min:
        total = std::min(total, value);
        break;
      case Kind::max:
        total = std::max(total, value);
        break;
      default:
        total += value;
    }
  }
  return total;
}

double evaluate(const Expression& e) {
  const auto argument = [&](std::size_t i) { return evaluate(e.arguments[i]); };
  switch (e.kind) {
    case Kind::number:
    case Kind::operand:
      return e.value;
    case Kind::sum:
    case Kind::product:
    case Kind::min:
    case Kind::max:
      return evaluate(e.kind, e.arguments);
    case Kind::quotient:
      return argument(0) / argument(1);
    case Kind::difference:
      return argument(0) - argument(1);
    case Kind::negate:
      return -argument(0);
    case Kind::exp:
      return std::exp(argument(0));
    case Kind::log:
      return std::log(argument(0));
    case Kind::sqrt:
      return std::sqrt(argument(0));
    case Kind::power:
      return std::pow(argument(0), argument(1));
    case Kind::sine:
      return std::sin(argument(0));
    case Kind::cosine:
      return std::cos(argument(0));
    case Kind::tanh:
      return std::tanh(argument(0));
    case Kind::erf:
      return std::erf(argument(0));
    case Kind::round:
      return std::nearbyint(argument(0));
    case Kind::equal:
      return argument(0) == argument(1) ? 1 : 0;
    case Kind::less:
      return argument(0) < argument(1) ? 1 : 0;
  }
  return 0;
}

bool work_out_innermost(Expression& e) {
  if (e.arguments.empty()) return false;
  const auto is_number = [](const Expression& argument) { return argument.arguments.empty(); };
  if (std::all_of(e.arguments.begin(), e.arguments.end(), is_number)) {
    e = expr::number(evaluate(e));
    return false;
  }
  for (Expression& argument : e.arguments) work_out_innermost(argument);
  return true;
}

void for_each_operand(const Expression& expression, const std::function<void(const Expression&)>& visit) {
  if (expression.kind == Kind::operand) visit(expression);
  for (const Expression& argument : expression.arguments) for_each_operand(argument, visit);
}

std::vector<const Expression*> distinct_operands(std::span<const Expression> expressions) {
  std::vector<const Expression*> operands;
  std::set<std::tuple<int, Index, Index, Index>> seen;
  for (const Expression& expression : expressions)
    for_each_operand(expression, [&](const Expression& operand) {
      const auto& [outer, row, col] = operand.cell;
      if (seen.emplace(operand.input, outer, row, col).second) operands.push_back(&operand);
    });
  return operands;
}

}  // namespace gf
