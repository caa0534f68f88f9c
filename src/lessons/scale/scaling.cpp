// A transformer at real size: its matrices in numbers, what it takes to train it, and how it is cut among GPUs.
#include "core/problem.h"
#include "lessons/scale/scaling_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::scaling_lesson {
namespace {

constexpr const char *kOwn = "own", *kMixed = "mixed";

// ---- the sizes of a model of one's own ---------------------------------------------------------------------------------

// A size as an input: its name, its field, and the largest that is allowed.
struct SizeInput {
  const char* name;
  std::int64_t ModelShape::*field;
  double most;
};
constexpr SizeInput kSizes[] = {{"layers", &ModelShape::layers, 1000},     {"width", &ModelShape::width, 65536},
                                {"hidden", &ModelShape::hidden, 262144},   {"heads", &ModelShape::heads, 1024},
                                {"kv_heads", &ModelShape::kv_heads, 1024}, {"vocabulary", &ModelShape::vocabulary, 1000000},
                                {"window", &ModelShape::window, 10000000}};

struct SwitchInput {
  const char* name;
  bool ModelShape::*field;
};
constexpr SwitchInput kSwitches[] = {
    {"tied", &ModelShape::tied}, {"gated", &ModelShape::gated}, {"biases", &ModelShape::biases}, {"places", &ModelShape::places}};

ModelShape shape_of(const InputReader& in) {
  if (const ModelShape* known = known_shape(in.text("model"))) return *known;
  ModelShape shape;
  for (const SizeInput& size : kSizes) shape.*size.field = in.whole(size.name);
  for (const SwitchInput& part : kSwitches) shape.*part.field = in.toggle(part.name);
  return shape;
}

// ---- what does not fit together ----------------------------------------------------------------------------------------

// Throws InputError `id` unless `parts` divides `whole`, which the sentence calls `name`.
void check_divides(const char* id, const char* where, std::int64_t parts, const char* name, std::int64_t whole) {
  if (whole % parts == 0) return;
  throw InputError({id, {{"where", where}, {name, std::to_string(whole)}, {"got", std::to_string(parts)}}});
}

void check_setup(const Setup& setup) {
  const ModelShape& shape = setup.shape;
  check_divides("heads_do_not_divide", "heads", shape.heads, "width", shape.width);
  check_divides("key_heads_do_not_divide", "kv_heads", shape.kv_heads, "heads", shape.heads);
  check_divides("parts_do_not_divide", "parts", setup.parts, "heads", shape.heads);
  check_divides("hidden_does_not_divide", "parts", setup.parts, "hidden", shape.hidden);
  check_divides("stages_do_not_divide", "stages", setup.stages, "layers", shape.layers);
  if (const Index group = setup.parts * setup.stages; setup.gpus % group != 0)
    throw InputError({"not_a_multiple", {{"where", "gpus"}, {"of", std::to_string(group)}, {"got", std::to_string(setup.gpus)}}});
}

Setup setup_of(const InputReader& in) {
  const Setup setup{.shape = shape_of(in),
                    .trillions_of_tokens = in.number("tokens"),
                    .machine = machine_named(in.text("gpu")),
                    .own_speed = in.number("own_speed"),
                    .own_memory = in.number("own_memory"),
                    .utilisation = in.number("utilisation") / 100,
                    .mixed = in.text("precision") == kMixed,
                    .gpus = in.whole("gpus"),
                    .parts = std::stoi(in.text("parts")),
                    .stages = in.whole("stages"),
                    .micro_batches = in.whole("micro_batches"),
                    .zero = in.whole("zero")};
  check_setup(setup);
  return setup;
}

// ---- another model ------------------------------------------------------------------------------------------------------

bool fits_together(const InputReader& in) {
  try {
    setup_of(in);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// One's own model begins as what was looked at, to be changed from there. A model that can't be cut as the one before is cut as at first.
void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed != "model") return;
  if (InputReader(lesson, after).text("model") == kOwn) {
    const ModelShape shape = shape_of(InputReader(lesson, before));
    for (const SizeInput& size : kSizes) after.insert_or_assign(size.name, static_cast<double>(shape.*size.field));
    for (const SwitchInput& part : kSwitches) after.insert_or_assign(part.name, shape.*part.field);
  }
  if (fits_together(InputReader(lesson, after))) return;
  for (const char* cut : {"parts", "stages", "gpus"}) after.erase(cut);
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

void build(const InputReader& in, LessonBuild& out) {
  const Setup setup = setup_of(in);
  const ModelNodes model = append_model(out, setup.shape);
  const NodeId room = append_time(out, setup, model.total);
  append_memory(out, setup, model.total, room);
  append_cache(out, setup, model.million);
  append_tensor_parallel(in, out, setup);
  append_pipeline(out, setup);
}

constexpr NameText kModelChoices = choice_names(kKnownModels, &KnownModel::choice, {}, kOwn),
                   kMachineChoices = choice_names(kMachines, &Machine::choice);
constexpr ModelShape kFirst = {};

constexpr DeclaredInput size_input(const SizeInput& size) {
  return number_input(size.name, static_cast<double>(kFirst.*size.field), 1, size.most).only_with("model", kOwn);
}
constexpr DeclaredInput switch_input(const SwitchInput& part) {
  return toggle_input(part.name, kFirst.*part.field).only_with("model", kOwn);
}

constexpr InputSpec kInputs[] = {choice_input("model", kModelChoices),
                                 size_input(kSizes[0]),
                                 size_input(kSizes[1]),
                                 size_input(kSizes[2]),
                                 size_input(kSizes[3]),
                                 size_input(kSizes[4]),
                                 size_input(kSizes[5]),
                                 size_input(kSizes[6]),
                                 switch_input(kSwitches[0]),
                                 switch_input(kSwitches[1]),
                                 switch_input(kSwitches[2]),
                                 switch_input(kSwitches[3]),
                                 number_input("tokens", 0.01, 1e-6, 1000, 0).logarithmic(),
                                 choice_input("gpu", kMachineChoices, "a100"),
                                 number_input("own_speed", 100, 0.001, 100000, 0).only_with("gpu", kOwn),
                                 number_input("own_memory", 24, 0.001, 100000, 0).only_with("gpu", kOwn),
                                 number_input("gpus", 64, 1, 1048576),
                                 number_input("utilisation", 40, 1, 100),
                                 choice_input("precision", "mixed, float32"),
                                 number_input("zero", 0, 0, 3),
                                 choice_input("parts", "1, 2, 4, 8", "2"),
                                 number_input("stages", 4, 1, 16),
                                 number_input("micro_batches", 4, 1, 32),
                                 matrix_input("x", "(rows, columns)"),
                                 matrix_input("w_1", "(rows, columns)"),
                                 matrix_input("w_2", "(rows, columns)")};

constexpr Settings trained(const char* model, double tokens, double gpus, const char* parts, double stages) {
  return {{"model", model}, {"tokens", tokens}, {"gpus", gpus}, {"parts", parts}, {"stages", stages}};
}

constexpr Preset kPresets[] = {{"gpt2", {}},
                               {"gpt3", trained("gpt3", 0.3, 1024, "8", 8)},
                               {"gpt3-copies", trained("gpt3", 0.3, 64, "1", 1)},
                               {"llama-7b", trained("llama_7b", 2, 1024, "1", 1)},
                               {"llama-70b", trained("llama_70b", 2, 2048, "8", 8)},
                               {"tales", trained("tales", 1e-5, 1, "1", 1)}};

constexpr Step kSteps[] = {
    {.id = "sizes", .focus = "parameters", .cell = CellName{0, 0, 0}, .scene = "parameters* as treemap"},
    {.id = "count",
     .focus = "parameters",
     .cell = CellName{0, "W_1", 0},
     .scene = "shapes -> parameters* as matrix",
     .exercise = Exercise{{{0, 6, 0}, {0, 7, 0}}, "total, share, by_part, times"}},
    {.id = "shared",
     .focus = "by_part",
     .cell = CellName{0, 0, 0},
     .scene = "parameters as treemap -> by_part*",
     .example = {.preset = "gpt3"},
     .ask = Ask{.how = WhichShares{}, .also = "parameters, share"}},
    {.id = "operations",
     .focus = "operations",
     .cell = CellName{0, 0, 0},
     .scene = "per_token x tokens = operations* | time",
     .example = {.preset = "gpt3"},
     .exercise = Exercise{{{0, 0, 0}}, "time"}},
    {.id = "memory",
     .focus = "whole",
     .cell = CellName{0, 0, 0},
     .scene = "bytes_each x mine = whole*",
     .example = {.preset = "gpt3-copies"},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "bytes_each"}},
    {.id = "zero",
     .focus = "memory",
     .cell = CellName{0, "@weights", 3},
     .example = {.preset = "gpt3-copies"},
     .exercise = Exercise{{{0, 0, 3}, {0, 1, 3}, {0, 2, 3}, {0, 3, 3}}, "filled, full"}},
    {.id = "moments",
     .focus = "moments",
     .cell = CellName{0, "@forward_of_block 1", "W 1"},
     .example = {.preset = "gpt3-copies", .set = {{"zero", 3.0}}},
     .controls = "zero"},
    {.id = "torchrun",
     .focus = "memory",
     .cell = CellName{0, "@two_of_adam", 1},
     .example = {.preset = "tales", .set = {{"gpus", 2.0}, {"precision", "float32"}}}},
    {.id = "cut",
     .focus = "together",
     .cell = CellName{0, 0, 0},
     .example = {.set = {{"parts", "2"}}},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}, "uncut, minus_uncut, differences"}},
    {.id = "bubble",
     .focus = "schedule",
     .cell = CellName{0, "@stage 0", 4},
     .scene = "schedule* , at_work / bubble",
     .ask = Ask{.how = HowMuch{0, 1, true}, .node = "bubble", .cell = CellName{0, 0, 0}, .also = "at_work, minus_at_work"},
     .controls = "stages, micro_batches"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "scaling", .inputs = kInputs, .presets = kPresets, .steps = kSteps, .main = "model"},
      .build = build,
      .adapt = adapt,
      .folded = "time, memory, zero, cache, tensor, pipeline",
      .largest = {{"model", "llama_70b"}, {"parts", "8"}, {"stages", 16.0}, {"gpus", 128.0}, {"micro_batches", 32.0}}};
  return kLesson;
}

}  // namespace gf::scaling_lesson
