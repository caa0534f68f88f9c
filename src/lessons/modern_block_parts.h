// The parts of the lesson modern-block, about the transformer block of today.
#pragma once

#include <cstdint>
#include <vector>

#include "lessons/build.h"

namespace gf::modern_block_lesson {

/// Appends the product of these whole numbers in 10⁹, (1, 1). `key` names its formula in the texts (formulas.json).
NodeId append_billions(Tape& tape, const std::vector<std::int64_t>& factors, const char* key, Label label);

/// Appends a mixture of experts (Shazeer et al. 2017; Jiang et al. 2024) over the rows of `words`, (T, 4): a router, four feed-forward
/// layers, and the two of them that each row goes through. Then appends how many numbers Mixtral 8x7B holds and uses.
void append_experts(const InputReader& in, LessonBuild& out, NodeId words);

/// Appends the recorded losses of two training runs on the same text: with the block of 2017, and with the parts of today that are switched
/// on.
void append_recorded_runs(const InputReader& in, LessonBuild& out);

}  // namespace gf::modern_block_lesson
