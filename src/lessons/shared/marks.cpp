#include "lessons/shared/marks.h"

#include <cmath>

namespace gf {
namespace {

constexpr float kPrintedHalfDigit = 0.5e-4f;  // the sources print four decimals

}  // namespace

std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip) {
  std::vector<Mark> marks;
  for (Index i = 0; i < published.size(); ++i) {
    const float a = published.data()[i], b = corrected.data()[i];
    const Index in_matrix = i % published.shape().matrix_size();
    const Cell cell{i / published.shape().matrix_size(), in_matrix / published.cols(), in_matrix % published.cols()};
    if (a != b && !(std::abs(a - b) <= kPrintedHalfDigit)) marks.push_back({cell, a, b, slip});
  }
  return marks;
}

void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip) {
  std::vector<Mark> marks = differing_cells(build.tape.value(node), build.tape.value(corrected), slip);
  if (!marks.empty()) build.marks.emplace_back(node, std::move(marks));
}

}  // namespace gf
