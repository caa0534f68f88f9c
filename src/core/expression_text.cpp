#include "core/expression_text.h"

#include <algorithm>
#include <limits>

#include "core/expression.h"
#include "core/number_text.h"

namespace gf {
namespace {

using Kind = Expression::Kind;

constexpr const char* kPlus = " + ";

bool is_leaf(const Expression& e) { return e.kind == Kind::number || e.kind == Kind::operand; }

// Whether the value of some arguments can take their place among the arguments.
bool can_be_long(Kind kind) { return kind == Kind::sum || kind == Kind::product || kind == Kind::min || kind == Kind::max; }

// ---- abbreviation ------------------------------------------------------------------------------------------------------

// Neighbouring arguments: one argument that is printed, or several that are left out.
struct Piece {
  std::size_t begin, end;
  bool left_out;
};

// Returns the indices of the arguments that are printed if an operation has more than `most_terms`. A sum shows terms that are not zero.
std::vector<std::size_t> shown_places(const Expression& e, std::size_t most_terms) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < e.arguments.size(); ++i)
    if (e.kind != Kind::sum || evaluate(e.arguments[i]) != 0) places.push_back(i);
  if (places.empty()) places = {0, e.arguments.size() - 1};
  const auto most = static_cast<std::ptrdiff_t>(most_terms) - 1;
  if (std::ssize(places) > most) places.erase(places.begin() + (most - 1), places.end() - 1);
  return places;
}

std::vector<Piece> pieces_of(const Expression& e, int most_terms) {
  const auto most = static_cast<std::size_t>(std::max(most_terms, 3));
  std::vector<Piece> pieces;
  std::size_t next = 0;
  const auto show = [&](std::size_t place) {
    if (next < place) pieces.push_back({next, place, true});
    pieces.push_back({place, place + 1, false});
    next = place + 1;
  };
  if (e.arguments.size() <= most || !can_be_long(e.kind)) {
    for (std::size_t i = 0; i < e.arguments.size(); ++i) show(i);
    return pieces;
  }
  for (const std::size_t place : shown_places(e, most)) show(place);
  if (next < e.arguments.size()) pieces.push_back({next, e.arguments.size(), true});
  return pieces;
}

// ---- print -------------------------------------------------------------------------------------------------------------

// The binding of a printed form. An argument that binds less tightly than its place stands in parentheses.
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

std::string print(const Expression& e, const Precision& precision);

std::string in_parentheses(const std::string& text) { return "(" + text + ")"; }

std::string print_at(const Expression& e, Binding place, const Precision& precision) {
  const std::string text = print(e, precision);
  return binding_of(e) < place ? in_parentheses(text) : text;
}

// Prints the argument of a minus or the base of a power, which bind tighter than the sign of a number.
std::string print_unsigned(const Expression& e, const Precision& precision) {
  const std::string text = print_at(e, atom, precision);
  return text.starts_with(kTrueMinus) ? in_parentheses(text) : text;
}

std::string join(const std::vector<Expression>& arguments, const char* sign, Binding place, const Precision& precision) {
  std::string text;
  for (const Expression& argument : arguments) {
    if (&argument != &arguments.front()) text += sign;
    text += print_at(argument, place, precision);
  }
  return text;
}

std::string print(const Expression& e, const Precision& precision) {
  switch (e.kind) {
    case Kind::number:
    case Kind::operand:
      return e.left_out > 0 ? "… (" + std::to_string(e.left_out) + ") …" : format_number(e.value, precision);
    case Kind::sum:
      return join(e.arguments, kPlus, additive, precision);
    case Kind::product:
      return join(e.arguments, "·", prefix, precision);
    case Kind::difference:
      return print_at(e.arguments[0], additive, precision) + " − " + print_at(e.arguments[1], multiplicative, precision);
    case Kind::quotient:
      return print_at(e.arguments[0], prefix, precision) + " / " + print_at(e.arguments[1], prefix, precision);
    case Kind::negate:
      return "−" + print_unsigned(e.arguments[0], precision);
    case Kind::power:
      return print_unsigned(e.arguments[0], precision) + "^" + print_at(e.arguments[1], atom, precision);
    case Kind::equal:
      return "[" + print(e.arguments[0], precision) + " = " + print(e.arguments[1], precision) + "]";
    case Kind::less:
      return "[" + print(e.arguments[0], precision) + " < " + print(e.arguments[1], precision) + "]";
    case Kind::sqrt:
      // "√4", as people write it.
      if (e.arguments[0].kind == Kind::number && e.arguments[0].value >= 0) return "√" + print(e.arguments[0], precision);
      [[fallthrough]];
    default:
      return function_name(e.kind) + in_parentheses(join(e.arguments, ", ", loose, precision));
  }
}

// ---- digits ------------------------------------------------------------------------------------------------------------

// Returns the value of an abbreviated tree whose numbers have their printed values.
double evaluate_printed(Expression shown, const Precision& precision) {
  const auto round = [&](auto&& again, Expression& e) -> void {
    if (is_leaf(e) && e.left_out == 0) e.value = printed_number(e.value, precision);
    for (Expression& argument : e.arguments) again(again, argument);
  };
  round(round, shown);
  return evaluate(shown);
}

// Returns the fewest significant digits for which the result is right, then the fewest decimals.
Precision precision_for(const Expression& shown, const std::function<bool(double printed, double exact)>& is_right) {
  constexpr int kFewest = 2, kMost = std::numeric_limits<double>::max_digits10;
  const double exact = evaluate(shown);
  const auto tells = [&](const Precision& precision) { return is_right(evaluate_printed(shown, precision), exact); };
  if (tells({}) || !is_right(exact, exact)) return {};
  Precision precision{kFewest};
  while (precision.significant < kMost && !tells(precision)) ++precision.significant;
  for (int decimals = 4; decimals < kMost; ++decimals)
    if (const Precision fewer{precision.significant, decimals}; tells(fewer)) return fewer;
  return precision;
}

std::vector<CellReference> cells_in(std::span<const Expression> arguments) {
  std::vector<CellReference> cells;
  for (const Expression* operand : distinct_operands(arguments)) cells.push_back({operand->input, operand->cell});
  return cells;
}

}  // namespace

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

Expression abbreviated(const Expression& e, int most_terms) {
  Expression result;
  result.kind = e.kind;
  result.value = e.value;
  result.input = e.input;
  result.cell = e.cell;
  result.left_out = e.left_out;
  for (const Piece& piece : pieces_of(e, most_terms)) {
    if (!piece.left_out) {
      result.arguments.push_back(abbreviated(e.arguments[piece.begin], most_terms));
      continue;
    }
    Expression rest = expr::number(evaluate(e.kind, std::span(e.arguments).subspan(piece.begin, piece.end - piece.begin)));
    rest.left_out = static_cast<int>(piece.end - piece.begin);
    result.arguments.push_back(std::move(rest));
  }
  return result;
}

std::string to_text(const Expression& expression, const Precision& precision, int most_terms) {
  return print(abbreviated(expression, most_terms), precision);
}

PrintedArithmetic print_arithmetic(const Expression& expression, const std::function<bool(double printed, double exact)>& is_right,
                                   int most_terms) {
  const Expression shown = abbreviated(expression, most_terms);
  const Precision precision = precision_for(shown, is_right);
  return {print(shown, precision), precision, evaluate_printed(shown, precision)};
}

std::vector<Term> terms_of(const Expression& expression, const Precision& precision, int most_terms) {
  if (expression.kind != Kind::sum || expression.arguments.empty())
    return {{to_text(expression, precision, most_terms), cells_in({&expression, 1})}};
  if (expression.arguments.size() == 1) return terms_of(expression.arguments.front(), precision, most_terms);
  const Expression shown = abbreviated(expression, most_terms);
  std::vector<Term> terms;
  for (const Piece& piece : pieces_of(expression, most_terms))
    terms.push_back({print_at(shown.arguments[terms.size()], additive, precision),
                     cells_in(std::span(expression.arguments).subspan(piece.begin, piece.end - piece.begin))});
  return terms;
}

std::string sum_text(std::span<const Term> terms) {
  std::string text;
  for (const Term& term : terms) text += (text.empty() ? "" : kPlus) + term.text;
  return text;
}

}  // namespace gf
