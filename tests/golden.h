// Reads the goldens of tests/golden, which generate.py writes with NumPy and PyTorch, and compares tensors with them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support.h"

namespace gf::test {

inline nlohmann::json golden(const std::string& name) { return nlohmann::json::parse(read_source_file("tests/golden/" + name)); }

/// Reads a matrix from a list of rows. A list of matrices, or a deeper list, becomes a stack with outer axes.
inline Tensor tensor_of(const nlohmann::json& rows) {
  if (rows.empty() || rows[0].empty() || !rows[0][0].is_array()) return Tensor::from_rows(rows.get<std::vector<std::vector<float>>>());
  std::vector<Tensor> parts;
  for (const auto& matrix : rows) parts.push_back(tensor_of(matrix));
  Shape shape = parts.front().shape();
  shape.outer.insert(shape.outer.begin(), static_cast<Index>(parts.size()));
  Tensor stack(shape);
  for (std::size_t i = 0; i < parts.size(); ++i)
    std::copy_n(parts[i].data(), parts[i].size(), stack.data() + static_cast<Index>(i) * parts[i].size());
  return stack;
}

inline std::vector<std::vector<double>> table_of(const nlohmann::json& rows) { return rows.get<std::vector<std::vector<double>>>(); }

/// Goldens are computed in double precision, the program's values in float, with sums of at most a few dozen terms of size up to about 10.
inline constexpr double kGoldenTolerance = 2e-5;

/// Checks that every cell is within the tolerance. If the largest cell is above 1, the tolerance is relative to that cell.
inline void check_golden(const Tensor& tensor, const nlohmann::json& rows, double tolerance = kGoldenTolerance) {
  const Tensor expected = tensor_of(rows);
  REQUIRE(to_string(tensor.shape()) == to_string(expected.shape()));
  double largest = 1;
  for (Index i = 0; i < expected.size(); ++i) largest = std::max(largest, std::abs(static_cast<double>(expected.data()[i])));
  for (Index i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(static_cast<double>(tensor.data()[i]) - static_cast<double>(expected.data()[i])) <= tolerance * largest);
  }
}

}  // namespace gf::test
