// The residual stream of a transformer, as its trace tells it.
#pragma once

#include <vector>

#include "protocol/trace.h"

namespace gf::ui {

/// Returns for each node the residual stream that it stands in, from 0 up; -1: none. A sum x + f(x) and its x stand in one, and so does the
/// only reader of such a sum: a norm. Example: in a block with its norms after the sums, input, residual and norm of both its halves are in
/// one.
std::vector<int> residual_streams(const Trace& trace);

}  // namespace gf::ui
