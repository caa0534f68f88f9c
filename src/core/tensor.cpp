#include "core/tensor.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace gf {

Index Shape::matrices() const {
  Index count = 1;
  for (Index size : outer) count *= size;
  return count;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (Index size : shape.outer) text += std::to_string(size) + ", ";
  return text + std::to_string(shape.rows) + ", " + std::to_string(shape.cols) + ")";
}

std::string to_string(const Cell& cell, const Shape& shape) {
  std::string text = "[";
  if (!shape.outer.empty()) text += std::to_string(cell.outer) + ",";
  return text + std::to_string(cell.row) + "," + std::to_string(cell.col) + "]";
}

Tensor Tensor::from_rows(const std::vector<std::vector<float>>& rows) {
  Tensor tensor(matrix_shape(std::ssize(rows), rows.empty() ? 0 : std::ssize(rows.front())));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != rows.front().size())
      throw ShapeError("[matrix] row " + std::to_string(r) + " has " + std::to_string(rows[r].size()) + " values, row 0 has " +
                       std::to_string(rows.front().size()));
    std::copy(rows[r].begin(), rows[r].end(), tensor.row(static_cast<Index>(r)));
  }
  return tensor;
}

Tensor Tensor::uninitialised(Shape shape) {
  Tensor tensor;
  tensor.shape_ = std::move(shape);
  tensor.data_.resize(static_cast<std::size_t>(tensor.shape_.size()));
  return tensor;
}

Tensor Tensor::filled(Shape shape, float value) {
  Tensor tensor = uninitialised(std::move(shape));
  std::fill(tensor.data_.begin(), tensor.data_.end(), value);
  return tensor;
}

bool Tensor::contains(const Cell& cell) const {
  return cell.outer >= 0 && cell.outer < shape_.matrices() && cell.row >= 0 && cell.row < shape_.rows && cell.col >= 0 &&
         cell.col < shape_.cols;
}

bool same_values(const Tensor& a, const Tensor& b) {
  const auto same = [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y) || (std::isnan(x) && std::isnan(y));
  };
  return a.shape_ == b.shape_ && std::equal(a.data_.begin(), a.data_.end(), b.data_.begin(), same);
}

}  // namespace gf
