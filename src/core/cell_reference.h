// Names a cell of a node of a trace or tape.
#pragma once

#include "core/tensor.h"

namespace gf {

struct CellReference {
  int node = -1;  // its index in the trace or tape; -1: none
  Cell cell;
  bool operator==(const CellReference&) const = default;
};

}  // namespace gf
