#include "lessons/attention/tiles.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "core/problem.h"

namespace gf {
namespace {

constexpr Index kTile = 2, kMostTiles = 8;
constexpr float kTileValues[] = {4, 1, 3, 2, 5, 6};  // the values of the first six keys, which are repeated for further keys

Axis numbered_axis(const char* axis, const char* key, Index count) {
  std::vector<std::string> keys;
  for (Index i = 1; i <= count; ++i) keys.push_back(std::string(key) + " " + std::to_string(i));
  return keyed_axis(axis, std::move(keys));
}

Axis single_column(const char* key) { return keyed_axis("", {key}); }

void check_scores(const Tensor& scores) {
  if (scores.rows() != 1 || scores.cols() % kTile != 0)
    expect_shape("tile_scores", scores, 1, scores.cols() + scores.cols() % kTile, "(1, keys)");
  if (scores.cols() > kTile * kMostTiles)
    throw InputError({"matrix_too_large", {{"where", "tile_scores"}, {"most", to_string(matrix_shape(1, kTile * kMostTiles))}}});
}

// Cuts a row into tiles: (1, n) to (n / 2, 2).
NodeId in_tiles(Tape& tape, NodeId row, Label label) {
  std::vector<NodeId> parts;
  const std::string name(short_name(tape[row].name));
  for (Index begin = 0; begin < tape.value(row).cols(); begin += kTile)
    parts.push_back(slice(tape, row, begin, begin + kTile, name + "_of_tile_" + std::to_string(begin / kTile + 1)));
  return concat(tape, std::move(parts), std::move(label), Along::rows);
}

// Appends the largest score before each tile. Before the first tile no scores were summed, so its own largest score stands there.
NodeId largest_before(Tape& tape, NodeId running, const Axis& tiles) {
  std::vector<NodeId> parts{slice(tape, running, 0, 1, "largest_of_first", Along::rows)};
  const Index count = tape.value(running).rows();
  if (count > 1) parts.push_back(slice(tape, running, 0, count - 1, "largest_of_earlier", Along::rows));
  return concat(tape, std::move(parts), Label("largest_before").with_rows(tiles), Along::rows);
}

}  // namespace

void append_tiles(LessonBuild& out, const Tensor& scores) {
  check_scores(scores);
  Tape& tape = out.tape;
  const auto scope = tape.scope("tiles");
  const Index keys = scores.cols();
  const Axis tiles = numbered_axis("tiles", "@tile", keys / kTile), key_axis = numbered_axis("keys", "@key", keys);
  const auto tiled = [&](const char* name, const char* formula = "") {
    return Label(name, formula).with_rows(tiles).with_cols(keyed_axis("keys", {"@first_key", "@second_key"}));
  };
  const auto column = [&](const char* name, const char* key, const char* formula) {
    return Label(name, formula).with_rows(tiles).with_cols(single_column(key));
  };
  Tensor numbers(matrix_shape(1, keys));
  for (Index key = 0; key < keys; ++key) numbers.at(0, key) = kTileValues[static_cast<std::size_t>(key) % std::size(kTileValues)];

  const NodeId row = out.input_matrix("tile_scores", scores, Label("scores").with_cols(key_axis));
  const NodeId values = constant(tape, std::move(numbers), Label("values", "v").with_cols(key_axis));
  const NodeId tile = in_tiles(tape, row, tiled("tile"));
  const NodeId most = largest(tape, tile, Along::rows, false, column("tile_largest", "@largest", "max(tile)"));
  const NodeId running = running_largest(tape, most, Along::columns, column("running_largest", "@so_far", ""));

  const NodeId taken = scale(tape, running, -1, Label("minus_largest"));
  const NodeId shifted = add(tape, tile, taken, tiled("shifted", "tile − running_largest"));
  const NodeId exponentials = exponential(tape, shifted, tiled("exponentials", "exp(tile − running_largest)"));
  const NodeId sums = sum(tape, exponentials, Along::rows, column("tile_sum", "@sum", "sum(exponentials)"));
  const NodeId rise = add(tape, largest_before(tape, running, tiles), taken, Label("rise", "largest_before − running_largest"));
  const NodeId factor = exponential(tape, rise, column("factor", "@factor", "exp(largest_before − running_largest)"));
  const attr::Recurrence down{Along::columns, 1};
  const NodeId total = recurrence(tape, sums, factor, down, column("running_sum", "@so_far", "factor · y + tile_sum"));

  const NodeId weighted = multiply(tape, exponentials, in_tiles(tape, values, tiled("tile_values")), tiled("weighted"));
  const NodeId gathered = sum(tape, weighted, Along::rows, column("tile_weighted", "@sum", "sum(exponentials · values)"));
  const NodeId gathered_total =
      recurrence(tape, gathered, factor, down, column("running_weighted", "@so_far", "factor · y + tile_weighted"));
  const NodeId output = divide(tape, gathered_total, total, column("output", "@output", "running_weighted / running_sum"));

  const NodeId weights = softmax(tape, row, 1, Along::rows, Label("whole_weights", "softmax(scores)").with_cols(key_axis));
  const NodeId whole =
      matmul_nt(tape, weights, values, Label("whole_output", "whole_weights · valuesᵀ").with_cols(single_column("@output")));
  for (const NodeId node : {row, values, tile, most, running, shifted, exponentials, sums, factor, total, weighted, gathered,
                            gathered_total, output, weights, whole})
    out.show(View::matrix, node, "tiles");
}

}  // namespace gf
