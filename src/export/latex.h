// Numbers as LaTeX.
#pragma once

#include <string>
#include <string_view>

#include "core/tensor.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// A comment, with a line break, that names the packages that the LaTeX needs.
extern const std::string_view kLatexPackages;

/// Returns the matrices of a node, each after a comment with its name. Labels stand around the numbers:
///   % weights (2, 2)
///   \text{Weights} =
///   \begin{bNiceMatrix}[first-row, first-col, r]
///              & \text{the} & \text{key} \\ ...
/// A matrix without labels is a bmatrix. All numbers of a matrix have the same number of decimals, at most four. A number that would round
/// to 0 is a power of ten.
std::string latex_matrices(const Trace& trace, const TraceNode& node, const Texts& texts);

/// Returns the arithmetic of a cell as an align* environment, worked out from the inside to its value, with a line for each step. If the
/// cell has no arithmetic, the environment has the value alone.
std::string latex_arithmetic(const Trace& trace, int node, const Cell& cell, const Texts& texts);

}  // namespace gf
