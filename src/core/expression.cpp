#include "core/expression.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gf {
namespace {

using Kind = Expression::Kind;

Expression make(Kind kind, std::vector<Expression> arguments) {
  Expression result;
  result.kind = kind;
  result.arguments = std::move(arguments);
  return result;
}

const char* function_name(Kind kind) {
  switch (kind) {
    case Kind::exp:
      return "exp";
    case Kind::log:
      return "ln";
    case Kind::sqrt:
      return "√";
    case Kind::sine:
      return "sin";
    case Kind::cosine:
      return "cos";
    case Kind::tanh:
      return "tanh";
    case Kind::erf:
      return "erf";
    case Kind::max:
      return "max";
    case Kind::min:
      return "min";
    case Kind::round:
      return "round";
    default:
      return "";
  }
}

// How tightly a printed form binds: an argument that binds less than its place asks for stands in parentheses.
enum Binding { loose = 0, additive = 1, multiplicative = 2, prefix = 3, atom = 4 };

Binding binding_of(const Expression& e) {
  switch (e.kind) {
    case Kind::sum:
      return e.arguments.size() == 1 ? binding_of(e.arguments[0]) : additive;
    case Kind::product:
      return e.arguments.size() == 1 ? binding_of(e.arguments[0]) : multiplicative;
    case Kind::difference:
      return additive;
    case Kind::quotient:
      return multiplicative;
    case Kind::negate:
      return prefix;
    default:
      return atom;
  }
}

// How a tree is printed.
struct Printed {
  int most_terms, digits;
};

std::string print(const Expression& e, const Printed& as);

std::string print_at(const Expression& e, Binding place, const Printed& as) {
  const std::string text = print(e, as);
  return binding_of(e) < place ? "(" + text + ")" : text;
}

// The places of the terms that are printed where there are too many: of a sum those that are not zero, all others say nothing.
std::vector<int> shown_terms(const std::vector<Expression>& terms, bool is_sum, int most_terms) {
  const int count = static_cast<int>(terms.size());
  std::vector<int> places;
  for (int i = 0; i < count; ++i)
    if (count <= most_terms || !is_sum || evaluate(terms[static_cast<std::size_t>(i)]) != 0) places.push_back(i);
  if (places.empty()) places = {0, count - 1};
  const int most = most_terms - 1;
  if (count > most_terms && static_cast<int>(places.size()) > most) places.erase(places.begin() + (most - 1), places.end() - 1);
  return places;
}

std::string join(const std::vector<Expression>& terms, const char* sign, Binding place, const Printed& as) {
  std::string text;
  int next = 0;
  const auto leave_out = [&](int end) {
    if (next < end) text += (next > 0 ? std::string(sign) : "") + "… (" + std::to_string(end - next) + ") …";
  };
  for (const int i : shown_terms(terms, place == additive, as.most_terms)) {
    leave_out(i);
    if (i > 0) text += sign;
    text += print_at(terms[static_cast<std::size_t>(i)], place, as);
    next = i + 1;
  }
  leave_out(static_cast<int>(terms.size()));
  return text;
}

std::string print(const Expression& e, const Printed& as) {
  switch (e.kind) {
    case Kind::number:
    case Kind::operand:
      return format_number(e.value, as.digits);
    case Kind::sum:
      return join(e.arguments, " + ", additive, as);
    case Kind::product:
      return join(e.arguments, "·", prefix, as);
    case Kind::difference:
      return print_at(e.arguments[0], additive, as) + " − " + print_at(e.arguments[1], multiplicative, as);
    case Kind::quotient:
      return print_at(e.arguments[0], prefix, as) + " / " + print_at(e.arguments[1], prefix, as);
    case Kind::negate: {
      const std::string text = print_at(e.arguments[0], atom, as);
      return "−" + (text.starts_with("−") ? "(" + text + ")" : text);
    }
    case Kind::power:
      return print_at(e.arguments[0], atom, as) + "^" + print_at(e.arguments[1], atom, as);
    case Kind::equal:
      return "[" + print(e.arguments[0], as) + " = " + print(e.arguments[1], as) + "]";
    case Kind::less:
      return "[" + print(e.arguments[0], as) + " < " + print(e.arguments[1], as) + "]";
    case Kind::sqrt:
      // "√4", as people write it.
      if (e.arguments[0].kind == Kind::number && e.arguments[0].value >= 0) return "√" + print(e.arguments[0], as);
      [[fallthrough]];
    default:
      return std::string(function_name(e.kind)) + "(" + join(e.arguments, ", ", loose, as) + ")";
  }
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

double evaluate(const Expression& e) {
  const auto argument = [&](std::size_t i) { return evaluate(e.arguments[i]); };
  switch (e.kind) {
    case Kind::number:
    case Kind::operand:
      return e.value;
    case Kind::sum: {
      double total = 0;
      for (const Expression& term : e.arguments) total += evaluate(term);
      return total;
    }
    case Kind::product: {
      double total = 1;
      for (const Expression& factor : e.arguments) total *= evaluate(factor);
      return total;
    }
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
    case Kind::min: {
      double least = argument(0);
      for (std::size_t i = 1; i < e.arguments.size(); ++i) least = std::min(least, argument(i));
      return least;
    }
    case Kind::max: {
      double most = argument(0);
      for (std::size_t i = 1; i < e.arguments.size(); ++i) most = std::max(most, argument(i));
      return most;
    }
  }
  return 0;
}

std::string to_text(const Expression& expression, int most_terms, int digits) {
  return print(expression, {std::max(most_terms, 3), digits});
}

void for_each_operand(const Expression& expression, const std::function<void(const Expression&)>& visit) {
  if (expression.kind == Kind::operand) visit(expression);
  for (const Expression& argument : expression.arguments) for_each_operand(argument, visit);
}

}  // namespace gf
