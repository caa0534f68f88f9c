// Models that are trained side by side on one tape.
#pragma once

#include <string>
#include <vector>

#include "autograd/tape.h"
#include "model/parameters.h"

namespace gf {

/// Appends the sum of several losses as "total_loss", or returns the only loss. Models that share no trained weight learn from the sum as
/// if each were alone.
NodeId total_loss(Tape& tape, const std::vector<NodeId>& losses);

/// Returns the weights whose names begin with `prefix`, without the prefix: "output.w" for "whole.output.w" and "whole.".
ParameterNodes weights_of(const ParameterNodes& all, const std::string& prefix);

}  // namespace gf
