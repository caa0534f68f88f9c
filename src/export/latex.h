// Numbers as LaTeX.
#pragma once

#include <string>

#include "core/tensor.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// The packages that what is written here needs, as a comment and with a line break.
extern const std::string_view kLatexPackages;

/// The matrices of a node, each after a comment that names it. With labels they stand around the numbers:
///   % weights (2, 2)
///   \text{Weights} =
///   \begin{bNiceMatrix}[first-row, first-col, r]
///              & \text{the} & \text{key} \\ ...
/// and without labels it is a bmatrix. All numbers of a matrix have as many decimals, at most four; tiny ones stand as powers of ten.
std::string latex_matrices(const Trace& trace, const TraceNode& node, const Texts& texts);

/// The arithmetic of a cell as an align* environment, worked out from the inside to its value, a line a step. If its arithmetic is not
/// told, the value alone.
std::string latex_arithmetic(const Trace& trace, int node, const Cell& cell, const Texts& texts);

}  // namespace gf
