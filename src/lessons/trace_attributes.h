// The attributes of an op, as a trace has them.
#pragma once

#include <vector>

#include "autograd/attributes.h"
#include "protocol/trace.h"

namespace gf {

/// Returns the fields of `attributes` without shapes, which the node itself has. Example: {"beta", 2.0f}, {"along", "rows"} for a softmax.
std::vector<TraceAttribute> trace_attributes(const Attributes& attributes);

}  // namespace gf
