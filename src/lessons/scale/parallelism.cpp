// The lesson parallelism: a model that is too large for a GPU is cut among many. Copies share their memory, matrices are cut in parts, and
// blocks in stages.
#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/scale/scaling_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::parallelism_lesson {
namespace {

using namespace scaling_lesson;

// ---- how it is cut -----------------------------------------------------------------------------------------------------

Setup cut_of(const InputReader& in) {
  const Setup setup{.shape = *known_shape(in.text("model")),
                    .machine = machine_named(in.text("gpu")),
                    .mixed = in.text("precision") == "mixed",
                    .gpus = in.whole("gpus"),
                    .parts = std::stoi(in.text("parts")),
                    .stages = in.whole("stages"),
                    .micro_batches = in.whole("micro_batches"),
                    .zero = in.whole("zero")};
  check_divides("parts_do_not_divide", "parts", setup.parts, "heads", setup.shape.heads);
  check_divides("stages_do_not_divide", "stages", setup.stages, "layers", setup.shape.layers);
  if (const Index group = setup.parts * setup.stages; setup.gpus % group != 0)
    throw InputError({"not_a_multiple", {{"where", "gpus"}, {"of", std::to_string(group)}, {"got", std::to_string(setup.gpus)}}});
  return setup;
}

bool can_be_cut(const InputReader& in) {
  try {
    cut_of(in);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// Resets the cut to the defaults if the new model cannot be cut as the model before.
void adapt(const LessonInfo& lesson, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed != "model" || can_be_cut(InputReader(lesson, after))) return;
  for (const char* cut : {"parts", "stages", "gpus"}) after.erase(cut);
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

NodeId append_mine(Tape& tape, const Setup& setup) {
  const NodeId total = given_number(tape, static_cast<double>(numbers_learned(setup.shape)) / 1e6,
                                    Label("total", "@parameters_of_model").with_cols({"", {"10⁶"}}));
  const NodeId cut = given_number(tape, 1000.0 * static_cast<double>(setup.parts * setup.stages), Label("cut", "@thousand_parts_stages"));
  return divide(tape, total, cut, Label("mine").with_cols({"", {"10⁹"}}));
}

void build(const InputReader& in, LessonBuild& out) {
  const Setup setup = cut_of(in);
  const NodeId whole = append_training_memory(out, setup, append_mine(out.tape, setup));
  const NodeId room = append_machine(out, setup).room;
  append_fit(out, whole, room);
  append_zero(out, setup, whole, room);
  append_tensor_parallel(in, out, setup);
  append_pipeline(out, setup);
}

constexpr NameText kCutModels = choice_names(kKnownModels, &KnownModel::choice);

constexpr InputSpec kInputs[] = {choice_input("model", kCutModels, "gpt3"),
                                 choice_input("gpu", "v100, a100, h100", "a100"),
                                 number_input("gpus", 64, 1, 1048576),
                                 choice_input("precision", "mixed, float32"),
                                 number_input("zero", 0, 0, 3),
                                 choice_input("parts", "1, 2, 4, 8", "2"),
                                 number_input("stages", 4, 1, 16),
                                 number_input("micro_batches", 4, 1, 32),
                                 matrix_input("x", "(rows, columns)"),
                                 matrix_input("w_1", "(rows, columns)"),
                                 matrix_input("w_2", "(rows, columns)")};

constexpr Preset kPresets[] = {
    {"copies", {{"parts", "1"}, {"stages", 1.0}}},
    {"cut", {{"gpus", 1024.0}, {"parts", "8"}, {"stages", 8.0}}},
    {"two-processes", {{"model", "tales"}, {"gpus", 2.0}, {"precision", "float32"}, {"parts", "1"}, {"stages", 1.0}}},
    {"pipeline", {}}};

constexpr Step kSteps[] = {
    {.id = "copies",
     .focus = "whole",
     .cell = CellName{0, "@two_of_adam", 0},
     .scene = "bytes_each x mine = whole* | needed as ranking",
     .example = {.preset = "copies"}},
    {.id = "fits",
     .focus = "full",
     .cell = CellName{0, 0, 2},
     .scene = "whole , kept_share | full*",
     .example = {.preset = "copies"},
     .ask = Ask{.how = WhichIsSo{{"fits", "too_large"}, {1}}, .also = "memory, filled"}},
    {.id = "zero",
     .focus = "memory",
     .cell = CellName{0, "@weights", 3},
     .scene = "whole / filled , kept_share , memory*",
     .example = {.preset = "copies"},
     .exercise = Exercise{{{0, 0, 3}, {0, 1, 2}, {0, 1, 3}}, "filled, full"}},
    {.id = "moments",
     .focus = "moments",
     .cell = CellName{0, "@forward_of_block 2", "W 2"},
     .scene = "moments* -> moment_memory",
     .example = {.preset = "copies", .set = {{"zero", 3.0}}},
     .controls = "zero"},
    {.id = "torchrun",
     .focus = "memory",
     .cell = CellName{0, "@two_of_adam", 1},
     .scene = "whole x kept_share = memory*",
     .example = {.preset = "two-processes"}},
    {.id = "cut",
     .focus = "together",
     .cell = CellName{0, 0, 0},
     .scene = "gpu_0.partial + gpu_1.partial | together* , largest_difference",
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}, "uncut, minus_uncut, differences"}},
    {.id = "bubble",
     .focus = "schedule",
     .cell = CellName{0, "@stage 1", 4},
     .scene = "schedule* , bubble",
     .ask = Ask{.how = HowMuch{0, 1, true}, .node = "bubble", .cell = CellName{0, 0, 0}, .also = "at_work, minus_at_work"},
     .controls = "stages, micro_batches"},
    {.id = "one_batch",
     .focus = "schedule",
     .cell = CellName{0, "@stage 1", 1},
     .scene = "schedule* , bubble",
     .example = {.set = {{"micro_batches", 1.0}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {0.4f, 0.5f}},
                .node = "bubble",
                .cell = CellName{0, 0, 0},
                .also = "at_work, minus_at_work"},
     .controls = "micro_batches"},
    {.id = "recap", .focus = "whole", .example = {.preset = "copies"}, .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "parallelism", .inputs = kInputs, .presets = kPresets, .steps = kSteps, .main = "model"},
      .build = build,
      .adapt = adapt,
      .folded = "time, zero, tensor, pipeline",
      .largest = {{"model", "llama_70b"}, {"parts", "8"}, {"stages", 16.0}, {"gpus", 128.0}, {"micro_batches", 32.0}}};
  return kLesson;
}

}  // namespace gf::parallelism_lesson
