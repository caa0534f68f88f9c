// Where a token stands, as waves: the sinusoidal position encoding.
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
constexpr Index kMostNumbers = 24;

void build(const InputReader& in, LessonBuild& out) {
  const Index length = in.whole("length"), width = in.whole("width");
  if (width % 2 != 0) throw InputError({"odd_width", {{"where", "width"}, {"got", std::to_string(width)}}});
  const bool published = in.toggle("published");
  Tape& tape = out.tape;
  const auto label = [](const char* name) { return Label(name).with_rows({"positions", {}}).with_cols({"features", {}}); };
  const NodeId position =
      position_encoding(tape, length, published ? self_attention::printed_exponents(width) : position_exponents(width), label("position"));
  // Numbers where they can be read; otherwise the heat map alone.
  if (length <= kMostNumbers && width <= kMostNumbers) out.show(View::matrix, position, "encoding");
  if (published) {
    const auto scope = tape.scope("corrected");
    const NodeId corrected = position_encoding(tape, length, position_exponents(width), label("position"));
    mark_differences(out, position, corrected, "position_exponents");
    out.show(View::matrix, corrected, "corrected");
  }
  for (const View view : {View::heatmap, View::curve}) out.show(view, position, "waves");
}

constexpr Settings kLargest = {{"length", kMostPositions}, {"width", kMostWidth}};

constexpr InputSpec kInputs[] = {number_input("length", 3, 1, kMostPositions).logarithmic(),
                                 number_input("width", 4, 2, kMostWidth).logarithmic(), toggle_input("published", false)};

constexpr Preset kPresets[] = {{"worked-example", {}}, {"waves", {{"length", 64.0}, {"width", 128.0}}}, {"largest", kLargest}};

constexpr Step kSteps[] = {
    {.id = "places", .focus = "position", .cell = CellName{0, 1, 0}, .scene = "position* / position as curve"},
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
     .focus = "position",
     .cell = CellName{0, 9, 6},
     .scene = "position*",
     .example = {.preset = "waves"},
     .ask = Ask{.how = HowMuch{-1, 1}, .cell = CellName{0, 63, 127}, .also = "position"}},
    {.id = "clock_hands", .focus = "position", .cell = CellName{0, 9, 2}, .example = {.preset = "waves"}, .controls = "length, width"},
    {.id = "published",
     .focus = "corrected.position",
     .cell = CellName{0, 1, 0},
     .scene = "position , corrected.position*",
     .example = {.set = {{"published", true}, {"length", 3.0}, {"width", 4.0}}},
     .exercise = Exercise{{{0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}}},
     .slip = "C2"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "position-encoding", .inputs = kInputs, .presets = kPresets, .steps = kSteps}, .build = build, .largest = kLargest};
  return kLesson;
}

}  // namespace gf::position_encoding_lesson
