// The arithmetic of one cell in print: the numbers, how many digits they need, and the terms of a sum.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/cell_reference.h"
#include "core/expression.h"
#include "core/precision.h"

namespace gf {

/// How many arguments of a sum, product or function are printed. A longer one is abbreviated: "0.1·2 + … (13) … + 0.4·1".
inline constexpr int kMostTerms = 12;

/// The tree with its numbers: "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1". A sum of more than `most_terms` terms is abbreviated to its first terms
/// that are not zero and its last one. "… (13) …" stands for the 13 terms that are left out.
std::string to_text(const Expression& expression, const Precision& precision = {}, int most_terms = kMostTerms);

/// The name of a function as it is printed: "sin"; empty for what is written with signs.
const char* function_name(Expression::Kind kind);

/// The tree with a number in place of each group of arguments that to_text leaves out.
Expression abbreviated(const Expression& expression, int most_terms = kMostTerms);

/// Arithmetic in print, and the number that it comes to with the digits that are printed. Terms that are left out count with all their
/// digits.
struct PrintedArithmetic {
  std::string text;  // "0.2157 / 0.0006363"
  Precision precision;
  double comes_to = 0;  // 338.99
};

/// Prints a tree with as many digits as its result needs. Digits are added to the numbers until `is_right(printed, exact)` holds, where
/// `printed` is the result of the printed numbers and `exact` that of all digits. The usual precision stays if not even `exact` is right.
/// Example: 0.21571 / 0.00063629, which is to round to 339, is printed as "0.2157 / 0.000636"; "0.2157 / 0.0006" comes to 360.
PrintedArithmetic print_arithmetic(const Expression& expression, const std::function<bool(double printed, double exact)>& is_right,
                                   int most_terms = kMostTerms);

/// A summand in print, and the cells that it is made from.
struct Term {
  std::string text;  // "0.1·2", or "… (13) …" of those that are left out together
  std::vector<CellReference> operands;
};

/// The terms of a sum as to_text prints them; an expression that is no sum is one term. The operands' `input` is their node.
std::vector<Term> terms_of(const Expression& expression, const Precision& precision = {}, int most_terms = kMostTerms);

/// The terms as a sum: "0.1·0 + 1.2·1".
std::string sum_text(std::span<const Term> terms);

}  // namespace gf
