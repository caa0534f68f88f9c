// The names and shapes of the tensors in a checkpoint: this model's beside GPT-2's.
#pragma once

#include "lessons/build.h"
#include "model/config.h"

namespace gf {

/// Appends, under the scope `checkpoint`, tables of the matrices outside the blocks and of those in block 1, with a row for each matrix.
/// `shapes` (n, 2) and `numbers` (n, 1) are those of this model, with the names of its file. `gpt2_shapes` and `gpt2_numbers` are those of
/// GPT-2's smallest model, with the names of its file on Hugging Face. Biases and layer norms are left out.
/// Appends the panels in a section `checkpoint`.
void append_checkpoint_names(LessonBuild& out, const TransformerConfig& config);

}  // namespace gf
