// Values of inputs as constant data: what the tables of a lesson hold, until a document needs them.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/table.h"
#include "protocol/document.h"

namespace gf {

/// A matrix whose numbers lie in a constant array; none without rows.
/// Example: constexpr float kTwoScores[1][2] = {{0, 10}}; MatrixData(kTwoScores) is of shape (1, 2).
struct MatrixData {
  const float* numbers = nullptr;
  int rows = 0, cols = 0;

  constexpr MatrixData() = default;
  template <std::size_t Rows, std::size_t Cols>
  constexpr MatrixData(const float (&matrix)[Rows][Cols]) : numbers(matrix[0]), rows(Rows), cols(Cols) {}
};

/// The value of an input. A long text or a large matrix may be a function that makes it.
using Given = std::variant<bool, double, std::string_view, MatrixData, std::string (*)(), Tensor (*)()>;

/// Example: Setting{"beta", 4.0}.
struct Setting {
  Name input;
  Given value;
};
using Settings = Few<Setting, 9>;

InputValue input_value(const Given& value);

/// The inputs that a list of settings sets.
template <std::size_t N>
Inputs inputs_of(const Few<Setting, N>& settings) {
  Inputs inputs;
  for (const Setting& setting : settings) inputs.insert_or_assign(setting.input, input_value(setting.value));
  return inputs;
}

}  // namespace gf
