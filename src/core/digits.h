// Prints the numbers of one matrix in its cells, all with the same decimals: as many as the values need and the cells hold. Call digits_for
// once for a matrix, then cell_text for each cell.
#pragma once

#include <string>

#include "core/tensor.h"

namespace gf {

struct Digits {
  int decimals = 2;
  int most_chars = 7;
  bool rounds_to_zero = false;  // a value too small for the decimals is printed as "0.00"; off: with an exponent
};

inline constexpr int kUsualChars = 5;
/// Returns how many characters each cell of a matrix holds. The width depends on the shape alone, so that no cell moves while a reader
/// drags a value. A matrix of at most three numbers has room for more digits.
inline int chars_of_cell(const Shape& shape) { return shape.matrix_size() <= 3 ? 7 : kUsualChars; }

/// Returns how many characters `value` has before the decimal point, with the sign. Example: 3 for -12.5.
int leading_chars(float value);

/// Returns the digits for matrix `outer` in cells of `most_chars` characters, with no more decimals than the values need. If a value needs
/// more than three decimals, the numbers have two. They have up to four if all values are small or the matrix has at most three.
Digits digits_for(const Tensor& tensor, Index outer, int most_chars);

/// Returns the text of a cell: "−0.50", "∞", "NaN", or "?" for a veiled value. A large number has fewer decimals. A number that does not
/// fit, or whose digits would all be 0, is written as "4.5e−5".
std::string cell_text(float value, const Digits& digits);

/// Returns the number that cell_text shows; an infinity or a NaN, veiled or not, unchanged.
/// Example: 0.53 for 0.5306 and Digits{2, 5}.
double printed_value(float value, const Digits& digits);

/// Returns a number in very few characters: ".53", "−.1", "1.7", "12". "NaN", or "?" for a veiled value. Returns an empty text if
/// NaN or the digits before the point do not fit.
std::string compact_text(float value, const Digits& digits, int most_chars);

/// Returns a plain number, to be copied or typed over: "-0.5"; "?" for a veiled value.
std::string plain_text(float value);

/// Returns matrix `outer` as lines of tab-separated plain numbers, as spreadsheets read them.
std::string tab_separated(const Tensor& tensor, Index outer);

}  // namespace gf
