// The lesson generation: a language model appends the next token to its text and reads on. It keeps the keys and values of the tokens that
// it has read. The oldest tokens fall out of its window.
#include <algorithm>
#include <memory>

#include "autograd/ops.h"
#include "lessons/language/language_pass.h"
#include "lessons/shared/input_specs.h"
#include "model/sequence_pass.h"
#include "protocol/step.h"

namespace gf::generation_lesson {
namespace {

constexpr Index kLeastWindow = 4;

// The names of nodes for tokens of two kinds: the first tokens, and those behind them.
struct TwoKinds {
  const char *pieces, *pieces_formula, *by_kind, *by_kind_formula;
  std::string first, behind;  // keys of the texts
};
// Appends a row of the tokens, and their kinds, (2, T): a 1 in the first row for the first `of_first` tokens, in the second for the others.
// Returns the kinds.
NodeId append_two_kinds(LessonBuild& out, const LanguageModel& model, const std::vector<int>& ids, Index of_first, const TwoKinds& kinds,
                        const std::string& section) {
  Tape& tape = out.tape;
  const auto count = std::ssize(ids);
  const NodeId pieces = append_ids(tape, model, ids, {kinds.pieces, kinds.pieces_formula});
  Tensor by_kind(matrix_shape(2, count));
  for (Index i = 0; i < count; ++i) by_kind.at(i < of_first ? 0 : 1, i) = 1;
  const NodeId belongs = constant(tape, std::move(by_kind),
                                  Label(kinds.by_kind, kinds.by_kind_formula)
                                      .with_rows(keyed_axis("", {kinds.first, kinds.behind}))
                                      .with_cols({"tokens", names_of(model, ids)}));
  out.show_together(View::pieces, {tape[pieces].name, tape[belongs].name}, section);
  return belongs;
}

// Returns a writer that has read all tokens without the last one, or null if there is only one.
std::shared_ptr<const Writer> read_but_last(const InputReader& in, const WrittenText& written, std::vector<int> ids) {
  // The tokens are read at once, as in append_pass: a row alone may be summed in another order, and differ in its last bits.
  ids.pop_back();
  if (ids.empty()) return nullptr;
  return read_on(in, new_writer(in, written.model->config, written.weights), ids);
}

// Appends the pass over the last token alone with the kept keys and values, the work that they save, and the memory that they take.
void append_kept(LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights, const LanguagePass& pass,
                 const Writer& before) {
  Tape& tape = out.tape;
  const auto tokens = std::ssize(pass.ids);
  const auto scope = tape.scope("cache");
  const NodeId by_use = append_two_kinds(out, model, pass.ids, tokens - 1,
                                         {"pieces_read", "@pieces_in_window", "by_use", "@all_but_last", "@used_again", "@new"}, "cache");
  const NodeId used = sum(tape, by_use, Along::rows, Label("used_count").with_cols(keyed_axis("", {"@tokens"})));
  out.show(View::matrix, used, "cache");
  out.show(View::ranking, used, "cache");
  const NodeId again = pass_over(tape, model.config, weights, {pass.ids.back()},
                                 {.past = before.kept(), .target_tokens = {pass.names.back()}, .target_vocabulary = model.readable})
                           .logits;
  softmax(tape, again, 1, Along::rows, "with_cache");
  const NodeId difference = add(tape, again, scale(tape, pass.next_logits, -1, "minus_logits"), "differences");
  largest(tape, difference, Along::all, true, Label("largest_difference").with_cols(keyed_axis("", {"@largest"})));

  const auto one_number = [&](double value, const char* name, const char* formula, const char* unit) {
    return constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(value)),
                    Label(name, formula).with_cols(keyed_axis("", {unit})));
  };
  const NodeId price = one_number(multiplications(model.config, 1, tokens) / 1e6, "price", "@millions_of_row", "@millions");
  const Axis ways = keyed_axis("", {"@read_again", "@kept"});
  const NodeId count = constant(tape, Tensor::from_rows({{static_cast<float>(tokens)}, {1}}), Label("rows", "T, 1").with_rows(ways));
  matmul(tape, count, price, Label("cost").with_rows(ways).with_cols(keyed_axis("", {"@millions"})));

  const double numbers = 2 * static_cast<double>(model.config.decoder_layers * model.config.width);
  const NodeId of_token = one_number(numbers, "numbers_of_token", "@numbers_of_token", "@numbers");
  const Axis how_many = keyed_axis("", {"@one_token", "@used_again"});
  const NodeId kept =
      constant(tape, Tensor::from_rows({{1}, {static_cast<float>(tokens - 1)}}), Label("kept_tokens", "1, T − 1").with_rows(how_many));
  matmul(tape, kept, of_token, Label("memory").with_rows(how_many).with_cols(keyed_axis("", {"@numbers"})));
}

// Appends the tokens that fell out of the window beside those that are in it.
void append_window(LessonBuild& out, const LanguageModel& model, const std::vector<int>& all, Index window) {
  if (std::ssize(all) <= window) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("window");
  append_two_kinds(out, model, all, std::ssize(all) - window,
                   {"pieces", "@pieces_then_written", "by_place", "@last_that_fit", "@fell_out", "@read"}, "window");
  const auto number = [&](Index count, const char* name, const char* formula) {
    return constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(count)),
                    Label(name, formula).with_cols(keyed_axis("", {"@tokens"})));
  };
  const NodeId in_all = number(std::ssize(all), "in_all", "@pieces_and_written"), room = number(window, "room", "@window");
  const NodeId fell_out = add(tape, in_all, scale(tape, room, -1, "minus_room"), Label("fell_out").with_cols(keyed_axis("", {"@tokens"})));
  for (const NodeId node : {in_all, room, fell_out}) out.show(View::matrix, node, "window");
}

constexpr const char *kTales = "tales", *kNovel = "novel";

const char* file_of(const InputReader& in) { return in.text("model") == kNovel ? kNovelModel : kTalesModel; }

void build(const InputReader& in, LessonBuild& out) {
  const Index window = in.whole("window");
  const WrittenText written = write_text(in, language_model_of(in, file_of(in)), window);
  const LanguageModel& model = *written.model;
  show_page(out, model, written.read.ids, written.added);
  show_ids(out, model, written.read.ids, "prompt", "tokens(text)", "text");
  show_ids(out, model, written.added, "written", "@next_again", "text");
  append_window(out, model, written.all(), window);
  const ParameterNodes weights(out.tape, model.config, written.weights);
  const LanguagePass pass = append_pass(out, written, weights, window);
  for (Index block = 0; block < model.config.decoder_layers; ++block) {
    const std::string attention = "decoder." + std::to_string(block) + ".self_attention";
    out.show(View::heads, attention + ".weights", attention);
  }
  show_lens(out);
  if (const auto before = read_but_last(in, written, pass.ids)) {
    append_kept(out, model, weights, pass, *before);
    out.show(View::heatmap, "cache.decoder.0.self_attention.key", "cache");
    out.show_each(View::matrix, {"cache.rows", "cache.price", "cache.cost", "cache.kept_tokens", "cache.numbers_of_token", "cache.memory"},
                  "cache");
    out.show(View::likeliest, "cache.with_cache", "cache");
    out.show(View::matrix, "cache.largest_difference", "cache");
  }
  note_writing(in, out, written);
  if (in.text("model") == kNovel) out.notes.push_back({"novel", {}});
}

// The nodes that would tell the next token: the predictions after each block, and those with the cache.
constexpr NameList kPredictions =
    "lens.probabilities, lens.logits, logits, next_logits, cache.logits, cache.with_cache, cache.minus_logits";

constexpr NameText kModels = NameText().add(kTales).add(kNovel);

constexpr Settings text(const char* prompt, double tokens) { return {{"text", prompt}, {"tokens", tokens}}; }

constexpr InputSpec kInputs[] = {text_input("text", "Once upon a time there was a"),
                                 number_input("tokens", 12, 0, static_cast<double>(kMostWritten)).runs(),
                                 number_input("temperature", 0, 0, 10, 0).only_with("tokens"),
                                 number_input("window", kMostRead + kMostWritten, kLeastWindow, kMostRead + kMostWritten),
                                 seed_input(1),
                                 choice_input("model", kModels),
                                 choice_input("off", kPartsToSwitchOff)};

constexpr Preset kPresets[] = {{"tale", {}},
                               {"girl", text("Once upon a time there was a girl named", 0)},
                               {"small-window", {{"window", 12.0}, {"tokens", 24.0}}},
                               {"to-the-end", text("the sun is a", kMostWritten)},
                               {"eaten-apple", text("I ate a banana and an apple. It is", 0)},
                               {"apple-phone", text("I got a new phone from apple. It is", 0)},
                               {"with-heat", {{"temperature", 1.0}, {"tokens", 24.0}}},
                               {"novel", {{"model", kNovel}, {"text", "Mr. Darcy"}, {"tokens", static_cast<double>(kMostWritten)}}}};

constexpr const char* kWithName = "Once upon a time there was a boy named Ben. He had a blue kite. One day";

constexpr Step kSteps[] = {
    {.id = "write", .focus = "page", .cell = CellName{0, 0, "␣boy"}, .scene = "page* | next_token"},
    {.id = "girl",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣Ben"},
     .scene = "page | next_token*",
     .example = {.preset = "girl"},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = kPredictions}},
    {.id = "apple",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣fast"},
     .scene = "page | next_token*",
     .example = {.preset = "eaten-apple"},
     .ask = Ask{.how = WhereIsMost{.among = {"␣red", "␣fast", "␣new", "␣blue"}}, .also = kPredictions}},
    {.id = "end", .focus = "page", .cell = CellName{0, 0, "␣star"}, .scene = "page* | next_token", .example = {.preset = "to-the-end"}},
    {.id = "kept",
     .focus = "cache.used_count",
     .cell = CellName{0, "@new", 0},
     .scene = "cache.pieces_read / cache.used_count*",
     .ask = Ask{.how = HowMuch{.least = 0, .most = 21, .whole = true},
                .also = "cache.by_use, cache.used_count, cache.rows, cache.kept_tokens"}},
    {.id = "cost",
     .focus = "cache.cost",
     .cell = CellName{0, "@read_again", 0},
     .scene = "cache.pieces_read | cache.rows x cache.price = cache.cost*",
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "memory",
     .focus = "cache.memory",
     .cell = CellName{0, "@one_token", 0},
     .scene = "cache.pieces_read | cache.kept_tokens x cache.numbers_of_token = cache.memory*",
     .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}}, "cache.numbers_of_token"}},
    {.id = "same",
     .focus = "cache.largest_difference",
     .cell = CellName{0, 0, 0},
     .scene = "next_token , cache.with_cache | cache.largest_difference*"},
    {.id = "window",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣Ben"},
     .scene = "window.pieces / next_token*",
     .example = {.set = {{"text", kWithName}, {"tokens", 0.0}, {"window", 8.0}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = kPredictions},
     .controls = "window"},
    {.id = "forgot",
     .focus = "window.pieces",
     .cell = CellName{0, 0, 0},
     .scene = "window.pieces* | next_token",
     .example = {.preset = "small-window"},
     .controls = "window"},
    {.id = "heat",
     .focus = "page",
     .cell = CellName{0, 0, {"␣hungry", 1}},
     .scene = "page* | next_token",
     .example = {.preset = "with-heat"},
     .controls = "temperature, seed"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "generation", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files = [](const InputReader& in) { return std::vector<std::string>{file_of(in)}; },
                                     .folded = "decoder.1, decoder.2, decoder.3",
                                     .largest = {{"text", kLongTale}, {"tokens", static_cast<double>(kMostWritten)}}};
  return kLesson;
}

}  // namespace gf::generation_lesson
