// The lesson encoder-decoder, a translation: every matrix from tokens to probabilities, teacher-forced or word by word. ENCODER_DECODER.md
// explains the nodes.
#include <algorithm>

#include "autograd/ops.h"
#include "core/largest.h"
#include "core/nth.h"
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

// ---- the numbers of the source -----------------------------------------------------------------------------------------

// Whether the source prints a node or announces it. Such a node is shown beside its correction.
bool is_in_document(std::string_view name) {
  if (name == "encoder.position" || name == "encoder.input" || name == "decoder.position" || name == "decoder.input") return true;
  const bool attention = name.starts_with("encoder.0.self_attention.") || name.starts_with("decoder.0.self_attention.");
  const std::string_view what = short_name(name);
  return attention && (what == "query" || what == "key" || what == "value" || what == "weights" || what == "output");
}

bool is_source_of_document(const Translator& translator) {
  return translator.padding == 0 && same_values(translator.weights->at("encoder.token_table"), self_attention::source_embeddings()) &&
         translator.source == std::vector<int>{0, 1, 2};
}

// Appends the input of the first queries. The source makes them from the exponents that it writes, and not from the positions that it
// prints.
NodeId as_written(Tape& tape, std::string_view part, NodeId input) {
  if (part != "encoder.0.self_attention") return input;
  const NodeId rows = tape[input].inputs.front();  // the embedding, before positions were added
  const Shape& shape = tape.value(rows).shape();
  Label label = Label("position_as_written").with_rows(tape[rows].rows).with_cols(tape[rows].cols);
  return add(tape, rows, position_encoding(tape, shape.rows, self_attention::written_exponents(shape.cols), std::move(label)),
             "query_input");
}

// Appends the pass with the right positions and the same weights, in the scope "corrected".
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
    mark_misprints(out, out.tape.find("encoder.0.self_attention.query"), translator.weights->at("encoder.token_table"),
                   translator.weights->at("encoder.0.self_attention.w_q"), true);
}

// ---- notes about the prediction ----------------------------------------------------------------------------------------

std::string percent(float probability) { return format_number(100 * static_cast<double>(probability), 1) + " %"; }

std::string words_of(const Words& words, const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) text += (text.empty() ? "" : " ") + nth(words.tokens, id);
  return text;
}

int likeliest(const Tensor& probabilities, Index row) {
  const float* first = probabilities.row(row);
  return static_cast<int>(std::max_element(first, first + probabilities.cols()) - first);
}

// Returns a note with "de → nada 41 %" for each position: the token that is read, its label, and the probability of the label.
Note taught_note(const Translator& translator, const Reading& reading, const Tensor& probabilities, const Tensor& loss) {
  std::string places;
  std::vector<int> likeliest_ids;
  Index right = 0;
  for (Index t = 0; t < reading.length; ++t) {
    const auto place = static_cast<std::size_t>(t);
    const int label = reading.labels[place];
    likeliest_ids.push_back(likeliest(probabilities, t));
    right += likeliest_ids.back() == label;
    places += (t == 0 ? "" : ", ") + words_of(translator.target_words, {reading.read[place]}) + " → " +
              words_of(translator.target_words, {label}) + " " + percent(probabilities.at(t, label));
  }
  return {"taught",
          {{"places", places},
           {"likeliest", words_of(translator.target_words, likeliest_ids)},
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
  for (Index t = 0; t < translator.source_length; ++t) source += (t == 0 ? "" : " ") + nth(translator.source_tokens, t);
  const std::vector<int> words(reading.read.begin() + 1, reading.read.end());
  return {words.empty() ? "finished_without_words" : "finished", {{"source", source}, {"said", words_of(translator.target_words, words)}}};
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
    const TransformerConfig& shape = translator.made;
    out.notes.push_back({"trained",
                         {{"count", std::to_string(parameter_count(shape))},
                          {"width", std::to_string(shape.width)},
                          {"heads", std::to_string(shape.heads)},
                          {"encoder_layers", std::to_string(shape.encoder_layers)},
                          {"decoder_layers", std::to_string(shape.decoder_layers)}}});
  }
  if (out.tape.find("encoder.0.self_attention.query_input") >= 0) out.notes.push_back({"two_tables", {}});
  if (in.toggle("published") && translator.toy &&
      same_values(translator.weights->at("encoder.0.self_attention.w_v"), self_attention::given_weights("w_v")))
    out.notes.push_back({"second_w_v", {}});
}

// Appends the mean over the heads of the last cross-attention, (T, S). Each row is named by the word that is predicted there. A model with
// one head needs no mean.
void append_alignment(Tape& tape, const Translator& translator, const TransformerNodes& nodes) {
  const NodeId weights = tape.find("decoder." + std::to_string(translator.config.decoder_layers - 1) + ".cross_attention.weights");
  if (translator.config.heads == 1) return;
  const Tensor& probabilities = tape.value(nodes.probabilities);
  Axis predicted{"tokens", {}};
  for (Index row = 0; row < probabilities.rows(); ++row)
    predicted.labels.push_back(words_of(translator.target_words, {likeliest(probabilities, row)}));
  mean_of_matrices(tape, weights, Label("alignment").with_rows(std::move(predicted)));
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

  const Reading reading = speaks_by_itself(in)
                              ? by_itself(translator, in.whole("step"), out.tape.untaken_pins(), options, in.replay(), in.memo())
                              : taught(translator);
  const ParameterNodes weights = append_weights(out.tape, translator, &out.input_nodes);
  const TransformerNodes nodes = append_pass(out.tape, translator, weights, reading, options);
  append_alignment(out.tape, translator, nodes);
  if (published) {
    append_corrected(out, translator, weights, reading, corrected);
    mark_published(out, translator);
  }
  if (!translator.toy) {
    out.words["source"] = without_signs(translator.source_words);
    out.words["target"] = without_signs(translator.target_words);
  }
  add_transformer_panels(out, is_in_document);
  out.show(View::ranking, "losses", "loss");
  add_transformer_map(out, translator.config);
  add_answer(out, translator, reading, nodes);
  add_notes(in, out, translator);
}

// Keeps the rows of a typed token table whose words stay when a text changes. New words get their own rows.
void keep_rows(const LessonInfo& lesson, const Inputs& before, const std::string& text, const std::string& matrix, Inputs& after) {
  const auto typed = after.find(matrix);
  if (typed == after.end()) return;
  const Tensor rows = std::get<Tensor>(typed->second);
  after.erase(typed);
  const auto words = [&](const Inputs& inputs) {
    const std::string value = InputReader(lesson, inputs).text(text);
    return text == "source" ? toy_source_words(value) : toy_target_words(value).tokens.list();
  };
  try {
    const std::vector<std::string> old_words = words(before), new_words = words(after);
    if (rows.rows() != std::ssize(old_words)) return;
    std::vector<std::string> seeded;
    Tensor fresh = word_embeddings(new_words, rows.cols(), InputReader(lesson, after).seed(), seeded);
    after[matrix] = with_kept_rows(rows, old_words, new_words, std::move(fresh));
  } catch (const InputError&) {
    // The new text is refused when the trace is computed.
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
                                 matrix_input("encoder_w_q", "(width, width)"),
                                 matrix_input("encoder_w_k", "(width, width)"),
                                 matrix_input("encoder_w_v", "(width, width)"),
                                 matrix_input("decoder_w_q", "(width, width)"),
                                 matrix_input("decoder_w_k", "(width, width)"),
                                 matrix_input("decoder_w_v", "(width, width)"),
                                 matrix_input("cross_w_q", "(width, width)"),
                                 matrix_input("cross_w_k", "(width, width)"),
                                 matrix_input("cross_w_v", "(width, width)")};

constexpr const Shipped &kSpanish = kShipped[0], &kFrench = kShipped[1];

constexpr Preset kPresets[] = {
    {"document", {}},
    {"red-apple", {{"weights", kSpanish.name}, {"source", "the cat eats a red apple"}, {"target", "el gato come una manzana roja"}}},
    {"cat-sees-dog", {{"weights", kSpanish.name}, {"source", "the cat sees the dog"}, {"target", "el gato ve al perro"}}},
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

// In head 3 of the encoder, the attention of "a" to "apple".
constexpr Held kGenderUnseen[] = {{"encoder.0.self_attention.weights", {2, 3, 5}, 0}};

constexpr Step kSteps[] = {
    {.id = "translation",
     .focus = "alignment",
     .cell = CellName{0, "manzana", "apple"},
     .scene = "alignment* as arcs",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", kMostSteps}}}},
    {.id = "encoder_reads",
     .focus = "encoder.0.self_attention.weights",
     .cell = CellName{2, "a", "a"},
     .scene = "encoder.0.self_attention.weights* as attention",
     .example = {.preset = "red-apple"},
     .ask = Ask{.how = WhereIsMost{}, .also = "encoder.0.self_attention.scores, encoder.0.self_attention.dot_products"}},
    {.id = "gender_unseen",
     .focus = "probabilities",
     .cell = CellName{0, "come", "la"},
     .scene = "encoder.0.self_attention.weights as heads -> probabilities*",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", 3.0}}, .hold = kGenderUnseen},
     .ask = Ask{.how = WhereIsMost{.among = {"la", "un", "una", "unas"}}, .also = "logits, logits_without_bias"}},
    {.id = "first_word",
     .focus = "probabilities",
     .cell = CellName{0, 0, "el"},
     .scene = "alignment as arcs -> probabilities*",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", 0.0}}},
     .controls = "step"},
    {.id = "cross_attention",
     .focus = "decoder.0.cross_attention.weights",
     .cell = CellName{0, "una", "the"},
     .scene = "decoder.0.cross_attention.weights* as attention",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", 4.0}}},
     .ask = Ask{.how = WhereIsMost{}, .also = "decoder.0.cross_attention.scores, decoder.0.cross_attention.dot_products", .stack = true}},
    {.id = "heads",
     .focus = "alignment",
     .cell = CellName{0, "al", 3},
     .scene = "decoder.0.cross_attention.weights as heads -> alignment* as attention",
     .example = {.preset = "cat-sees-dog"},
     .exercise = Exercise{{{0, 3, 3}, {0, 3, 4}}}},
    {.id = "loss",
     .focus = "loss",
     .cell = CellName{0, 0, 0},
     .scene = "losses as ranking -> loss*",
     .example = {.preset = "cat-sees-dog", .set = {{"target", "el gato ve al pájaro"}}},
     .exercise = Exercise{{{0, 0, 0}}, "loss_sum"}},
    {.id = "decoder_mask",
     .focus = "decoder.0.self_attention.weights",
     .cell = CellName{0, 0, "el"},
     .scene = "decoder.0.self_attention.weights* as heads , losses as ranking -> loss",
     .example = {.preset = "red-apple", .set = {{"mask", false}}},
     .ask = Ask{.how = WhichIsSo{{"falls", "stays", "rises"}, {1e-4f, 0.01f}},
                .node = "loss",
                .cell = CellName{0, 0, 0},
                .also = "losses, loss_sum, probabilities, logits"},
     .controls = "mask"},
    {.id = "another_word",
     .focus = "probabilities",
     .cell = CellName{0, "gracias", "de"},
     .scene = "decoder.0.cross_attention.weights as heads -> probabilities*",
     .example = {.preset = "trained-english-spanish", .set = {{"target", "gracias"}}},
     .ask = Ask{.how = WhereIsMost{.among = {"<end>", "de", "gracias", "nada"}}, .also = "logits, logits_without_bias"}},
    {.id = "one_vector",
     .focus = "probabilities",
     .cell = CellName{0, 0, "gato"},
     .scene = "decoder.0.cross_attention.weights as heads -> probabilities*",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", 0.0}, {"one_vector", true}}},
     .ask = Ask{.how = WhereIsMost{.among = {"el", "gato", "la", "manzana", "roja"}}, .also = "logits, logits_without_bias"},
     .controls = "one_vector, step"},
    {.id = "recap",
     .focus = "alignment",
     .example = {.preset = "red-apple", .set = {{"mode", kByItself}, {"step", kMostSteps}}},
     .page = StepPage::recap},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson{.info = {.id = "encoder-decoder", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                  .build = build,
                                  .adapt = adapt,
                                  .files = files,
                                  // Word by word, the model runs once for each word. The trained model is far larger than the toy.
                                  .largest = {{"weights", kSpanish.name}, {"mode", kByItself}}};
  return kLesson;
}

}  // namespace gf::encoder_decoder_lesson
