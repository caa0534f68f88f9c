// Where a token stands, as waves: the sinusoidal position encoding.
#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/worked_example.h"
#include "lessons/steps.h"

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

}  // namespace

Lesson lesson() {
  const Inputs largest{{"length", kMostPositions}, {"width", kMostWidth}};
  return {.info = {.id = "position-encoding",
                   .inputs = {number_input("length", 3, 1, kMostPositions).logarithmic(),
                              number_input("width", 4, 2, kMostWidth).logarithmic(), toggle_input("published", false)},
                   .presets = {{"worked-example", {}}, {"waves", {{"length", 64.0}, {"width", 128.0}}}, {"largest", largest}},
                   .steps = position_encoding_steps()},
          .build = build,
          .largest = largest};
}

}  // namespace gf::position_encoding_lesson
