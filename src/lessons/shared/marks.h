// Marks of cells whose published values differ from the corrected ones, with the slip of the source that makes the difference.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"

namespace gf {

/// Returns marks for the cells whose published and corrected values differ in the digits that the sources print. Returns none if more than
/// ten thousand cells differ: no source prints such a table.
std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip);

/// Marks one cell of a node. The mark replaces an earlier mark of the cell.
void mark_cell(LessonBuild& build, NodeId node, const Mark& mark);

/// Marks the queries that a source prints wrong, if `x`, `w_q` and `positions` are those of that source.
void mark_misprints(LessonBuild& build, NodeId query, const Tensor& x, const Tensor& w_q, bool positions);

/// Marks the cells in which a node differs from its corrected node.
void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip);

}  // namespace gf
