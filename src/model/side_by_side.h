// Models that are trained beside each other on one tape.
#pragma once

#include <vector>

#include "autograd/tape.h"

namespace gf {

/// The sum of the models' losses, total_loss where there are several: since they share no trained weight, each learns as if it were alone.
NodeId total_loss(Tape& tape, const std::vector<NodeId>& losses);

}  // namespace gf
