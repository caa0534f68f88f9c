// Declares the explanation of one cell, which the inspector, the film and the hints read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cell_reference.h"
#include "core/precision.h"

namespace gf {

struct Expression;  // core/expression.h

/// All that the inspector says about one cell. `explain` (autograd/tape.h) makes it.
struct Explanation {
  std::string node;  // its name: "query"
  Cell cell;
  double value = 0;                              // the value of the cell, with its pin
  std::string formula;                           // of the node: "input · w_q"
  std::string symbols;                           // of the cell: "query[0,2] = Σₖ input[0,k] · w_q[k,2]"; empty if the value was given
  std::string right_side;                        // of `symbols`: "Σₖ input[0,k] · w_q[k,2]"
  std::string numbers;                           // "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6"
  std::vector<CellReference> operands;           // cells of `arithmetic`, to light up
  std::vector<double> operand_values;            // one for each of `operands`
  std::shared_ptr<const Expression> arithmetic;  // `numbers` without the result; `input` of an operand is its node; null if veiled
  Precision precision;                           // of the numbers in `numbers`
  bool pinned = false;                           // held at `value`; the arithmetic gives `computed`
  double computed = 0;
};

}  // namespace gf
