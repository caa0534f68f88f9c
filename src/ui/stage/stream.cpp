#include "ui/stage/stream.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gf::ui {

namespace {

std::size_t place(int node) { return static_cast<std::size_t>(node); }

// Whether a node is computed from `source` in the forward pass, over any number of hops. Nodes stand in the order of computation.
bool made_from(const Trace& trace, int node, int source) {
  std::vector<char> after(trace.nodes.size(), 0);
  after[place(source)] = 1;
  for (int i = source + 1; i <= node; ++i) {
    if (trace.node(i).gradient.is_gradient()) continue;
    for (const int input : trace.node(i).inputs) after[place(i)] |= after[place(input)];
  }
  return node > source && after[place(node)] != 0;
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
    if (stream[place(skipped)] < 0) stream[place(skipped)] = count++;
    stream[place(node)] = stream[place(skipped)];
    if (const int reader = only_reader(trace, node); reader >= 0) stream[place(reader)] = stream[place(node)];
  }
  return stream;
}

}  // namespace gf::ui
