// Matrices as a drawing.
#pragma once

#include <string>
#include <string_view>

#include "protocol/trace.h"

namespace gf {

/// One SVG with the nodes' matrices below each other: title and shape, labels, values with at most three decimals, cells shaded
/// blue for positive and orange for negative values by their size.
std::string svg_of(const Trace& trace, std::string_view only = {});

}  // namespace gf
