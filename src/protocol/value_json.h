// The parts that the JSON of documents, traces and snapshots has in common.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/problem.h"
#include "core/tensor.h"

namespace gf {

/// Returns a number with the fewest digits that give the same float again; "inf", "-inf", or null for NaN.
nlohmann::json number_to_json(float value);

/// Returns a number; null for NaN and infinities, such as the loss of a run that diverged.
nlohmann::json figure_to_json(double value);

/// Returns the rows of one matrix of a tensor: [[1, 2], [3, 4]].
nlohmann::json matrix_to_json(const Tensor& tensor, Index outer = 0);

/// Returns [row, col], or [outer, row, col].
nlohmann::json cell_to_json(const Cell& cell, bool with_outer);

/// Returns a problem or a note: {"id": "empty_number", "words": {"where": "w_q[0,1]"}}.
nlohmann::json to_json(const Problem& problem);

}  // namespace gf
