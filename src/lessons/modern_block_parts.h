// The parts of the lesson about the block of today.
#pragma once

#include <cstdint>
#include <vector>

#include "lessons/build.h"

namespace gf::modern_block_lesson {

/// The product of these whole numbers in 10⁹, (1, 1). `key` names how a cell of it is told in symbols (formulas of the texts).
NodeId append_billions(Tape& tape, const std::vector<std::int64_t>& factors, const char* key, Label label);

/// A mixture of experts (Shazeer et al. 2017; Jiang et al. 2024) over the rows of `words`, (T, 4): a router, four feed-forward layers, and
/// the two of them that each row goes through. Then what Mixtral 8x7B holds and uses.
void append_experts(const InputReader& in, LessonBuild& out, NodeId words);

/// The block of 2017 beside one with the parts of today that are switched on: their losses on the same text, step by step.
void append_recorded_runs(const InputReader& in, LessonBuild& out);

}  // namespace gf::modern_block_lesson
