// The op of a node in NumPy or PyTorch, beside its formula, and all of it to be copied.
#pragma once

#include <string>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Nothing for a node that is given.
void draw_code(const Frame& frame, Screen& screen, int node);

/// A line of code as lines of at most so many letters, the later ones four letters further in than it; a word that is longer stays whole.
std::vector<std::string> folded_code(const std::string& line, std::size_t letters);

}  // namespace gf::ui
