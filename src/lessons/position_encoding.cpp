// The lesson position-encoding: the position of a token as waves.
#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/worked_example.h"
#include "protocol/step.h"

namespace gf::position_encoding_lesson {
namespace {

constexpr double kMostPositions = 512, kMostWidth = 512;
constexpr Index kMostNumbers = 24, kMostCompared = 128;
constexpr Index kLeastHalved = 32;  // the least number of columns for a panel of the left half, with the fast waves

// Returns the positions, counted from 0 as in the formula. Too many positions have no labels.
Axis position_axis(Index length) {
  Axis axis{"positions", {}};
  for (Index position = 0; position < length && length <= kMostCompared; ++position) axis.labels.push_back(std::to_string(position));
  return axis;
}

// Returns the names of the columns: column 2i is a sine, and column 2i + 1 the cosine of the same angle.
Axis wave_axis(Index width) {
  if (width > kMostNumbers) return {"features", {}};
  std::vector<std::string> keys;
  for (Index pair = 0; pair < width / 2; ++pair)
    for (const char* wave : {"@sine ", "@cosine "}) keys.push_back(wave + std::to_string(pair));
  return keyed_axis("", std::move(keys));
}

// Appends the left half of the encoding, and the dot products of each two positions, if the encoding is not too large.
void append_comparisons(LessonBuild& out, NodeId position) {
  Tape& tape = out.tape;
  const Index length = tape.value(position).rows(), width = tape.value(position).cols();
  if (length > kMostCompared || length < 2) return;
  if (width >= kLeastHalved) {
    const NodeId half = slice(tape, position, 0, width / 2, Label("left_half").with_cols({"features", {}}));
    for (const View view : {View::heatmap, View::curve}) out.show(view, half, "waves");
  }
  const NodeId products = matmul_nt(tape, position, position, Label("dot_products").with_cols(position_axis(length)));
  out.show(View::heatmap, products, "distance");
  if (length <= kMostNumbers) out.show(View::matrix, products, "distance");
}

void build(const InputReader& in, LessonBuild& out) {
  const Index length = in.whole("length"), width = in.whole("width");
  if (width % 2 != 0) throw InputError({"odd_width", {{"where", "width"}, {"got", std::to_string(width)}}});
  const bool published = in.toggle("published");
  Tape& tape = out.tape;
  const auto label = [&](const char* name) { return Label(name).with_rows(position_axis(length)).with_cols(wave_axis(width)); };
  const NodeId position =
      position_encoding(tape, length, published ? self_attention::printed_exponents(width) : position_exponents(width), label("position"));
  // A large encoding is shown as a heat map alone.
  if (length <= kMostNumbers && width <= kMostNumbers) out.show(View::matrix, position, "encoding");
  if (published) {
    const auto scope = tape.scope("corrected");
    const NodeId corrected = position_encoding(tape, length, position_exponents(width), label("position"));
    mark_differences(out, position, corrected, "position_exponents");
    out.show(View::matrix, corrected, "corrected");
  }
  for (const View view : {View::heatmap, View::curve}) out.show(view, position, "waves");
  if (!published) append_comparisons(out, position);
}

constexpr Settings kLargest = {{"length", kMostPositions}, {"width", kMostWidth}};

constexpr InputSpec kInputs[] = {number_input("length", 3, 1, kMostPositions).logarithmic(),
                                 number_input("width", 4, 2, kMostWidth).logarithmic(), toggle_input("published", false)};

constexpr Preset kPresets[] = {
    {"worked-example", {}}, {"waves", {{"length", 64.0}, {"width", 128.0}}}, {"published", {{"published", true}}}, {"largest", kLargest}};

constexpr Step kSteps[] = {
    {.id = "places",
     .focus = "position",
     .cell = CellName{0, 1, 0},
     .scene = "position* / position as curve",
     .example = {.set = {{"length", 8.0}}}},
    {.id = "pairs",
     .focus = "position",
     .cell = CellName{0, 1, 1},
     .scene = "position*",
     .ask = Ask{.how = WhereInPlane{"position", 1}, .cell = CellName{0, 2, 0}}},
    {.id = "fast_pair",
     .focus = "position",
     .cell = CellName{0, 3, 0},
     .scene = "position*",
     .example = {.set = {{"length", 4.0}, {"width", 4.0}}},
     .exercise = Exercise{{{0, 3, 0}, {0, 3, 1}}}},
    {.id = "slow_pair",
     .focus = "position",
     .cell = CellName{0, 3, 2},
     .scene = "position*",
     .example = {.set = {{"length", 4.0}, {"width", 4.0}}},
     .exercise = Exercise{{{0, 3, 2}, {0, 3, 3}}}},
    {.id = "waves",
     .focus = "left_half",
     .cell = CellName{0, 9, 6},
     .scene = "left_half* as heatmap | position as heatmap",
     .example = {.preset = "waves"},
     .ask = Ask{.how = HowMuch{-1, 1}, .node = "position", .cell = CellName{0, 63, 127}, .also = "position", .shows = "left_half"}},
    {.id = "clock_hands",
     .focus = "position",
     .cell = CellName{0, 9, 2},
     .scene = "position* as heatmap -> position as curve",
     .example = {.preset = "waves"},
     .controls = "length, width"},
    {.id = "one_hand",
     .focus = "position",
     .cell = CellName{0, 0, 0},
     .scene = "position* as curve -> dot_products",
     .example = {.set = {{"length", 64.0}, {"width", 2.0}}},
     .ask = Ask{.how = WhereIsMost{.among = {"6", "22", "44", "57"}}, .node = "dot_products", .also = "dot_products"},
     .controls = "length, width"},
    {.id = "distance",
     .focus = "dot_products",
     .cell = CellName{0, 24, 20},
     .scene = "position as heatmap -> dot_products*",
     .example = {.preset = "waves"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "position-encoding", .inputs = kInputs, .presets = kPresets, .steps = kSteps}, .build = build, .largest = kLargest};
  return kLesson;
}

}  // namespace gf::position_encoding_lesson
