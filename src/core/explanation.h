// The explanation of one cell, as the inspector, the film and the hints read it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/cell_reference.h"
#include "core/precision.h"

namespace gf {

struct Expression;  // core/expression.h

/// Everything that the inspector says about one cell.
struct Explanation {
  std::string node;  // "query"
  Cell cell;
  double value = 0;                     // what the cell shows
  std::string formula;                  // of the node: "input · w_q"
  std::string symbols;                  // of the cell: "query[0,2] = Σₖ input[0,k] · w_q[k,2]"; empty where it was given
  std::string right_side;               // of `symbols`: "Σₖ input[0,k] · w_q[k,2]"
  std::string numbers;                  // "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6"
  std::vector<CellReference> operands;  // to light up
  std::vector<double> operand_values;
  std::shared_ptr<const Expression> arithmetic;  // `numbers` without the result, whose operands' `input` is their node; null: not told
  Precision precision;                           // of the numbers in `numbers`
  bool pinned = false;                           // held at `value`; the arithmetic gives `computed`
  double computed = 0;
};

}  // namespace gf
