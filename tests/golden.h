// Reading the goldens of tests/golden, which generate.py writes with NumPy and PyTorch.
#pragma once

#include <nlohmann/json.hpp>

#include "support.h"

namespace gf::test {

inline nlohmann::json golden(const std::string& name) { return nlohmann::json::parse(read_source_file("tests/golden/" + name)); }

inline Tensor tensor_of(const nlohmann::json& rows) { return Tensor::from_rows(rows.get<std::vector<std::vector<float>>>()); }

inline std::vector<std::vector<double>> table_of(const nlohmann::json& rows) { return rows.get<std::vector<std::vector<double>>>(); }

/// Goldens are computed in double precision; ours in float, with sums of at most a few dozen terms of size up to about 10.
inline constexpr double kGoldenTolerance = 2e-5;

/// Cells within the tolerance, relative to cells larger than 1.
inline void check_golden(const Tensor& tensor, const nlohmann::json& rows) {
  double largest = 1;
  for (const auto& row : table_of(rows))
    for (double value : row) largest = std::max(largest, std::abs(value));
  check_values(tensor, table_of(rows), kGoldenTolerance * largest);
}

}  // namespace gf::test
