// The lesson language-model: the nodes of a language model that predicts the next token, its prediction after each block, and its residual
// stream for two texts.
#include <algorithm>
#include <iterator>
#include <numeric>

#include "autograd/ops.h"
#include "core/join.h"
#include "lessons/language/checkpoint_names.h"
#include "lessons/language/language_pass.h"
#include "lessons/shared/input_specs.h"
#include "model/sequence_pass.h"
#include "protocol/step.h"

namespace gf::language_model_lesson {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kTranslatorModel = "assets/models/english-spanish.safetensors";

// Returns a mask, (T, T), with a 1 for each token and the token before it.
Tensor before_mask(Index tokens) {
  Tensor mask(matrix_shape(tokens, tokens));
  for (Index t = 1; t < tokens; ++t) mask.at(t, t - 1) = 1;
  return mask;
}
// Returns a mask, (T, T), with a 1 for each token and the token that followed its last occurrence.
Tensor induction_mask(const std::vector<int>& ids) {
  const auto tokens = std::ssize(ids);
  Tensor mask(matrix_shape(tokens, tokens));
  for (std::size_t t = 1; t < ids.size(); ++t)
    for (std::size_t s = t; s-- > 0;)
      if (ids[s] == ids[t]) {
        mask.at(static_cast<Index>(t), static_cast<Index>(s) + 1) = 1;
        break;
      }
  return mask;
}

// Appends the share of each head's attention that goes to the cells of a pattern, (blocks, H). The share is the mean over the rows that
// have such a cell.
void append_pattern(LessonBuild& out, const TransformerConfig& config, const std::string& name, const char* formula, Tensor mask,
                    const Words& tokens) {
  Tape& tape = out.tape;
  const auto scope = tape.scope(name);
  const float with_pattern = std::accumulate(mask.data(), mask.data() + mask.size(), 0.0f);
  const NodeId pattern =
      constant(tape, std::move(mask), Label("pattern", formula).with_rows({"tokens", tokens}).with_cols({"tokens", tokens}));
  std::vector<NodeId> blocks;
  Words block_names, head_names;
  for (Index head = 0; head < config.heads; ++head) head_names.push_back(std::to_string(head + 1));
  for (Index block = 0; block < config.decoder_layers; ++block) {
    const std::string at = std::to_string(block);
    const auto inside = tape.scope(at);
    const NodeId looks = multiply(tape, tape.find("decoder." + at + ".self_attention.weights"), pattern, "looks");
    blocks.push_back(merge_heads(tape, sum(tape, sum(tape, looks, Along::rows, "looked_of_rows"), Along::columns, "looked"), "of_heads"));
    block_names.push_back("@block " + std::to_string(block + 1));
  }
  const Axis of_blocks = keyed_axis("blocks", block_names), of_heads{"heads", head_names};
  const NodeId sums = concat(tape, blocks, Label("sums").with_rows(of_blocks).with_cols(of_heads), Along::rows);
  const NodeId rows = constant(tape, Tensor::filled(matrix_shape(1, 1), std::max(1.0f, with_pattern)),
                               Label("rows", "@rows_with_pattern").with_cols(keyed_axis("", {"@rows"})));
  const NodeId shares = divide(tape, sums, rows, Label("shares").with_rows(of_blocks).with_cols(of_heads));
  out.show(View::heatmap, pattern, name);
  out.show(View::arcs, pattern, name);
  out.show(View::matrix, sums, name);
  out.show(View::matrix, shares, name);
}

// The matrices of a block that can be compared for two texts. The logits are another choice.
struct Compared {
  const char *choice, *node;
};
constexpr Compared kCompared[] = {{"query", "self_attention.query"},
                                  {"key", "self_attention.key"},
                                  {"value", "self_attention.value"},
                                  {"weights", "self_attention.weights"},
                                  {"projection", "self_attention.projection"},
                                  {"after_attention", "self_attention.residual"},
                                  {"hidden", "feed_forward.hidden"},
                                  {"output", "feed_forward.output"},
                                  {"after_feed_forward", "feed_forward.residual"}};
constexpr const char *kNothing = "nothing", *kLogits = "logits";

// Returns the name of the compared matrix, or an empty text.
std::string compared_node(const InputReader& in) {
  const std::string& choice = in.text("compared");
  if (choice == kLogits) return choice;
  for (const Compared& compared : kCompared)
    if (choice == compared.choice) return "decoder." + std::to_string(in.whole("compared_block")) + "." + compared.node;
  return {};
}

// Appends a matrix of the first text minus that of the second. If the texts differ in length, the last tokens of both are compared.
void append_compared(const InputReader& in, LessonBuild& out) {
  const std::string name = compared_node(in);
  if (name.empty()) return;
  Tape& tape = out.tape;
  const NodeId first = tape.find(name), second = tape.find("beside." + name);
  const bool square = in.text("compared") == "weights";  // the columns are tokens as well
  const Index tokens = std::min(tape.value(first).rows(), tape.value(second).rows());
  const auto last = [&](NodeId whole, const std::string& label) {
    const Index count = tape.value(whole).rows();
    if (count == tokens) return whole;
    const NodeId rows = slice(tape, whole, count - tokens, count, label, Along::rows);
    return square ? slice(tape, rows, count - tokens, count, label + "_cols") : rows;
  };
  const NodeId first_rows = last(first, "last_rows"), second_rows = last(second, "other_last_rows");
  const auto as_first = [&](const char* label) { return Label(label).with_rows(tape[first_rows].rows).with_cols(tape[first_rows].cols); };
  add(tape, first_rows, scale(tape, second_rows, -1, as_first("minus_other")), as_first("apart"));
  for (const std::string& node : {name, "beside." + name, std::string("beside.apart")}) out.show(View::heatmap, node, "beside");
}

// Appends the pass over a second text, and the difference and the cosines of both last tokens' residual streams after each block.
void append_apart(const InputReader& in, LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights) {
  const std::string& text = in.text("beside");
  if (without_space_around(text).empty()) return;
  Tape& tape = out.tape;
  const auto scope = tape.scope("beside");
  const std::vector<int> ids = read_text(model, text, kMostRead).ids;
  show_ids(out, model, ids, "other_prompt", "tokens(beside)", "beside");
  const NodeId first = tape.find("lens.line");
  pass_over(tape, model.config, weights, ids, {.target_tokens = names_of(model, ids), .target_vocabulary = model.readable});
  const NodeId second = append_line(tape, model.config, "beside.", std::ssize(ids));
  const Axis lines = tape[first].rows, features = tape[first].cols;
  const auto rows = [&](const char* name) { return Label(name).with_rows(lines).with_cols(features); };
  add(tape, first, scale(tape, second, -1, rows("minus_line")), rows("difference"));
  const NodeId direction = unit_rows(tape, first, rows("direction")), other = unit_rows(tape, second, rows("other_direction"));
  const NodeId products = multiply(tape, direction, other, rows("products"));
  sum(tape, products, Along::rows, Label("cosines").with_rows(lines).with_cols(keyed_axis("", {"@cosine_similarity"})));
  out.show(View::heatmap, "beside.difference", "beside");
  out.show(View::matrix, "beside.cosines", "beside");
  out.show(View::ranking, "beside.cosines", "beside");
  append_compared(in, out);
}

// Appends the number of parameters in the token table: tokens times width.
void append_table(LessonBuild& out, const TransformerConfig& config) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("parts");
  const auto number = [&](Index count, const char* name, const char* formula) {
    return constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(count)),
                    Label(name, formula).with_cols(keyed_axis("", {"@numbers"})));
  };
  const NodeId tokens = number(config.logits(), "tokens", "@how_many");
  const NodeId width = number(config.width, "width", "d");
  multiply(tape, tokens, width, Label("table").with_cols(keyed_axis("", {"@numbers"})));
  out.show_each(View::matrix, {"parts.tokens", "parts.width", "parts.table"}, "parts");
}

// Appends how many numbers each part of a model learns, in thousands: those of a translator beside those of this model.
void append_parts(const InputReader& in, LessonBuild& out, const TransformerConfig& config) {
  if (!in.toggle("translator")) return;
  struct Part {
    const char *key, *side, *belongs;  // the names of its weights contain `side` and `belongs`
  };
  static constexpr Part kParts[] = {{"@tokens", "", "token_table"},
                                    {"@places", "", "position_table"},
                                    {"@encoder_looks", "encoder.", "self_attention"},
                                    {"@encoder_units", "encoder.", "feed_forward"},
                                    {"@decoder_looks", "decoder.", "self_attention"},
                                    {"@looks_across", "decoder.", "cross_attention"},
                                    {"@decoder_units", "decoder.", "feed_forward"},
                                    {"@last_norms", "", "coder.norm_"},
                                    {"@scores", "output.", ""}};
  Words names;
  for (const Part& part : kParts) names.push_back(part.key);
  Tensor numbers(matrix_shape(std::ssize(names), 2));
  const auto count = [&](Index model, const TransformerConfig& shape) {
    for (const ParameterSpec& spec : parameter_specs(shape)) {
      const auto found = std::find_if(std::begin(kParts), std::end(kParts), [&](const Part& part) {
        return spec.name.find(part.side) != std::string::npos && spec.name.find(part.belongs) != std::string::npos;
      });
      numbers.at(found - std::begin(kParts), model) += static_cast<float>(spec.rows * spec.cols) / 1000;
    }
  };
  count(0, in.decoded(kTranslatorModel, model_of_task)->settings.transformer());
  count(1, config);
  Tape& tape = out.tape;
  const auto scope = tape.scope("parts");
  const Axis of_models = keyed_axis("", {"@translator", "@this_gpt"});
  const NodeId thousands = constant(tape, std::move(numbers),
                                    Label("thousands", "@thousands_learned").with_rows(keyed_axis("parts", names)).with_cols(of_models));
  sum(tape, thousands, Along::columns, Label("all").with_cols(of_models));
  out.show(View::matrix, thousands, "parts");
  out.show(View::matrix, "parts.all", "parts");
}

// Lists the panels of one block, in the order of computation.
void show_block(LessonBuild& out, const std::string& block) {
  const std::string attention = block + ".self_attention", feed_forward = block + ".feed_forward";
  out.show(View::heads, attention + ".weights", attention);
  out.show(View::arcs, attention + ".weights", attention);
  out.show(View::heatmap, attention + ".projection", attention);
  out.show(View::heatmap, attention + ".residual", attention);
  out.show(View::heatmap, feed_forward + ".hidden", feed_forward);
  out.show(View::heatmap, feed_forward + ".output", feed_forward);
  out.show(View::heatmap, feed_forward + ".residual", feed_forward);
}

void build(const InputReader& in, LessonBuild& out) {
  constexpr Index kWindow = kMostRead + kMostWritten;
  const WrittenText written = write_text(in, tales_model(in), kWindow);
  const LanguageModel& model = *written.model;
  show_ids(out, model, written.read.ids, "prompt", "tokens(text)", "text");
  show_ids(out, model, written.added, "written", "@next_again", "text");
  const ParameterNodes weights(out.tape, model.config, written.weights);
  const LanguagePass pass = append_pass(out, written, weights, kWindow);
  for (const char* node : {"decoder.embedding", "decoder.input"}) out.show(View::heatmap, node, "decoder.embedding");
  for (Index block = 0; block < model.config.decoder_layers; ++block) show_block(out, "decoder." + std::to_string(block));
  show_lens(out);
  append_pattern(out, model.config, "before", "[s = t − 1]", before_mask(std::ssize(pass.ids)), pass.names);
  append_pattern(out, model.config, "induction", "@after_last_time", induction_mask(pass.ids), pass.names);
  append_apart(in, out, model, weights);
  append_table(out, model.config);
  append_parts(in, out, model.config);
  if (in.toggle("checkpoint")) append_checkpoint_names(out, model.config);
  note_writing(in, out, written);
}

constexpr const char* kCopying = "decoder.2.self_attention.weights";
// The nodes that would tell the next token.
constexpr NameList kPredictions = "lens.logits, lens.probabilities, logits, next_logits";

// Like kPredictions, with a node that is a single 1: it would tell a probability near 1.
constexpr NameList kOfSureToken = "lens.logits, lens.probabilities, logits, next_logits, induction.rows";

constexpr NameText kComparedChoices = choice_names(kCompared, &Compared::choice, kNothing, kLogits),
                   kComparedInBlocks = choice_names(kCompared, &Compared::choice);

constexpr Settings text(const char* prompt) { return {{"text", prompt}}; }

constexpr InputSpec kInputs[] = {text_input("text", "Once upon a time there was a"),
                                 text_input("beside", ""),
                                 choice_input("compared", kComparedChoices).only_with("beside"),
                                 number_input("compared_block", 0, 0, 3).only_with("compared", kComparedInBlocks),
                                 number_input("tokens", 0, 0, static_cast<double>(kMostWritten)).runs(),
                                 number_input("temperature", 0, 0, 10, 0).only_with("tokens"),
                                 seed_input(1),
                                 choice_input("off", kPartsToSwitchOff),
                                 toggle_input("translator", false),
                                 toggle_input("checkpoint", false)};

constexpr Preset kPresets[] = {{"tale", {}},
                               {"capital-of-spain", text("the capital of Spain is")},
                               {"capital-of-france", text("the capital of France is")},
                               {"two-apples", {{"text", "I ate a banana and an apple"}, {"beside", "I got a new phone from apple"}}},
                               {"said-again", text("Tim red key park Lily Tim red key")}};

constexpr Step kSteps[] = {
    {.id = "pieces", .focus = "prompt", .cell = CellName{0, 0, "On"}, .scene = "prompt* as pieces | next_token"},
    {.id = "table",
     .focus = "parts.table",
     .cell = CellName{0, 0, 0},
     .scene = "decoder.embedding | parts.tokens x parts.width = parts.table*",
     .exercise = Exercise{{{0, 0, 0}}}},
    {.id = "next",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣Madrid"},
     .scene = "prompt | next_token*",
     .example = {.set = {{"text", "the Spain of capital is"}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = kOfSureToken}},
    {.id = "lens",
     .focus = "lens.probabilities",
     .cell = CellName{0, "@block 2", "␣Madrid"},
     .scene = "prompt | lens.probabilities*",
     .example = {.preset = "capital-of-spain"}},
    {.id = "copying",
     .focus = kCopying,
     .cell = CellName{3, {"␣key", 2}, {"␣key", 2}},
     .scene = "decoder.2.self_attention.weights* as arcs",
     .example = {.preset = "said-again"},
     .ask = Ask{.how = WhereIsMost{.among = {{"␣key", 1}, "␣park", "␣Lily", "␣Tim"}},
                .also = "decoder.2.self_attention.masked_scores, decoder.2.self_attention.scores, decoder.2.self_attention.dot_products",
                .stack = true}},
    {.id = "share",
     .focus = "induction.shares",
     .cell = CellName{0, "@block 3", 1},
     .scene = "induction.sums -> induction.shares*",
     .example = {.preset = "said-again"},
     .exercise = Exercise{{{0, 2, 1}, {0, 2, 3}}}},
    {.id = "again",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣park"},
     .scene = "prompt | induction.shares , next_token*",
     .example = {.preset = "said-again", .set = {{"off", "head_2_3"}}},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = kPredictions},
     .controls = "off"},
    {.id = "switched_off",
     .focus = "next_token",
     .cell = CellName{0, 0, "␣Madrid"},
     .scene = "prompt | next_token*",
     .example = {.preset = "capital-of-spain", .set = {{"off", "block_3"}}},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = kPredictions},
     .controls = "off"},
    {.id = "two_apples",
     .focus = "beside.cosines",
     .cell = CellName{0, "@block 4", 0},
     .scene = "prompt | beside.other_prompt | beside.cosines* as ranking",
     .example = {.preset = "two-apples"},
     .ask = Ask{.how = HowMuch{0, 1}, .also = "beside.cosines, beside.products, beside.difference"},
     .controls = "compared, compared_block"},
    {.id = "parts",
     .focus = "parts.thousands",
     .cell = CellName{0, 5, "@this_gpt"},
     .scene = "parts.thousands* / parts.all",
     .example = {.set = {{"translator", true}}}},
    {.id = "checkpoint",
     .focus = "checkpoint.gpt2_numbers",
     .cell = CellName{0, "h.0.attn.c_attn.weight", 0},
     .scene = "checkpoint.shapes , checkpoint.gpt2_shapes -> checkpoint.gpt2_numbers*",
     .example = {.set = {{"checkpoint", true}}},
     .ask = Ask{.how = WhereIsMost{.down = true}, .also = "checkpoint.gpt2_numbers"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "language-model", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files =
                                         [](const InputReader& in) {
                                           return in.toggle("translator") ? Words{kTalesModel, kTranslatorModel} : Words{kTalesModel};
                                         },
                                     .folded = "decoder.1, decoder.2, decoder.3",
                                     .largest = {{"text", kLongTale}, {"tokens", static_cast<double>(kMostWritten)}}};
  return kLesson;
}

}  // namespace gf::language_model_lesson
