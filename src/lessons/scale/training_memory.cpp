// The memory of a GPU in training, with and without ZeRO, and the key/value cache of a model that writes.
#include <iterator>

#include "autograd/ops.h"
#include "core/nth.h"
#include "lessons/scale/scaling_parts.h"

namespace gf::scaling_lesson {
namespace {

const std::vector<std::string> kHeld = {"@weights", "@gradients", "@copy", "@two_of_adam"};
constexpr Index kStagesOfZero = 4, kBlocks = 4, kTexts = 32;

// The stage of ZeRO from which on weights, gradients, the copy and Adam's averages are cut among the copies.
constexpr Index kCutFrom[] = {3, 2, 1, 1};

Tensor kept_shares(Index copies) {
  Tensor shares(matrix_shape(std::ssize(kCutFrom), kStagesOfZero));
  for (Index held = 0; held < shares.rows(); ++held)
    for (Index stage = 0; stage < shares.cols(); ++stage)
      shares.at(held, stage) = stage >= kCutFrom[held] ? 1 / static_cast<float>(copies) : 1;
  return shares;
}

// A moment of a step, in a model of four blocks.
struct Moment {
  std::string name;                // a key of the texts
  Index forward = -1, back = -1;   // the block at work; -1: none
  Index first_gradient = kBlocks;  // the first block that has its gradient
};

std::vector<Moment> moments_of_step() {
  std::vector<Moment> moments{{.name = "@before_step"}};
  for (Index block = 0; block < kBlocks; ++block)
    moments.push_back({.name = "@forward_of_block " + std::to_string(block + 1), .forward = block});
  for (Index block = kBlocks; block-- > 0;)
    moments.push_back({.name = "@back_of_block " + std::to_string(block + 1), .back = block, .first_gradient = block});
  moments.push_back({.name = "@update", .first_gradient = 0});
  return moments;
}

// Returns the share of a block's weights (kind 0), gradients (1) or optimiser (2) that a GPU holds at a moment.
float share_held(const Moment& moment, Index kind, Index block, const Setup& setup) {
  const float slice = 1 / static_cast<float>(setup.copies());
  const bool at_work = moment.forward == block || moment.back == block;
  if (kind == 0) return setup.zero < 3 || at_work ? 1 : slice;
  if (kind == 2) return setup.zero < 1 ? 1 : slice;
  if (block < moment.first_gradient) return 0;
  return setup.zero < 2 || moment.back == block ? 1 : slice;
}

// Appends the memory of a GPU at each moment, as shares of blocks and in GB.
void append_moments(LessonBuild& out, const Setup& setup, NodeId whole) {
  Tape& tape = out.tape;
  const std::vector<Moment> moments = moments_of_step();
  constexpr Index kKinds = 3;
  const char* const names[] = {"W ", "G ", "A "};
  std::vector<std::string> row_names;
  Axis columns{"", {}};
  Tensor held(matrix_shape(std::ssize(moments), kKinds * kBlocks)), part(matrix_shape(kKinds * kBlocks, std::ssize(kHeld)));
  for (const Moment& moment : moments) row_names.push_back(moment.name);
  for (Index kind = 0; kind < kKinds; ++kind)
    for (Index block = 0; block < kBlocks; ++block) {
      const Index column = kind * kBlocks + block;
      columns.labels.push_back(names[kind] + std::to_string(block + 1));
      for (Index row = 0; row < held.rows(); ++row) held.at(row, column) = share_held(nth(moments, row), kind, block, setup);
      part.at(column, kind) = 1.0f / kBlocks;
      if (kind == 2) part.at(column, 3) = 1.0f / kBlocks;  // the optimiser holds the copy and Adam's two averages
    }
  const NodeId moment =
      constant(tape, std::move(held), Label("moments", "@whole_share_or_none").with_rows(keyed_axis("", row_names)).with_cols(columns));
  const NodeId of_block =
      constant(tape, std::move(part), Label("quarter", "@quarter_or_none").with_rows(columns).with_cols(keyed_axis("", kHeld)));
  const NodeId gigabytes = matmul(tape, of_block, whole, Label("of_block").with_cols(keyed_axis("", {"@gigabytes"})));
  matmul(tape, moment, gigabytes, Label("moment_memory").with_cols(keyed_axis("", {"@gigabytes"})));
  out.show(View::matrix, "moments", "zero");
  out.show(View::heatmap, "moments", "zero");
  out.show(View::ranking, "moment_memory", "zero");
  out.show(View::matrix, "moment_memory", "zero");
}

}  // namespace

NodeId append_training_memory(LessonBuild& out, const Setup& setup, NodeId mine) {
  Tape& tape = out.tape;
  const Axis held = keyed_axis("", kHeld);
  const Tensor bytes = setup.mixed ? Tensor::from_rows({{2}, {2}, {4}, {8}}) : Tensor::from_rows({{4}, {4}, {0}, {8}});
  const NodeId each = constant(tape, bytes, Label("bytes_each", "@bits_by_8").with_rows(held).with_cols(keyed_axis("", {"@bytes"})));
  const NodeId whole = multiply(tape, each, mine, Label("whole").with_cols(keyed_axis("", {"@gigabytes"})));
  for (const char* node : {"bytes_each", "mine", "whole"}) out.show(View::matrix, node, "memory");
  return whole;
}

void append_fit(LessonBuild& out, NodeId whole, NodeId room) {
  Tape& tape = out.tape;
  const Axis gigabytes = keyed_axis("", {"@gigabytes"});
  const NodeId in_all = sum(tape, whole, Along::columns, Label("in_all").with_cols(gigabytes));
  concat(tape, {in_all, room}, Label("needed").with_rows(keyed_axis("", {"@to_train", "@one_gpu"})).with_cols(gigabytes), Along::rows);
  out.show(View::ranking, "needed", "memory");
  out.show(View::matrix, "needed", "memory");
}

void append_zero(LessonBuild& out, const Setup& setup, NodeId whole, NodeId room) {
  Tape& tape = out.tape;
  const Axis held = keyed_axis("", kHeld), stages{"stages", {"0", "1", "2", "3"}}, gigabytes = keyed_axis("", {"@gigabytes"});
  const NodeId shares =
      constant(tape, kept_shares(setup.copies()), Label("kept_share", "@whole_or_share").with_rows(held).with_cols(stages));
  const NodeId memory = multiply(tape, shares, whole, Label("memory"));
  const NodeId filled = sum(tape, memory, Along::columns, Label("filled").with_rows(gigabytes));
  const NodeId full = divide(tape, filled, room, Label("full").with_rows(keyed_axis("", {"@share"})));
  for (const char* node : {"kept_share", "memory", "filled", "full"}) out.show(View::matrix, node, "memory");
  if (tape.value(full).at(0, setup.zero) > 1) out.notes.push_back({"too_large", {{"zero", std::to_string(setup.zero)}}});
  append_moments(out, setup, whole);
}

// ---- the key/value cache -----------------------------------------------------------------------------------------------

void append_cache(LessonBuild& out, const Setup& setup) {
  Tape& tape = out.tape;
  const NodeId rows = given_number(tape, static_cast<double>(2 * setup.shape.layers), Label("kept_rows", "@two_layers"));
  const NodeId width = given_number(tape, static_cast<double>(setup.shape.kv_width()), Label("kept_width", "@heads_times_width"));
  const NodeId bytes = given_number(tape, static_cast<double>(setup.bytes()), Label("kept_bytes", "@bits_by_8"));
  const NodeId numbers = multiply(tape, rows, width, Label("kept_numbers"));
  const NodeId all = multiply(tape, numbers, bytes, Label("kept_of_token").with_cols(keyed_axis("", {"@bytes"})));
  const NodeId billion = given_number(tape, 1e9, Label("billion", "10⁹"));
  const Axis in_gigabytes = keyed_axis("", {"@gigabytes"});
  const NodeId of_token = divide(tape, all, billion, Label("token_gigabytes").with_cols(in_gigabytes));
  const auto window = static_cast<float>(setup.shape.window);
  const Axis texts = keyed_axis("", {"@a_token", "@a_window", "@windows " + std::to_string(kTexts)});
  const NodeId tokens = constant(tape, Tensor::from_rows({{1}, {window}, {kTexts * window}}),
                                 Label("cache_tokens", "@tokens_of_windows").with_rows(texts).with_cols(keyed_axis("tokens", {"@tokens"})));
  matmul(tape, tokens, of_token, Label("cache").with_cols(in_gigabytes));
  for (const char* node : {"kept_rows", "kept_width", "cache_tokens", "cache"}) out.show(View::matrix, node, "cache");
}

}  // namespace gf::scaling_lesson
