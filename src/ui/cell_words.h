// A cell in words: where it stands, what it says.
#pragma once

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// "“welcome”", or "row 3" where the rows have no labels; likewise of columns.
std::string row_words(const Frame& frame, const TraceNode& node, const Cell& cell);
std::string column_words(const Frame& frame, const TraceNode& node, const Cell& cell);
/// Returns the position of a cell, in words: "row 3, column 3", "“welcome”, column 3", "head 2, “it”, “street”". An axis of one place
/// without a label is left out; empty if nothing is left.
std::string place_words(const Frame& frame, const TraceNode& node, const Cell& cell);
/// "row 3, column 3: −0.18".
std::string read_out(const Frame& frame, const TraceNode& node, const Cell& cell, int digits);
/// Returns the meaning of a cell, as a sentence: "How much “welcome” looks at “You”."; empty if its node has no words for it.
std::string cell_sentence(const Frame& frame, const TraceNode& node, const Cell& cell);

}  // namespace gf::ui
