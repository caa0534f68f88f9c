// The lesson scaling, a transformer of real size: its parameters, the operations and the memory of its training, and its key/value cache.
#include <string>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/scale/scaling_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"

namespace gf::scaling_lesson {

void check_divides(const char* id, const char* where, std::int64_t parts, const char* name, std::int64_t whole) {
  if (whole % parts == 0) return;
  throw InputError({id, {{"where", where}, {name, std::to_string(whole)}, {"got", std::to_string(parts)}}});
}

namespace {

constexpr const char *kOwn = "own", *kMixed = "mixed", *kCorrected = "corrected";

// ---- the sizes of the reader's model -----------------------------------------------------------------------------------

// A size as an input: its name, its field, and its largest value.
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

Setup setup_of(const InputReader& in) {
  const Setup setup{.shape = shape_of(in),
                    .trillions_of_tokens = in.number("tokens"),
                    .machine = machine_named(in.text("gpu")),
                    .own_speed = in.number("own_speed"),
                    .own_memory = in.number("own_memory"),
                    .utilisation = in.number("utilisation") / 100,
                    .mixed = in.text("precision") == kMixed,
                    .gpus = in.whole("gpus"),
                    .corrected = in.text("constants") == kCorrected,
                    .times = in.number("times")};
  check_divides("heads_do_not_divide", "heads", setup.shape.heads, "width", setup.shape.width);
  check_divides("key_heads_do_not_divide", "kv_heads", setup.shape.kv_heads, "heads", setup.shape.heads);
  return setup;
}

// Copies the sizes of the model before when the reader chooses a model of their own.
void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed != "model" || InputReader(lesson, after).text("model") != kOwn) return;
  const ModelShape shape = shape_of(InputReader(lesson, before));
  for (const SizeInput& size : kSizes) after.insert_or_assign(size.name, static_cast<double>(shape.*size.field));
  for (const SwitchInput& part : kSwitches) after.insert_or_assign(part.name, shape.*part.field);
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

void build(const InputReader& in, LessonBuild& out) {
  const Setup setup = setup_of(in);
  const ModelNodes model = append_model(out, setup.shape);
  const MachineNodes machine = append_machine(out, setup);
  const NodeId operations = append_time(out, setup, model.total, machine.speed);
  const NodeId thousand = given_number(out.tape, 1000, Label("thousand", "1000"));
  const NodeId billions = divide(out.tape, model.total, thousand, Label("mine").with_cols({"", {"10⁹"}}));
  append_fit(out, append_training_memory(out, setup, billions), machine.room);
  append_cache(out, setup);
  append_ladder(out, std::stoi(in.text("ladder_steps")));
  append_scaling_law(out, setup, billions, operations);
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
                                 choice_input("ladder_steps", "150, 300, 450, 600"),
                                 choice_input("constants", "corrected, published"),
                                 number_input("times", 3, 1.1, 100, 0).logarithmic()};

constexpr Settings trained(const char* model, double tokens, double gpus) { return {{"model", model}, {"tokens", tokens}, {"gpus", gpus}}; }

constexpr Preset kPresets[] = {{"gpt2", {}},
                               {"gpt3", trained("gpt3", 0.3, 1024)},
                               {"llama-7b", trained("llama_7b", 2, 1024)},
                               {"llama-70b", trained("llama_70b", 2, 2048)},
                               {"llama-3", trained("llama3_8b", 15, 16384)},
                               {"own-keys",
                                {{"model", kOwn},
                                 {"layers", 80.0},
                                 {"width", 8192.0},
                                 {"hidden", 28672.0},
                                 {"heads", 64.0},
                                 {"kv_heads", 64.0},
                                 {"vocabulary", 32000.0},
                                 {"window", 4096.0},
                                 {"gated", true}}},
                               {"tales", trained("tales", 1e-5, 1)}};

constexpr Step kSteps[] = {
    {.id = "sizes", .focus = "parameters", .scene = "parameters* as treemap"},
    {.id = "count",
     .focus = "parameters",
     .cell = CellName{0, "W_1", 0},
     .scene = "shapes , one -> parameters* as matrix",
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
     .scene = "per_token x tokens = operations* / time",
     .example = {.preset = "gpt3"},
     .exercise = Exercise{{{0, 0, 0}}, "time"}},
    {.id = "memory",
     .focus = "whole",
     .cell = CellName{0, 0, 0},
     .scene = "bytes_each x mine = whole* / needed",
     .example = {.preset = "gpt3"},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "bytes_each"}},
    {.id = "cache",
     .focus = "cache",
     .cell = CellName{0, "@windows 32", 0},
     .scene = "cache_tokens -> cache* , whole",
     .example = {.preset = "own-keys"},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {156.0f}}},
     .controls = "kv_heads"},
    {.id = "ladder",
     .focus = "ladder.logs",
     .cell = CellName{0, 5, "@as_trained"},
     .scene = "ladder.five_losses -> ladder.logs* as curve",
     .ask = Ask{.how = WhichIsSo{{"below", "on", "above"}, {-0.02f, 0.02f}, At{"ladder.logs", {0, 5, "@line_through_five"}}},
                .also = "ladder.sixth_log, ladder.six_logs"}},
    {.id = "longer",
     .focus = "ladder.logs",
     .cell = CellName{0, 5, "@as_trained"},
     .scene = "ladder.five_losses -> ladder.logs* as curve",
     .example = {.set = {{"ladder_steps", "600"}}},
     .ask = Ask{.how = WhichIsSo{{"below", "on", "above"}, {-0.02f, 0.02f}, At{"ladder.logs", {0, 5, "@line_through_five"}}},
                .also = "ladder.sixth_log, ladder.six_logs"},
     .controls = "ladder_steps"},
    {.id = "law",
     .focus = "compared.loss_parts",
     .cell = CellName{0, 0, "@too_few_parameters"},
     .scene = "mine / tokens -> compared.loss_parts* as likeliest",
     .example = {.preset = "gpt3"},
     .ask = Ask{.how = WhereIsMost{.among = {"@too_few_parameters", "@too_few_tokens"}},
                .also = "compared.size_part, compared.token_part, compared.model_size_part, compared.model_token_part"}},
    {.id = "same_bill",
     .focus = "tried.loss_reached",
     .cell = CellName{0, "@this_model", 0},
     .scene = "tried.sizes x tried.tokens_read -> tried.loss_reached*",
     .example = {.preset = "gpt3"},
     .ask = Ask{.how = WhereIsMost{.down = true, .least = true},
                .also = "tried.above_floor, curve.above_floor, curve.loss_reached, compared.both_models, compared.loss_reached"},
     .controls = "times"},
    {.id = "best_size",
     .focus = "curve.loss_reached",
     .cell = CellName{0, "@billion 158", 0},
     .scene = "curve.loss_reached* as curve , compared.both_models",
     .example = {.preset = "gpt3"},
     .ask = Ask{.how = WhereIsMost{.down = true,
                                   .least = true,
                                   .among = {"@billion 1.6", "@billion 5", "@billion 16", "@billion 50", "@billion 158", "@billion 501"}},
                .also = "curve.above_floor, compared.both_models, compared.loss_reached"}},
    {.id = "refit",
     .focus = "compared.both_models",
     .cell = CellName{0, "@best_for_bill", "@tokens_each"},
     .scene = "curve.loss_reached as curve , compared.both_models*",
     .example = {.preset = "gpt3", .set = {{"constants", "published"}}},
     .controls = "constants, tokens"},
    {.id = "serving",
     .focus = "serving.paid_after",
     .cell = CellName{0, 0, 0},
     .scene = "serving.costs_of_both -> serving.paid_after* , serving.all_spent as curve",
     .example = {.preset = "llama-3"},
     .ask = Ask{.how = WhichIsSo{{"tenth", "one", "ten", "hundred"}, {0.3f, 3, 30}}, .also = "serving.all_spent"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "scaling", .inputs = kInputs, .presets = kPresets, .steps = kSteps, .main = "model"},
                                     .build = build,
                                     .adapt = adapt,
                                     .folded = "time, memory, cache, ladder, law, serving",
                                     .largest = {{"model", kOwn}, {"gated", true}, {"tied", false}}};
  return kLesson;
}

}  // namespace gf::scaling_lesson
