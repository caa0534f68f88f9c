#include "lessons/published.h"

#include <cmath>

namespace gf {
namespace {

constexpr float kPrintedHalfDigit = 0.5e-4f;  // the sources print four decimals

}  // namespace

std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip) {
  std::vector<Mark> marks;
  for (Index r = 0; r < published.rows(); ++r)
    for (Index c = 0; c < published.cols(); ++c) {
      const float a = published.at(0, r, c), b = corrected.at(0, r, c);
      if (a != b && !(std::abs(a - b) <= kPrintedHalfDigit)) marks.push_back({{0, r, c}, a, b, slip});
    }
  return marks;
}

void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip) {
  std::vector<Mark> marks = differing_cells(build.tape.value(node), build.tape.value(corrected), slip);
  if (!marks.empty()) build.marks.emplace_back(node, std::move(marks));
}

}  // namespace gf
