#include "protocol/setting.h"

#include <algorithm>

#include "core/overloaded.h"

namespace gf {
namespace {

Tensor tensor_of(const MatrixData& data) {
  if (data.rows == 0) return {};
  Tensor tensor(matrix_shape(data.rows, data.cols));
  std::copy(data.numbers, data.numbers + data.rows * data.cols, tensor.row(0));
  return tensor;
}

}  // namespace

InputValue input_value(const Given& value) {
  return std::visit(Overloaded{[](bool on) -> InputValue { return on; }, [](double number) -> InputValue { return number; },
                               [](std::string_view text) -> InputValue { return std::string(text); },
                               [](const MatrixData& data) -> InputValue { return tensor_of(data); },
                               [](const auto& make) -> InputValue { return make(); }},
                    value);
}

}  // namespace gf
