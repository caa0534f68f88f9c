// Says in words where a cell stands and what it means.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Returns the label of the cell's row or column in quotation marks: "“welcome”". Without labels, returns its number: "row 3".
std::string row_words(const Frame& frame, const TraceNode& node, const Cell& cell);
std::string column_words(const Frame& frame, const TraceNode& node, const Cell& cell);
/// Returns the position of a cell in words: "row 3, column 3", "“welcome”, column 3", "head 2, “it”, “street”". Leaves out an axis of size
/// 1 without labels, and the outer axis of a single matrix. Returns an empty text if no axis is left.
std::string place_words(const Frame& frame, const TraceNode& node, const Cell& cell);
/// Returns the position and the value of a cell with so many digits: "row 3, column 3: −0.18". A veiled value is told in words.
std::string read_out(const Frame& frame, const TraceNode& node, const Cell& cell, int digits);
/// Returns the meaning of a cell as a sentence: "How much “welcome” looks at “You”." Returns an empty text if the texts of its node have no
/// such sentence.
std::string cell_sentence(const Frame& frame, const TraceNode& node, const Cell& cell);

}  // namespace gf::ui
