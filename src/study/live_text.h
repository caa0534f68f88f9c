// Live values: numbers in a text that are read from the trace, so that no text repeats a computed number.
//
//   {weights[2,0]}              a cell of a node ([head,row,column] of a stack), as people write it: 0.35, 7.2, −1
//   {weights[it,the#2]}         the cell with these labels of row and column (protocol/cell_name.h)
//   {weights[2,0]|2}            with two digits after the point: 0.30; any digit from 0 to 9 can follow the bar
//   {weights[2,0]|percent}      in percent, as a whole number: 65
//   {query[0,2]|arithmetic}     the arithmetic of the cell: 0.1·0 + 1.2·1 = 1.2
//   {probabilities[columns]}    the number of columns (rows, matrices) of a node
//   {inputs[beta]}              an input of the lesson that is a number
//
// The brackets distinguish a live value from a {word} (Texts::format). Text in braces that has no such form stays, so that a slip is
// visible.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/trace.h"

namespace gf {

/// The sign for a missing number: there is no trace, or the trace lacks the cell after the reader's changes.
inline constexpr std::string_view kNoValue = "–";

/// A live value in a text.
struct LiveValue {
  std::size_t begin = 0, end = 0;   // the bytes begin..end-1 of the text, with the braces
  std::string node, place, format;  // "weights", "2,0" or "it,the#2", "percent"
};

/// Returns the live values of a text, in their order.
/// Example: "{a} {b[0,1]|2}" has one, of node "b", place "0,1", format "2".
std::vector<LiveValue> live_values(std::string_view text);

/// Returns the number of a live value; none if the trace is null, or lacks the cell or input.
std::optional<double> number_of(const LiveValue& value, const Trace* trace);

/// Returns the text with the numbers of the live values. `decimal_sign` is the sign of the text's language.
/// Example: "It keeps {weights[0,0]|percent} %." is "It keeps 65 %."; without a trace, "It keeps – %."
std::string with_live_values(std::string_view text, const Trace* trace, std::string_view decimal_sign = ".");

}  // namespace gf
