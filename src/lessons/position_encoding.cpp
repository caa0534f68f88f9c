// Where a token stands, as waves: the sinusoidal position encoding.
#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/shared/published.h"
#include "lessons/steps.h"

namespace gf {
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
      position_encoding(tape, length, width, published ? PositionTable::printed : PositionTable::corrected, label("position"));
  // Numbers where they can be read; otherwise the heat map alone.
  if (length <= kMostNumbers && width <= kMostNumbers) out.panels.push_back({View::matrix, {"position"}, "encoding"});
  if (published) {
    const auto scope = tape.scope("corrected");
    const NodeId corrected = position_encoding(tape, length, width, PositionTable::corrected, label("position"));
    mark_differences(out, position, corrected, "position_exponents");
    out.panels.push_back({View::matrix, {"corrected.position"}, "corrected"});
  }
  out.panels.push_back({View::heatmap, {"position"}, "waves"});
  out.panels.push_back({View::curve, {"position"}, "waves"});
}

}  // namespace

Lesson position_encoding_lesson() {
  LessonInfo info;
  info.id = "position-encoding";
  InputSpec length{.name = "length",
                   .type = InputType::number,
                   .initial = 3.0,
                   .least = 1,
                   .most = kMostPositions,
                   .step = 1,
                   .logarithmic = true,
                   .choices = {},
                   .shape = {}};
  InputSpec width{.name = "width",
                  .type = InputType::number,
                  .initial = 4.0,
                  .least = 2,
                  .most = kMostWidth,
                  .step = 1,
                  .logarithmic = true,
                  .choices = {},
                  .shape = {}};
  InputSpec published{.name = "published", .type = InputType::toggle, .initial = false, .choices = {}, .shape = {}};
  info.inputs = {length, width, published};
  const Inputs largest{{"length", kMostPositions}, {"width", kMostWidth}};
  info.steps = position_encoding_steps();
  info.presets = {{"worked-example", {}}, {"waves", {{"length", 64.0}, {"width", 128.0}}}, {"largest", largest}};
  Lesson lesson{std::move(info), build, nullptr};
  lesson.largest = largest;
  return lesson;
}

}  // namespace gf
