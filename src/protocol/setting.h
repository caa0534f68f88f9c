// Values of inputs as constant data, for the tables of a lesson. input_value turns them into the values of a document.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "core/table.h"
#include "core/tensor.h"
#include "protocol/document.h"

namespace gf {

/// A matrix whose numbers are in a constant array, which must outlive it. Without rows, it is the empty tensor.
/// Example: constexpr float kTwoScores[1][2] = {{0, 10}}; MatrixData(kTwoScores) has the shape (1, 2).
struct MatrixData {
  const float* numbers = nullptr;
  int rows = 0, cols = 0;

  constexpr MatrixData() = default;
  template <std::size_t Rows, std::size_t Cols>
  constexpr MatrixData(const float (&matrix)[Rows][Cols]) : numbers(matrix[0]), rows(Rows), cols(Cols) {}
};

/// The value of an input. A function can make a long text or a large matrix.
using Given = std::variant<bool, double, std::string_view, MatrixData, std::string (*)(), Tensor (*)()>;

/// An input with its value. Example: Setting{"beta", 4.0}.
struct Setting {
  Name input;
  Given value;
};
using Settings = Few<Setting, 9>;

InputValue input_value(const Given& value);

/// Returns the inputs that a list of settings sets.
template <std::size_t N>
Inputs inputs_of(const Few<Setting, N>& settings) {
  Inputs inputs;
  for (const Setting& setting : settings) inputs.insert_or_assign(setting.input, input_value(setting.value));
  return inputs;
}

}  // namespace gf
