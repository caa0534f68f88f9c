// The small things that the JSON of documents, traces and snapshots is made of.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/problem.h"
#include "core/tensor.h"

namespace gf {

/// A float as JSON: a number with full float precision, null for NaN, "inf" and "-inf".
nlohmann::json number_to_json(float value);

/// A figure to look at: what is not finite, such as a loss that exploded, is null.
nlohmann::json figure_to_json(double value);

/// The rows of one matrix of a tensor: [[1, 2], [3, 4]].
nlohmann::json matrix_to_json(const Tensor& tensor, Index outer = 0);

/// [row, col], or [outer, row, col].
nlohmann::json cell_to_json(const Cell& cell, bool with_outer);

/// {"id": "empty_number", "words": {"where": "w_q[0,1]"}}, of notes too.
nlohmann::json to_json(const Problem& problem);

}  // namespace gf
