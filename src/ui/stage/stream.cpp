#include "ui/stage/stream.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/nth.h"

namespace gf::ui {

namespace {

// Whether a node is computed from `source` in the forward pass, over any number of hops. Nodes stand in the order of computation.
bool made_from(const Trace& trace, int node, int source) {
  std::vector<bool> after(trace.nodes.size());
  nth(after, source) = true;
  for (int i = source + 1; i <= node; ++i) {
    if (trace.node(i).gradient.is_gradient()) continue;
    const std::vector<int>& inputs = trace.node(i).inputs;
    nth(after, i) = std::any_of(inputs.begin(), inputs.end(), [&](int input) { return nth(after, input); });
  }
  return node > source && nth(after, node);
}

// Returns the x of x + f(x); -1 if the node is no such sum.
int skipped_to(const Trace& trace, int node) {
  const TraceNode& sum = trace.node(node);
  if (sum.facts.kind != NodeKind::sum || sum.gradient.is_gradient()) return -1;
  const int a = sum.inputs[0], b = sum.inputs[1];
  const auto same_size = [&](int operand) { return trace.node(operand).value->shape() == sum.value->shape(); };
  if (!same_size(a) || !same_size(b)) return -1;
  if (made_from(trace, b, a)) return a;
  return made_from(trace, a, b) ? b : -1;
}

// Returns the only reader of a node in the forward pass, if the node is its first input and has its size; otherwise -1.
int only_reader(const Trace& trace, int node) {
  int reader = -1;
  for (int i = node + 1; i < static_cast<int>(trace.nodes.size()); ++i) {
    const TraceNode& candidate = trace.node(i);
    const std::vector<int>& inputs = candidate.inputs;
    if (candidate.gradient.is_gradient() || std::find(inputs.begin(), inputs.end(), node) == inputs.end()) continue;
    if (reader >= 0) return -1;
    reader = i;
  }
  if (reader < 0 || trace.node(reader).inputs.front() != node) return -1;
  return trace.node(reader).value->shape() == trace.node(node).value->shape() ? reader : -1;
}

}  // namespace

std::vector<int> residual_streams(const Trace& trace) {
  std::vector<int> stream(trace.nodes.size(), -1);
  int count = 0;
  for (int node = 0; node < static_cast<int>(trace.nodes.size()); ++node) {
    const int skipped = skipped_to(trace, node);
    if (skipped < 0) continue;
    if (nth(stream, skipped) < 0) nth(stream, skipped) = count++;
    nth(stream, node) = nth(stream, skipped);
    if (const int reader = only_reader(trace, node); reader >= 0) nth(stream, reader) = nth(stream, node);
  }
  return stream;
}

}  // namespace gf::ui
