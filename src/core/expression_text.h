// Prints the arithmetic of one cell (core/expression.h): its numbers, as many digits as they need, and the terms of a sum.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/cell_reference.h"
#include "core/expression.h"
#include "core/precision.h"

namespace gf {

/// The most arguments of a sum, product, maximum or minimum that are printed. A longer operation is abbreviated: "0.1·2 + … (13) … +
/// 0.4·1".
inline constexpr int kMostTerms = 12;

/// Prints the tree with its numbers: "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1". A sum of more than `most_terms` terms is abbreviated to its first
/// terms that are not zero and the last such term. "… (13) …" stands for 13 terms that are left out.
std::string to_text(const Expression& expression, const Precision& precision = {}, int most_terms = kMostTerms);

/// Returns the printed name of a function: "sin"; empty for an operation that is written with signs.
const char* function_name(Expression::Kind kind);

/// Returns the tree with a number in place of each group of arguments that to_text leaves out.
Expression abbreviated(const Expression& expression, int most_terms = kMostTerms);

/// Arithmetic in print, and the result of its printed numbers. Terms that are left out count with all their digits.
struct PrintedArithmetic {
  std::string text;  // "0.2157 / 0.0006363"
  Precision precision;
  double comes_to = 0;  // 338.99
};

/// Prints a tree with as many digits as its result needs. Digits are added to the numbers until `is_right(printed, exact)` holds: `printed`
/// is the result of the printed numbers, `exact` the result of all digits. The usual precision stays if not even `exact` is right.
/// Example: 0.21571 / 0.00063629, which is to round to 339, is printed as "0.2157 / 0.000636"; "0.2157 / 0.0006" comes to 360.
PrintedArithmetic print_arithmetic(const Expression& expression, const std::function<bool(double printed, double exact)>& is_right,
                                   int most_terms = kMostTerms);

/// A term in print, and the cells that it is made from.
struct Term {
  std::string text;  // "0.1·2", or "… (13) …" for terms that are left out together
  std::vector<CellReference> operands;
};

/// Returns the terms of a sum as to_text prints them; an expression that is no sum is one term. `input` of each operand must be its node.
std::vector<Term> terms_of(const Expression& expression, const Precision& precision = {}, int most_terms = kMostTerms);

/// Returns the terms as a sum: "0.1·0 + 1.2·1".
std::string sum_text(std::span<const Term> terms);

}  // namespace gf
