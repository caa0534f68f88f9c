// Two lessons for tests of workers: one that takes half a second and counts its traces, and one that takes no time.
#pragma once

#include <ctime>
#include <mutex>
#include <string>
#include <vector>

#include "autograd/op.h"
#include "autograd/ops.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"

namespace gf::test {

/// Returns the processor time of this thread. Other work of the machine does not count.
inline double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

inline void compute_for(double ms) {
  for (const double began = thread_ms(); thread_ms() - began < ms;) {
  }
}

/// Counts the traces of the slow lesson. One instance serves all tests: they run one after another, and a session's thread ends with it.
struct SlowCounts {
  std::mutex mutex;
  std::vector<float> begun;  // x[0,0] of each trace that began
  int finished = 0;          // the traces that ended
};
inline SlowCounts& slow_counts() {
  static SlowCounts counts;
  return counts;
}
inline std::vector<float> slow_begun() {
  std::lock_guard lock(slow_counts().mutex);
  return slow_counts().begun;
}
inline int slow_finished() {
  std::lock_guard lock(slow_counts().mutex);
  return slow_counts().finished;
}
inline bool reset_slow_counts() {
  std::lock_guard lock(slow_counts().mutex);
  slow_counts().begun.clear();
  slow_counts().finished = 0;
  return true;
}

constexpr double kSlowOp_ms = 10;

inline void slow_forward(const Operands& operands, Tensor& out) {
  compute_for(kSlowOp_ms);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = operands[0].data()[i] + 1;
}
inline CellArithmetic explain_slow(const Application& a, const Cell& cell) {
  return {a.reference(0, cell) + " + 1", expr::sum({a.operand(0, cell), expr::number(1)})};
}
inline const OpInfo& slow_op() {
  static const OpInfo op{.name = "slow",
                         .formula = "{0} + 1",
                         .shape = [](const Operands& operands) { return operands[0].shape(); },
                         .forward = slow_forward,
                         .backward = nullptr,
                         .explain = explain_slow,
                         .samples = nullptr};
  return op;
}

/// Builds x, and x + 1 + 1 + ... as the node "output" in `ops` ops. Throws InputError after the last op if x[0,0] is negative.
inline void build_slow(const InputReader& in, LessonBuild& out) {
  const Tensor* given = in.matrix("x");
  const Tensor x = given ? *given : Tensor::from_rows({{1, 2}});
  in.once([&] {
    std::lock_guard lock(slow_counts().mutex);
    slow_counts().begun.push_back(x.at(0, 0, 0));
    return true;
  });
  NodeId node = out.input_matrix("x", x, "x");
  const Index ops = in.whole("ops");
  for (Index i = 1; i <= ops; ++i) node = out.tape.append(slow_op(), {node}, {}, Label(i < ops ? "step_" + std::to_string(i) : "output"));
  if (x.at(0, 0, 0) < 0) throw InputError({"no_tokens", {{"where", "x"}}});
  in.once([] {
    std::lock_guard lock(slow_counts().mutex);
    return ++slow_counts().finished;
  });
}

inline void build_first(const InputReader& in, LessonBuild& out) {
  const Tensor* given = in.matrix("x");
  out.input_matrix("x", given ? *given : Tensor::from_rows({{1, 2}}), "x");
}

/// Returns the lesson "first", which is computed at once, and the lesson "slow", which takes half a second.
inline const std::vector<Lesson>& slow_lessons() {
  static constexpr InputSpec kOfFirst[] = {matrix_input("x", "any")},
                             kOfSlow[] = {matrix_input("x", "any"), number_input("ops", 50, 1, 1000)};
  static const std::vector<Lesson> all = {Lesson{.info = {.id = "first", .inputs = kOfFirst}, .build = build_first},
                                          Lesson{.info = {.id = "slow", .inputs = kOfSlow}, .build = build_slow}};
  return all;
}

}  // namespace gf::test
