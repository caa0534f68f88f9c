// Live values: numbers in the prose that are read from the trace, so that no computed number is typed into a text.
//
//   {weights[2,0]}              a cell of a node ([head,row,column] of a stack), as people write it: 0.35, 7.2, −1
//   {weights[it,the#2]}         likewise by the labels of its row and column (protocol/cell_name.h)
//   {weights[2,0]|2}            with two digits after the point, always: 0.30
//   {weights[2,0]|percent}      in hundredths, as a whole number: 65
//   {query[0,2]|arithmetic}     how the cell came about: 0.1·0 + 1.2·1 = 1.2
//   {probabilities[columns]}    how many columns (rows, matrices) a node has
//   {inputs[beta]}              an input of the lesson that is a number
//
// The brackets tell them from the {words} that a text is given. Anything written otherwise is left as it is, so that a slip is seen.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/trace.h"

namespace gf {

/// The sign for a number that is not there: while nothing is computed, or if the reader's changes took its cell away.
inline constexpr std::string_view kNoValue = "–";

/// A live value in a text: bytes begin..end-1, braces included.
struct LiveValue {
  std::size_t begin = 0, end = 0;
  std::string node, place, format;  // "weights", "2,0" or "it,the#2", "percent"
};

/// The live values of a text, in its order.
/// Example: "{a} {b[0,1]|2}" has one, of node "b", place "0,1", format "2".
std::vector<LiveValue> live_values(std::string_view text);

/// The number of a live value; nothing where the trace has no such place, or is null.
std::optional<double> number_of(const LiveValue& value, const Trace* trace);

/// The text with every live value as it is in the trace, with the decimal sign of the text's language.
/// Example: "It keeps {weights[0,0]|percent} %." is "It keeps 65 %."; without a trace, "It keeps – %."
std::string with_live_values(std::string_view text, const Trace* trace, std::string_view decimal_sign = ".");

}  // namespace gf
