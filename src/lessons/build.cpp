#include "lessons/build.h"

#include "autograd/ops.h"
#include "core/problem.h"

namespace gf {

void LessonBuild::show(View view, const std::string& node, const std::string& section) { show_together(view, {node}, section); }

void LessonBuild::show_each(View view, const std::vector<std::string>& nodes, const std::string& section) {
  for (const std::string& node : nodes) show(view, node, section);
}

void LessonBuild::show_together(View view, std::vector<std::string> nodes, const std::string& section) {
  std::erase_if(nodes, [&](const std::string& node) { return tape.find(node) < 0; });
  if (!nodes.empty()) panels.push_back({view, std::move(nodes), section});
}

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
