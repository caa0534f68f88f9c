// The tensors of a checkpoint by their names and shapes: this model's beside GPT-2's.
#pragma once

#include "lessons/build.h"
#include "model/config.h"

namespace gf {

/// Under the scope `checkpoint`: the matrices outside the blocks and those of block 1, a row each; `shapes` (n, 2) and `numbers` (n, 1) of
/// this model as its file names them, `gpt2_shapes` and `gpt2_numbers` of GPT-2's smallest model as its file on Hugging Face names them.
/// Biases and layer norms are left out. Appends its panels in a section `checkpoint`.
void append_checkpoint_names(LessonBuild& out, const TransformerConfig& config);

}  // namespace gf
