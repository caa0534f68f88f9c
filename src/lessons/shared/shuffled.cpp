#include "lessons/shared/shuffled.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/random.h"

namespace gf {
namespace {

// The relative difference that rounding makes: a sum in another order may differ in the last of a float's seven digits.
constexpr float kRounding = 1e-5f;

using LabelWords = std::vector<std::pair<std::string, std::string>>;

Axis labels_in_order(const Axis& axis, const std::vector<int>& order) {
  Axis moved{axis.name, {}};
  for (const int from : order)
    if (static_cast<std::size_t>(from) < axis.labels.size()) moved.labels.push_back(nth(axis.labels, from));
  return moved;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> back(order.size());
  for (std::size_t t = 0; t < order.size(); ++t) nth(back, order[t]) = static_cast<int>(t);
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
  shuffle(order, random);
  if (std::is_sorted(order.begin(), order.end())) std::reverse(order.begin(), order.end());
  return order;
}

void compare_shuffled(LessonBuild& out, NodeId x, NodeId result, const Shuffle& shuffle, const RowsOf& compute) {
  Tape& tape = out.tape;
  std::vector<int> order = shuffled_order(shuffle.words, shuffle.seed);
  for (Index t = shuffle.words; t < tape.value(x).rows(); ++t) order.push_back(static_cast<int>(t));
  const auto scope = tape.scope("shuffled");
  const NodeId moved = embedding(tape, x, order, Label("x", "x[order]").with_rows(labels_in_order(tape[x].rows, order)));
  const auto compare = [&](NodeId in_order, bool positions) {
    const NodeId rows = compute(tape, moved, positions);
    const NodeId matched = embedding(tape, rows, inverse(order),
                                     Label("matched", std::string(short_name(tape[rows].name)) + "[order⁻¹]").with_rows(tape[x].rows));
    return tape.value(largest_difference(tape, matched, in_order)).at(0, 0);
  };
  const float apart = compare(result, shuffle.positions);
  const bool same = apart <= kRounding * std::max(1.0f, largest_magnitude(tape.value(result)));
  const auto words = [](float number) { return LabelWords{{"difference", format_number(static_cast<double>(number), 2)}}; };
  out.notes.push_back({same ? "shuffled_same" : "shuffled_differs", same ? LabelWords{} : words(apart)});
  const std::string other = shuffle.positions ? "without_positions" : "with_positions";
  const auto inner = tape.scope(other);
  const auto in_order = [&] {
    const auto own_scope = tape.scope("in_order");
    return compute(tape, x, !shuffle.positions);
  }();
  out.notes.push_back({"shuffled_" + other, words(compare(in_order, !shuffle.positions))});
}

void add_shuffled_panels(LessonBuild& out, const std::vector<std::pair<View, const char*>>& between) {
  out.show(View::tokens, "shuffled.x", "shuffled");
  for (const auto& [view, node] : between) out.show(view, std::string("shuffled.") + node, "shuffled");
  for (const std::string node :
       {"matched", "difference", "largest_difference", "with_positions.largest_difference", "without_positions.largest_difference"})
    out.show(View::matrix, "shuffled." + node, "shuffled");
}

}  // namespace gf
