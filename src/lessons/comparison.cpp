#include "lessons/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd/ops.h"
#include "core/expression.h"
#include "core/random.h"

namespace gf {
namespace {

// Sums over the same keys in another order may round otherwise, in the last of a float's seven digits.
constexpr float kRounding = 1e-5f;

Axis labels_in_order(const Axis& axis, const std::vector<int>& order) {
  Axis moved{axis.name, {}};
  for (const int from : order)
    if (static_cast<std::size_t>(from) < axis.labels.size()) moved.labels.push_back(axis.labels[static_cast<std::size_t>(from)]);
  return moved;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> back(order.size());
  for (std::size_t t = 0; t < order.size(); ++t) back[static_cast<std::size_t>(order[t])] = static_cast<int>(t);
  return back;
}

float largest_magnitude(const Tensor& value) {
  float most = 0;
  for (Index i = 0; i < value.size(); ++i) most = std::max(most, std::abs(value.data()[i]));
  return most;
}

}  // namespace

NodeId largest_difference(Tape& tape, NodeId a, NodeId b) {
  const std::string left(short_name(tape[a].name)), right(short_name(tape[b].name));
  const NodeId opposite = scale(tape, b, -1, Label("opposite"));
  const NodeId difference = add(tape, a, opposite, Label("difference", left + " − " + right));
  return largest(tape, difference, Along::all, true, "largest_difference");
}

std::vector<int> shuffled_order(Index count, std::uint32_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  NumpyRandom random(seed);
  for (std::size_t i = order.size(); i-- > 1;)
    std::swap(order[i], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
  if (std::is_sorted(order.begin(), order.end())) std::reverse(order.begin(), order.end());
  return order;
}

void compare_shuffled(LessonBuild& out, NodeId x, Index words, NodeId result, std::uint32_t seed, const RowsOf& compute) {
  Tape& tape = out.tape;
  std::vector<int> order = shuffled_order(words, seed);
  for (Index t = words; t < tape.value(x).rows(); ++t) order.push_back(static_cast<int>(t));
  const auto scope = tape.scope("shuffled");
  const NodeId moved = embedding(tape, x, order, Label("x", "x[order]").with_rows(labels_in_order(tape[x].rows, order)));
  const NodeId made = compute(tape, moved);
  const NodeId matched = embedding(tape, made, inverse(order),
                                   Label("matched", std::string(short_name(tape[made].name)) + "[order⁻¹]").with_rows(tape[x].rows));
  const float apart = tape.value(largest_difference(tape, matched, result)).at(0, 0, 0);
  const bool same = apart <= kRounding * std::max(1.0f, largest_magnitude(tape.value(result)));
  if (same)
    out.notes.push_back({"shuffled_same", {}});
  else
    out.notes.push_back({"shuffled_differs", {{"difference", format_number(static_cast<double>(apart), 2)}}});
}

void add_shuffled_panels(LessonBuild& out, const std::vector<Panel>& between) {
  const auto show = [&](const char* node) { out.panels.push_back({View::matrix, {std::string("shuffled.") + node}, "shuffled"}); };
  out.panels.push_back({View::tokens, {"shuffled.x"}, "shuffled"});
  for (Panel panel : between) {
    for (std::string& node : panel.nodes) node = "shuffled." + node;
    panel.section = "shuffled";
    out.panels.push_back(std::move(panel));
  }
  for (const char* node : {"matched", "difference", "largest_difference"}) show(node);
}

}  // namespace gf
