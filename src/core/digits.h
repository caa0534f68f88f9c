// How the numbers of one matrix are printed in its cells: the same decimals in all of them, as many as are needed and fit.
#pragma once

#include <string>

#include "core/tensor.h"

namespace gf {

struct Digits {
  int decimals = 2;
  int most_chars = 7;
  bool rounds_to_zero = false;  // what is too small for these decimals is "0.00"; else it is written with an exponent
};

/// How many characters the numbers of such a matrix have in its cells: as many for every value, so that nothing moves while one is dragged;
/// a matrix of few numbers has room for all of their digits.
inline constexpr int kUsualChars = 5;
inline int chars_of_cell(const Shape& shape) { return shape.matrix_size() <= 3 ? 7 : kUsualChars; }

/// How many characters `value` has before the decimal point, the sign among them: 3 of -12.5.
int leading_chars(float value);

/// The digits that show matrix `outer` in cells of `most_chars` characters: no more decimals than the values have. Values that need more
/// than three have two, unless all of them are small or there are few of them: then four at most.
Digits digits_for(const Tensor& tensor, Index outer, int most_chars);

/// "−0.50", "∞", "NaN", "?" of a veiled one; a large number has fewer decimals; "4.5e−5" where fixed digits would not fit or would show
/// nothing.
std::string cell_text(float value, const Digits& digits);

/// The number that cell_text shows, a veiled or infinite one as it is.
/// Example: 0.53 of 0.5306 and Digits{2, 5}.
double printed_value(float value, const Digits& digits);

/// The same in very few characters: ".53", "−.1", "1.7", "12"; empty where even the digits before the point don't fit.
std::string compact_text(float value, const Digits& digits, int most_chars);

/// A plain number, to be copied or typed over: "-0.5"; "?" of a veiled one.
std::string plain_text(float value);

/// One matrix as lines of tab-separated plain numbers, as spreadsheets read them.
std::string tab_separated(const Tensor& tensor, Index outer);

}  // namespace gf
