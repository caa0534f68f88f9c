// The operation on the way to a node, as a sign beside an arrow.
#pragma once

#include <string>

#include "protocol/trace.h"

namespace gf::ui {

/// The formula of a node without its operands: "·" of "input · w_q", "/ √4", "softmax". Empty if that is long.
std::string operator_sign(const Trace& trace, int node);

}  // namespace gf::ui
