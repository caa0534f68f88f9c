// Published values beside corrected ones: which cells differ, and which slip of the source made the difference.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Cells whose published and corrected values differ in the digits that the sources print. None where that is more than ten thousand: no
/// source prints such a table, and a mark points out a cell among others.
std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip);

/// Marks one cell of a node, in place of a mark that it has.
void mark_cell(LessonBuild& build, NodeId node, const Mark& mark);

/// Marks the cells of queries that a document prints and that its own formula does not give, where `x` and `w_q` are that document's.
void mark_misprints(LessonBuild& build, NodeId query, const Tensor& x, const Tensor& w_q, bool positions);

/// Marks `node` against its corrected twin.
void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip);

}  // namespace gf
