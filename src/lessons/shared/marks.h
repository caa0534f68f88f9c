// Published values beside corrected ones: which cells differ, and which slip of the source made the difference.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Cells whose published and corrected values differ in the digits that the sources print.
std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip);

/// Marks `node` against its corrected twin.
void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip);

}  // namespace gf
