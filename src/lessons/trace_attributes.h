// The attributes of an op, as a trace says them.
#pragma once

#include "autograd/attributes.h"
#include "protocol/trace.h"

namespace gf {

/// The fields of `attributes` but for shapes, which the node has itself. Example: {"beta", 2.0f}, {"along", "rows"} of a softmax.
std::vector<TraceAttribute> trace_attributes(const Attributes& attributes);

}  // namespace gf
