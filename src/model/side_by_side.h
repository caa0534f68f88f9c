// Models that are trained beside each other on one tape.
#pragma once

#include <string>
#include <vector>

#include "autograd/tape.h"
#include "model/parameters.h"

namespace gf {

/// The sum of the models' losses, total_loss where there are several: since they share no trained weight, each learns as if it were alone.
NodeId total_loss(Tape& tape, const std::vector<NodeId>& losses);

/// The weights of one model, "whole." of "whole.output.w", by their names in a model of its own.
ParameterNodes weights_of(const ParameterNodes& all, const std::string& prefix);

}  // namespace gf
