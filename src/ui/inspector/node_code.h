// Shows the op of a node as code in NumPy or PyTorch, and copies the node's whole program.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Draws the code of a node with buttons for the language and for copying. Draws nothing for a node without code and operands.
void draw_code(const Frame& frame, Screen& screen, int node);

/// Folds a line of code at spaces into lines of at most `letters` bytes. Lines after the first are indented by four more spaces. A word
/// that is longer stays whole.
std::vector<std::string> folded_code(const std::string& line, std::size_t letters);

}  // namespace gf::ui
