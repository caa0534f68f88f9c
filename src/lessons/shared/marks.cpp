#include "lessons/shared/marks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "lessons/shared/worked_example.h"

namespace gf {
namespace {

constexpr float kPrintedHalfDigit = 0.5e-4f;  // the sources print four decimals

constexpr std::size_t kMostMarks = 10'000;

}  // namespace

std::vector<Mark> differing_cells(const Tensor& published, const Tensor& corrected, const std::string& slip) {
  std::vector<Mark> marks;
  for (Index i = 0; i < published.size(); ++i) {
    const float a = published.data()[i], b = corrected.data()[i];
    const Index in_matrix = i % published.shape().matrix_size();
    const Cell cell{i / published.shape().matrix_size(), in_matrix / published.cols(), in_matrix % published.cols()};
    if (a == b || std::abs(a - b) <= kPrintedHalfDigit) continue;
    if (marks.size() == kMostMarks) return {};
    marks.push_back({cell, a, b, slip});
  }
  return marks;
}

void mark_cell(LessonBuild& build, NodeId node, const Mark& mark) {
  auto marked = std::find_if(build.marks.begin(), build.marks.end(), [&](const auto& marks) { return marks.first == node; });
  if (marked == build.marks.end()) marked = build.marks.insert(marked, {node, {}});
  std::erase_if(marked->second, [&](const Mark& present) { return present.cell == mark.cell; });
  marked->second.push_back(mark);
}

void mark_misprints(LessonBuild& build, NodeId query, const Tensor& x, const Tensor& w_q, bool positions) {
  for (const self_attention::Misprint& misprint : self_attention::misprints())
    if (misprint.positions == positions && same_values(misprint.x, x) && same_values(misprint.w_q, w_q))
      mark_cell(build, query, {misprint.cell, misprint.printed, build.tape.value(query).at(misprint.cell), misprint.slip});
}

void mark_differences(LessonBuild& build, NodeId node, NodeId corrected, const std::string& slip) {
  std::vector<Mark> marks = differing_cells(build.tape.value(node), build.tape.value(corrected), slip);
  if (!marks.empty()) build.marks.emplace_back(node, std::move(marks));
}

}  // namespace gf
