#include "lessons/build.h"

#include "autograd/ops.h"
#include "core/problem.h"

namespace gf {

NodeId LessonBuild::input_matrix(const std::string& input, Tensor value, Label label) {
  const NodeId node = parameter(tape, std::move(value), std::move(label));
  input_nodes.emplace_back(node, input);
  return node;
}

void expect_shape(const std::string& where, const Tensor& matrix, Index rows, Index cols, const std::string& because) {
  if (matrix.rows() == rows && matrix.cols() == cols) return;
  throw InputError(
      {"wrong_shape",
       {{"where", where}, {"got", to_string(matrix.shape())}, {"expected", to_string(matrix_shape(rows, cols))}, {"because", because}}});
}

}  // namespace gf
