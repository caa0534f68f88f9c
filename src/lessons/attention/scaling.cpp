#include "lessons/attention/scaling.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/random.h"

namespace gf {
namespace {

constexpr Index kWidths = 10, kLongest = 512, kKeys = 8;  // d = 1, 2, 4, ..., 512

Index width_of(Index row) { return Index{1} << row; }

Axis width_axis() {
  Axis axis{"width", {}};
  for (Index row = 0; row < kWidths; ++row) axis.labels.push_back(std::to_string(width_of(row)));
  return axis;
}

// A query, (draws, 1, 512), and keys, (draws, 8, 512). Their numbers (2 rand() - 1) √3 have mean 0 and variance 1.
using Draws = std::pair<std::shared_ptr<const Tensor>, std::shared_ptr<const Tensor>>;
Draws draw(Index draws, std::uint32_t seed) {
  NumpyRandom random(seed);
  const auto rows = [&](Index count) {
    return std::make_shared<const Tensor>(random.uniform(Shape{{draws}, count, kLongest}, std::sqrt(3.0)));
  };
  auto query = rows(1), key = rows(kKeys);
  return {std::move(query), std::move(key)};
}

// Returns a mask, (10, 512): each row has ones in the first d columns.
Tensor parts() {
  Tensor mask = Tensor::filled(matrix_shape(kWidths, kLongest), 0);
  for (Index row = 0; row < kWidths; ++row) std::fill_n(mask.row(row), width_of(row), 1.0f);
  return mask;
}

Tensor divisors() {
  Tensor column(matrix_shape(kWidths, 1));
  for (Index row = 0; row < kWidths; ++row) column.at(row, 0) = 1 / std::sqrt(static_cast<float>(width_of(row)));
  return column;
}

// Means over the draws, (10, 1) each.
struct Measured {
  NodeId largest;  // the largest weight p of each row
  NodeId slope;    // p (1 − p), the derivative of p with respect to its score
};

Measured measure_weights(Tape& tape, NodeId weights, const std::string& name) {
  const NodeId most =
      largest(tape, weights, Along::rows, false, Label("largest_" + name, "max(" + std::string(short_name(tape[weights].name)) + ")"));
  const NodeId square = multiply(tape, most, most, Label("square_" + name));
  const NodeId slope = add(tape, most, scale(tape, square, -1, Label("minus_square_" + name)), Label("slope_" + name, "p − p²"));
  return {mean_of_matrices(tape, most, Label("mean_" + name)), mean_of_matrices(tape, slope, Label("mean_slope_" + name))};
}

}  // namespace

void measure_scaling(const InputReader& in, LessonBuild& out, Index draws) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("scaling");
  const Draws numbers = in.kept("draws", std::tuple(draws, in.seed()), [&] { return draw(draws, in.seed()); });
  const auto drawn = [&](const char* name, const std::shared_ptr<const Tensor>& value) {
    Label label = Label(name, "(2 · rand() − 1) · √3");
    label.outer = Axis{"draw", {}};
    return constant(tape, value, std::move(label).with_cols({"features", {}}));
  };
  const NodeId query = drawn("query_draws", numbers.first), key = drawn("key_draws", numbers.second);
  const NodeId mask = constant(tape, parts(), Label("width_mask", "[k < d]").with_rows(width_axis()).with_cols({"features", {}}));
  const NodeId queries = multiply(tape, mask, query, Label("query").with_rows(width_axis()));
  const NodeId products = matmul_nt(tape, queries, key, Label("dot_products").with_rows(width_axis()).with_cols({"keys", {}}));
  const NodeId divide = constant(tape, divisors(), Label("divisor", "1 / √d").with_rows(width_axis()));
  const NodeId scores = multiply(tape, products, divide, Label("scores", "dot_products / √d"));
  const NodeId undivided = softmax(tape, products, 1, Along::rows, Label("weights_undivided", "softmax(dot_products)"));
  const NodeId divided = softmax(tape, scores, 1, Along::rows, Label("weights", "softmax(scores)"));
  const Measured without = measure_weights(tape, undivided, "undivided"), with = measure_weights(tape, divided, "divided");
  const auto beside = [&](NodeId left, NodeId right, const char* name) {
    return concat(tape, {left, right}, Label(name).with_rows(width_axis()).with_cols({"", {"q · k", "q · k / √d"}}));
  };
  const NodeId peaks = beside(without.largest, with.largest, "peakedness"), slopes = beside(without.slope, with.slope, "slope");

  for (const NodeId curve : {peaks, slopes}) {
    out.show(View::curve, curve, "scaling");
    out.show(View::matrix, curve, "scaling");
  }
  for (const NodeId node : {products, undivided, scores, divided}) out.show(View::matrix, node, "scaling");
  out.notes.push_back(
      {"scaling_measured", {{"draws", std::to_string(draws)}, {"seed", std::to_string(in.seed())}, {"keys", std::to_string(kKeys)}}});
}

}  // namespace gf
