// An encoder-decoder translates: every matrix from tokens to probabilities, taught or speaking by itself. ENCODER_DECODER.md goes through
// it.
#include <algorithm>

#include "core/largest.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/encoder_decoder/encoder_decoder_data.h"
#include "lessons/encoder_decoder/transformer_panels.h"
#include "lessons/encoder_decoder/translator_parts.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/marks.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"
#include "protocol/step.h"

namespace gf::encoder_decoder_lesson {
namespace {

using namespace encoder_decoder;

constexpr double kMostSteps = 15;

bool speaks_by_itself(const InputReader& in) { return in.text("mode") == kByItself; }

// ---- what the document printed -----------------------------------------------------------------------------------------

// What it prints of both stacks, and what it announces of the first attention: shown beside its correction.
bool is_in_document(std::string_view name) {
  if (name == "encoder.position" || name == "encoder.input" || name == "decoder.position" || name == "decoder.input") return true;
  const bool attention = name.starts_with("encoder.0.self_attention.") || name.starts_with("decoder.0.self_attention.");
  const std::string_view what = short_name(name);
  return attention && (what == "query" || what == "key" || what == "value" || what == "weights" || what == "output");
}

bool is_source_of_document(const Translator& translator) {
  return translator.padding == 0 && same_values(translator.weights.at("encoder.token_table"), self_attention::source_embeddings()) &&
         translator.source == std::vector<int>{0, 1, 2};
}

// The document's first queries were not made from its printed table, but from the exponents as written beside it.
NodeId as_written(Tape& tape, std::string_view part, NodeId input) {
  if (part != "encoder.0.self_attention") return input;
  const NodeId rows = tape[input].inputs.front();  // the embedding, before positions were added
  const Shape& shape = tape.value(rows).shape();
  Label label = Label("position_as_written").with_rows(tape[rows].rows).with_cols(tape[rows].cols);
  return add(tape, rows, position_encoding(tape, shape.rows, self_attention::written_exponents(shape.cols), std::move(label)),
             "query_input");
}

// The pass with the right positions, in the scope "corrected", reading the same weights.
void append_corrected(LessonBuild& out, const Translator& translator, const ParameterNodes& weights, const Reading& reading,
                      const ForwardOptions& options) {
  const auto scope = out.tape.scope("corrected");
  append_pass(out.tape, translator, weights, reading, options);
}

void mark_published(LessonBuild& out, const Translator& translator) {
  for (NodeId id = 0; id < out.tape.size(); ++id) {
    const NodeId corrected = out.tape.find("corrected." + out.tape[id].name);
    if (corrected >= 0) mark_differences(out, id, corrected, "position_exponents");
  }
  if (translator.config.heads == 1)
    mark_misprints(out, out.tape.find("encoder.0.self_attention.query"), translator.weights.at("encoder.token_table"),
                   translator.weights.at("encoder.0.self_attention.w_q"), true);
}

// ---- what the model says, in words -------------------------------------------------------------------------------------

std::string percent(float probability) { return format_number(100 * static_cast<double>(probability), 1) + " %"; }

std::string words_of(const Words& words, const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) text += (text.empty() ? "" : " ") + words.tokens[static_cast<std::size_t>(id)];
  return text;
}

int likeliest(const Tensor& probabilities, Index row) {
  const float* first = probabilities.row(row);
  return static_cast<int>(std::max_element(first, first + probabilities.cols()) - first);
}

// "de → nada 41 %": what is read at a place, what is to be said there, and the probability that it got.
Note taught_note(const Translator& translator, const Reading& reading, const Tensor& probabilities, const Tensor& loss) {
  std::string places;
  std::vector<int> said;
  Index right = 0;
  for (Index t = 0; t < reading.length; ++t) {
    const auto place = static_cast<std::size_t>(t);
    const int label = reading.labels[place];
    said.push_back(likeliest(probabilities, t));
    right += said.back() == label;
    places += (t == 0 ? "" : ", ") + words_of(translator.target_words, {reading.read[place]}) + " → " +
              words_of(translator.target_words, {label}) + " " + percent(probabilities.at(t, label));
  }
  return {"taught",
          {{"places", places},
           {"likeliest", words_of(translator.target_words, said)},
           {"right", std::to_string(right)},
           {"of", std::to_string(reading.length)},
           {"loss", format_number(static_cast<double>(loss.at(0, 0)))}}};
}

Note next_word_note(const Translator& translator, const Reading& reading, const Tensor& probabilities) {
  const Index last = probabilities.rows() - 1;
  std::string candidates;
  for (const Index id : largest_of({probabilities.row(last), static_cast<std::size_t>(probabilities.cols())}, 3))
    candidates += (candidates.empty() ? "" : ", ") + words_of(translator.target_words, {static_cast<int>(id)}) + " " +
                  percent(probabilities.at(last, id));
  return {"next_word", {{"read", words_of(translator.target_words, reading.read)}, {"candidates", candidates}}};
}

Note finished_note(const Translator& translator, const Reading& reading) {
  std::string source;
  for (Index t = 0; t < translator.source_length; ++t)
    source += (t == 0 ? "" : " ") + translator.source_tokens[static_cast<std::size_t>(t)];
  const std::vector<int> said(reading.read.begin() + 1, reading.read.end());
  return {said.empty() ? "finished_without_words" : "finished", {{"source", source}, {"said", words_of(translator.target_words, said)}}};
}

void add_answer(LessonBuild& out, const Translator& translator, const Reading& reading, const TransformerNodes& nodes) {
  const Tensor& probabilities = out.tape.value(nodes.probabilities);
  if (!reading.labels.empty()) {
    out.notes.push_back(taught_note(translator, reading, probabilities, out.tape.value(nodes.loss)));
    return;
  }
  out.notes.push_back(next_word_note(translator, reading, probabilities));
  if (likeliest(probabilities, probabilities.rows() - 1) == translator.target_words.end)
    out.notes.push_back(finished_note(translator, reading));
}

void add_notes(const InputReader& in, LessonBuild& out, const Translator& translator) {
  if (translator.toy) {
    out.notes.push_back({"untrained", {}});
    const std::string seed = std::to_string(in.seed());
    if (!translator.seeded.empty()) out.notes.push_back({"seeded_embeddings", {{"words", joined(translator.seeded)}, {"seed", seed}}});
  } else {
    const TransformerConfig& made = translator.made;
    out.notes.push_back({"trained",
                         {{"count", std::to_string(parameter_count(made))},
                          {"width", std::to_string(made.width)},
                          {"heads", std::to_string(made.heads)},
                          {"encoder_layers", std::to_string(made.encoder_layers)},
                          {"decoder_layers", std::to_string(made.decoder_layers)}}});
  }
  if (out.tape.find("encoder.0.self_attention.query_input") >= 0) out.notes.push_back({"two_tables", {}});
  if (in.toggle("published") && translator.toy &&
      same_values(translator.weights.at("encoder.0.self_attention.w_v"), self_attention::given_weights("w_v")))
    out.notes.push_back({"second_w_v", {}});
}

// ---- the lesson --------------------------------------------------------------------------------------------------------

void build(const InputReader& in, LessonBuild& out) {
  const Translator translator = translator_of(in);
  const bool published = in.toggle("published") && translator.toy && translator.config.positions == Positions::sinusoidal;
  ForwardOptions options;
  options.one_source_row = in.toggle("one_vector");
  const ForwardOptions corrected = options;
  if (published) options.position_exponents = self_attention::printed_exponents(translator.config.width);
  if (published && translator.config.norm != NormPlacement::before && is_source_of_document(translator)) options.query_input = as_written;

  const Reading reading =
      speaks_by_itself(in) ? by_itself(translator, in.whole("step"), out.tape.untaken_pins(), options, in.replay()) : taught(translator);
  const ParameterNodes weights = append_weights(out.tape, translator, &out.input_nodes);
  const TransformerNodes nodes = append_pass(out.tape, translator, weights, reading, options);
  if (published) {
    append_corrected(out, translator, weights, reading, corrected);
    mark_published(out, translator);
  }
  if (!translator.toy) {
    out.words["source"] = without_signs(translator.source_words);
    out.words["target"] = without_signs(translator.target_words);
  }
  add_transformer_panels(out, is_in_document);
  add_transformer_map(out, translator.config);
  add_answer(out, translator, reading, nodes);
  add_notes(in, out, translator);
}

// The rows of the words that stay, where a text changes; new words get their own.
void keep_rows(const LessonInfo& lesson, const Inputs& before, const std::string& text, const std::string& matrix, Inputs& after) {
  const auto typed = after.find(matrix);
  if (typed == after.end()) return;
  const Tensor rows = std::get<Tensor>(typed->second);
  after.erase(typed);
  const auto words = [&](const Inputs& inputs) {
    const std::string value = InputReader(lesson, inputs).text(text);
    return text == "source" ? toy_source_words(value) : toy_target_words(value).tokens;
  };
  try {
    const std::vector<std::string> old_words = words(before), new_words = words(after);
    if (rows.rows() != static_cast<Index>(old_words.size())) return;
    std::vector<std::string> seeded;
    Tensor fresh = word_embeddings(new_words, rows.cols(), InputReader(lesson, after).seed(), seeded);
    after[matrix] = with_kept_rows(rows, old_words, new_words, std::move(fresh));
  } catch (const InputError&) {
    // The new text is refused when it is computed, with this same error and the document as it was.
  }
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed == "source") keep_rows(lesson, before, "source", "x", after);
  if (changed == "target") keep_rows(lesson, before, "target", "y", after);
  if (changed != "weights") return;
  // The toy's matrices fit no trained model, and a trained model knows the words of its own language alone.
  for (const MatrixInput& matrix : matrix_inputs()) after.erase(matrix.input);
  if (const Shipped* translator = shipped_translator(InputReader(lesson, after).text("weights"))) {
    after["source"] = std::string(translator->source);
    after["target"] = std::string(translator->target);
  }
}

std::vector<std::string> files(const InputReader& in) {
  const Shipped* translator = shipped_translator(in.text("weights"));
  return translator ? std::vector<std::string>{translator->path} : std::vector<std::string>{};
}

constexpr NameText kWeightChoices = choice_names(kShipped, &Shipped::name, kToy);
constexpr NameText kModes = NameText().add(kTaught).add(kByItself);

constexpr InputSpec kInputs[] = {text_input("source", "You are welcome"),
                                 text_input("target", "de nada"),
                                 choice_input("weights", kWeightChoices),
                                 choice_input("mode", kModes),
                                 number_input("step", 0, 0, kMostSteps).only_with("mode", kByItself),
                                 seed_input(42).only_with("weights", kToy),
                                 choice_input("heads", "1, 2, 4").only_with("weights", kToy),
                                 toggle_input("positions", true),
                                 toggle_input("mask", true),
                                 toggle_input("one_vector", false),
                                 toggle_input("residual", true),
                                 choice_input("norm", "own, after, before, none"),
                                 toggle_input("w_o", true),
                                 toggle_input("published", false).only_with("weights", kToy),
                                 matrix_input("x", "(source words, 4)"),
                                 matrix_input("y", "(target words and signs, 4)"),
                                 matrix_input("encoder_w_q", "(4, 4)"),
                                 matrix_input("encoder_w_k", "(4, 4)"),
                                 matrix_input("encoder_w_v", "(4, 4)"),
                                 matrix_input("decoder_w_q", "(4, 4)"),
                                 matrix_input("decoder_w_k", "(4, 4)"),
                                 matrix_input("decoder_w_v", "(4, 4)"),
                                 matrix_input("cross_w_q", "(4, 4)"),
                                 matrix_input("cross_w_k", "(4, 4)"),
                                 matrix_input("cross_w_v", "(4, 4)")};

constexpr const Shipped &kSpanish = kShipped[0], &kFrench = kShipped[1];

constexpr Preset kPresets[] = {
    {"document", {}},
    {"published", {{"published", true}}},
    {"step-by-step", {{"mode", kByItself}}},
    {"padded", {{"target", "de nada <pad> <pad>"}}},
    {"two-heads", {{"heads", "2"}}},
    {"no-positions", {{"positions", false}}},
    {"no-mask", {{"mask", false}}},
    {"bare", {{"residual", false}, {"norm", "none"}, {"w_o", false}}},
    {"trained-english-spanish", {{"weights", kSpanish.name}, {"source", kSpanish.source}, {"target", kSpanish.target}}},
    {"trained-french-english", {{"weights", kFrench.name}, {"source", kFrench.source}, {"target", kFrench.target}}},
    {"one-vector", {{"weights", kFrench.name}, {"source", kFrench.source}, {"target", kFrench.target}, {"one_vector", true}}}};

constexpr Step kSteps[] = {
    {.id = "source", .focus = "encoder.input", .cell = CellName{0, 0, 0}, .scene = "encoder.embedding + encoder.position = encoder.input*"},
    {.id = "query",
     .focus = "encoder.0.self_attention.query",
     .cell = CellName{0, 0, 2},
     .scene = "encoder.input x encoder.0.self_attention.w_q = encoder.0.self_attention.query*",
     .exercise = Exercise{{{0, 0, 2}}},
     .slip = "C7"},
    {.id = "weights",
     .focus = "encoder.0.self_attention.weights",
     .cell = CellName{0, 0, "welcome"},
     .scene = "encoder.0.self_attention.scores -> encoder.0.self_attention.weights* | encoder.0.self_attention.value -> "
              "encoder.0.self_attention.output"},
    {.id = "add_and_norm",
     .focus = "encoder.0.self_attention.norm",
     .cell = CellName{0, 0, 0},
     .scene = "encoder.input + encoder.0.self_attention.projection = encoder.0.self_attention.residual | encoder.0.self_attention.norm*",
     .controls = "residual, norm"},
    {.id = "feed_forward",
     .focus = "encoder.0.feed_forward.hidden",
     .cell = CellName{0, 0, 0},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}}},
    {.id = "memory",
     .focus = "encoder.0.feed_forward.hidden",
     .cell = CellName{0, "are", 0},
     .scene = "encoder.0.self_attention.norm x encoder.0.feed_forward.w_1 | encoder.0.feed_forward.hidden* x encoder.0.feed_forward.w_2",
     .ask = Ask{.how = WhereIsMost{}, .also = "encoder.0.feed_forward.hidden_input", .shows = "encoder.0.feed_forward.residual"}},
    {.id = "decoder_mask",
     .focus = "decoder.0.self_attention.weights",
     .cell = CellName{0, 0, "<start>"},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}}},
     .controls = "mask"},
    {.id = "cross_attention",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, 0, "welcome"},
     .ask = Ask{.how = WhichShares{}, .shows = "decoder.0.cross_attention.residual"}},
    {.id = "probabilities", .focus = "probabilities", .cell = CellName{0, 0, "de"}, .ask = Ask{.how = HowMuch{0, 1, true}}},
    {.id = "loss", .focus = "loss", .cell = CellName{0, 0, 0}, .scene = "probabilities -> losses -> loss*"},
    {.id = "published",
     .focus = "encoder.0.self_attention.position_as_written",
     .cell = CellName{0, "are", 2},
     .scene = "encoder.position / encoder.0.self_attention.position_as_written*",
     .example = {.set = {{"published", true}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-6f, 1e-6f}, At{"encoder.position", {0, "are", 2}}},
                .also = "encoder.0.self_attention.position_as_written",
                .shows = "encoder.0.self_attention.query"},
     .slip = "C5"},
    {.id = "first_word",
     .focus = "probabilities",
     .cell = CellName{0, 0, "tú"},
     .scene = "decoder.0.cross_attention.weights -> probabilities*",
     .example = {.preset = "trained-english-spanish", .set = {{"mode", "step by step"}, {"step", 0.0}}},
     .ask = Ask{.how = WhereIsMost{.among = {"<end>", "de", "eres", "estás", "nada", "tú"}}}},
    {.id = "second_word",
     .focus = "probabilities",
     .cell = CellName{0, "de", "nada"},
     .scene = "decoder.0.cross_attention.weights -> probabilities*",
     .example = {.preset = "trained-english-spanish", .set = {{"mode", "step by step"}, {"step", 1.0}}},
     .controls = "step"},
    {.id = "end",
     .focus = "probabilities",
     .cell = CellName{0, "nada", "<end>"},
     .scene = "decoder.0.cross_attention.weights -> probabilities*",
     .example = {.preset = "trained-english-spanish", .set = {{"mode", "step by step"}, {"step", 2.0}}},
     .controls = "step"},
    {.id = "one_vector",
     .focus = "probabilities",
     .cell = CellName{0, {"the", 1}, "cat"},
     .scene = "decoder.0.cross_attention.weights -> probabilities*",
     .example = {.preset = "one-vector"},
     .ask = Ask{.how = WhereIsMost{.among = {"cat", "is", "table", "under"}}},
     .controls = "one_vector"},
    {.id = "french_english",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, "is", "sous"},
     .scene = "decoder.0.cross_attention.weights* -> probabilities",
     .example = {.preset = "trained-french-english"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson{.info = {.id = "encoder-decoder", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                  .build = build,
                                  .adapt = adapt,
                                  .files = files,
                                  // Word by word the model runs once a word, and the trained one is by far the larger.
                                  .largest = {{"weights", kSpanish.name}, {"mode", kByItself}}};
  return kLesson;
}

}  // namespace gf::encoder_decoder_lesson
