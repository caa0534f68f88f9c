// Tensors, their shapes, cells and axes. A tensor is a stack of row-major matrices: optional outer axes (batch, head), then rows and
// columns.
#pragma once

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/labels.h"
#include "core/memory.h"

namespace gf {

using Index = std::ptrdiff_t;

/// Thrown if operands do not fit; the message names every shape involved.
struct ShapeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The sizes of a tensor: `outer` (slowest first), then rows and columns.
/// Example: 4 attention heads over 6 tokens are `Shape{{4}, 6, 6}`, printed "(4, 6, 6)".
struct Shape {
  std::vector<Index> outer;
  Index rows = 0;
  Index cols = 0;

  /// Returns the number of matrices in the stack: the product of the outer sizes, 1 without outer axes.
  Index matrices() const;
  Index matrix_size() const { return rows * cols; }
  Index size() const { return matrices() * rows * cols; }
  bool operator==(const Shape&) const = default;
};

/// Returns the shape of one matrix, without outer axes.
inline Shape matrix_shape(Index rows, Index cols) { return {{}, rows, cols}; }

/// Returns "(3, 4)", with outer axes "(2, 3, 4)".
std::string to_string(const Shape& shape);

/// The place of one value, counted from 0: the matrix of the stack (0 without outer axes), the row and the column.
struct Cell {
  Index outer = 0;
  Index row = 0;
  Index col = 0;
  auto operator<=>(const Cell&) const = default;
};

/// Returns "[1,2]", or "[0,1,2]" in a tensor with outer axes.
std::string to_string(const Cell& cell, const Shape& shape);

/// Float values of a shape, contiguous and row-major. A new tensor holds zeros.
/// Example: `Tensor t = Tensor::from_rows({{1, 2}, {3, 4}}); t.at(1, 0) == 3`.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Shape shape) : shape_(std::move(shape)), data_(static_cast<std::size_t>(shape_.size()), 0.0f) {}
  /// Returns a tensor with undefined values, for a caller that writes every value.
  static Tensor uninitialised(Shape shape);
  /// Returns one matrix from rows of equal length. Throws ShapeError if the lengths differ.
  static Tensor from_rows(const std::vector<std::vector<float>>& rows);
  static Tensor filled(Shape shape, float value);

  const Shape& shape() const { return shape_; }
  Index rows() const { return shape_.rows; }
  Index cols() const { return shape_.cols; }
  Index size() const { return std::ssize(data_); }

  float* data() { return data_.data(); }
  const float* data() const { return data_.data(); }
  /// Return the address of the first value of matrix `outer`.
  float* matrix(Index outer) { return data() + outer * shape_.matrix_size(); }
  const float* matrix(Index outer) const { return data() + outer * shape_.matrix_size(); }
  /// Return the address of the first value of a row of matrix `outer`.
  float* row(Index outer, Index row) { return matrix(outer) + row * shape_.cols; }
  const float* row(Index outer, Index row) const { return matrix(outer) + row * shape_.cols; }
  float& at(Index outer, Index row, Index col) { return data_[offset(outer, row, col)]; }
  float at(Index outer, Index row, Index col) const { return data_[offset(outer, row, col)]; }
  /// Return rows and cells of the first matrix, which is the only matrix of a tensor without outer axes.
  float* row(Index row) { return data() + row * shape_.cols; }
  const float* row(Index row) const { return data() + row * shape_.cols; }
  float& at(Index row, Index col) { return at(0, row, col); }
  float at(Index row, Index col) const { return at(0, row, col); }
  float& at(const Cell& cell) { return at(cell.outer, cell.row, cell.col); }
  float at(const Cell& cell) const { return at(cell.outer, cell.row, cell.col); }
  bool contains(const Cell& cell) const;

  /// Whether shapes and values are equal bit for bit, except that NaN equals NaN.
  friend bool same_values(const Tensor& a, const Tensor& b);

 private:
  std::size_t offset(Index outer, Index row, Index col) const {
    return static_cast<std::size_t>((outer * shape_.rows + row) * shape_.cols + col);
  }
  Shape shape_;
  std::vector<float, FloatAllocator> data_;
};

bool same_values(const Tensor& a, const Tensor& b);

/// The name of an axis in the terms of the field ("tokens", "features", "head"), with a label for each place of the axis ("You", "are",
/// "welcome"). An axis without labels is labelled by the index.
struct Axis {
  std::string name;
  Labels labels;
  /// Empty if the labels are tokens of the reader's text, or numbers. Otherwise a key for each label: "@whole_model" is a key of the texts,
  /// "@block 2" a key with the word 2, and a key without @ is a name that no language changes ("W_Q"). `labels` equals `keys` until
  /// put_words (study/trace_words.h) replaces the labels by texts.
  Labels keys = {};
  bool operator==(const Axis&) const = default;
};

/// Returns an axis whose labels are keys of the texts.
/// Example: keyed_axis("matrices", {"@this_matrix", "@whole_model"}).
inline Axis keyed_axis(std::string name, Labels keys) { return {std::move(name), keys, keys}; }

/// A computed cell that is held at a value. The formula of the node stays; without the pin, the cell has its computed value again.
struct Pin {
  std::string node;
  Cell cell;
  float value = 0;
  bool operator==(const Pin&) const = default;
};

}  // namespace gf
