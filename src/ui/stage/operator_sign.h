// Returns the sign of a node's operation, which stands beside an arrow.
#pragma once

#include <string>

#include "protocol/trace.h"

namespace gf::ui {

/// Returns the formula of a node without its operands: "·" of "input · w_q", "/ √4", "softmax". Empty if the rest is long, or has a comma
/// or a bracket.
std::string operator_sign(const Trace& trace, int node);

}  // namespace gf::ui
