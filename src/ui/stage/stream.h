// Finds the residual streams of a transformer in its trace.
#pragma once

#include <vector>

#include "protocol/trace.h"

namespace gf::ui {

/// Returns for each node the residual stream that it stands in, from 0 up; -1: none. A sum x + f(x) stands in the stream of x. So does the
/// only reader of the sum, if it has the size of the sum, as a norm has. Example: a block with norms after its sums has one stream, with
/// the inputs, sums and norms of both halves.
std::vector<int> residual_streams(const Trace& trace);

}  // namespace gf::ui
