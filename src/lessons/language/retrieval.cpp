// The lesson retrieval, retrieval-augmented generation: sentences are keys, a question is the query, and the sentences found are put into
// the prompt of a language model.
#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/language/language_parts.h"
#include "lessons/language/retrieval_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"
#include "text/tokenizer.h"

namespace gf::retrieval_lesson {
namespace {

constexpr const char* kNotes =
    "Tim has a red ball.\nThe key is under the bed.\nEmma was glad in the evening.\nMy aunt made a cake with honey.\n"
    "The black cat waits near the window.\nAnna has a green coat.\nThe king gave the fox some bread.\n"
    "Max went to the bank to get money.\nThe moon shines at night.\nLucy played at the lake.\nThe phone began to ring.\n"
    "The lazy wizard of the forest has a grey hat.";
constexpr std::size_t kMostLines = 48, kMostWordsOfAll = 300, kMostAsked = 40;
constexpr Index kMostKept = 12;

void expect_at_most(const std::string& where, std::size_t got, std::size_t most) {
  if (got > most) throw InputError({"too_many_tokens", {{"where", where}, {"got", std::to_string(got)}, {"most", std::to_string(most)}}});
}

std::shared_ptr<const Notes> notes_of(const InputReader& in) {
  const auto model = tales_model(in);
  return in.once([&] {
    auto notes = std::make_shared<Notes>();
    notes->model = model;
    notes->sentences = sentence_lines(in.text("sentences"));
    notes->question = std::string(without_space_around(in.text("question")));
    if (notes->sentences.empty()) throw InputError({"no_tokens", {{"where", "sentences"}}});
    if (word_tokens(notes->question).empty()) throw InputError({"no_tokens", {{"where", "question"}}});
    if (notes->sentences.size() > kMostLines)
      throw InputError({"too_many_entries", {{"where", "sentences"}, {"most", std::to_string(kMostLines)}}});
    expect_at_most("question", word_tokens(notes->question).size(), kMostAsked);
    const auto words_of = [&](const std::string& text) {
      return in.kept("counted words", std::tuple(model, text, in.toggle("little")),
                     [&] { return counted_words(*model, text, in.toggle("little")); });
    };
    std::size_t rows = 0;
    for (const std::string& sentence : notes->sentences) {
      notes->words.push_back(words_of(sentence));
      for (const CountedWord& word : notes->words.back()) rows += word.ids.size();
    }
    expect_at_most("sentences", rows, kMostWordsOfAll);
    notes->asked = words_of(notes->question);
    for (const CountedWord& word : notes->asked) rows += word.ids.size();
    if (rows == 0) throw InputError({"no_tokens", {{"where", "sentences"}}});
    return std::shared_ptr<const Notes>(std::move(notes));
  });
}

void show_all(LessonBuild& out) {
  out.show(View::pieces, "words", "vectors");
  out.show(View::heatmap, "word_rows", "vectors.rows");
  out.show(View::heatmap, "averaging", "vectors");
  out.show(View::matrix, "averaging", "vectors");
  out.show(View::heatmap, "means", "vectors.rows");
  out.show(View::heatmap, "directions", "vectors.rows");
  out.show(View::heatmap, "key", "search");
  out.show(View::heatmap, "query", "search");
  for (const char* node : {"scores", "overlap", "both"}) out.show(View::ranking, node, "search");
  out.show(View::matrix, "overlap", "search");
  for (const char* node : {"positive", "is_positive", "largest_scores", "kept", "scaled", "exponentials", "kept_exponentials", "sum"})
    out.show(View::matrix, node, "search.top");
  out.show(View::ranking, "shares", "search");
  out.show(View::heatmap, "value", "search");
  for (const char* node : {"question_alone", "found_pieces", "prompt"}) out.show(View::pieces, node, "answer");
  out.show(View::likeliest, "answer.probabilities", "answer");
  for (const char* node : {"said_alone", "said"}) out.show(View::pieces, node, "answer.replies");
  show_index(out);
}

void add_notes(const InputReader& in, LessonBuild& out, const Notes& notes) {
  std::vector<std::string> unknown;
  for (const CountedWord& word : notes.asked)
    if (word.ids.size() > 1) unknown.push_back(word.word);
  if (!unknown.empty()) out.notes.push_back({"in_pieces", {{"words", joined(unknown)}}});
  if (notes.asked.empty()) out.notes.push_back({"nothing_asked", {{"question", notes.question}}});
  for (std::size_t i = 0; i < notes.sentences.size(); ++i)
    if (notes.words[i].empty()) out.notes.push_back({"empty_sentence", {{"sentence", notes.sentences[i]}}});
  if (in.whole("k") > std::ssize(notes.sentences))
    out.notes.push_back({"all_kept", {{"k", std::to_string(in.whole("k"))}, {"count", std::to_string(notes.sentences.size())}}});
}

void build(const InputReader& in, LessonBuild& out) {
  const std::shared_ptr<const Notes> notes = notes_of(in);
  const ParameterNodes weights(out.tape, notes->model->config, notes->model->weights);
  const Vectors vectors = append_vectors(out.tape, *notes, weights);
  const NodeId shares = append_search(in, out.tape, *notes, vectors);
  append_answer(in, out, *notes, weights, shares);
  append_index(in, out.tape, *notes, vectors);
  show_all(out);
  append_contrast(in, out, *notes, vectors);
  add_notes(in, out, *notes);
}

// Sets the beginning of the answer when the question changes. If the question ends with words such as "is the ball?", the answer begins
// with "The ball is"; otherwise the model begins by itself.
void adapt(const LessonInfo&, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed != "question") return;
  const auto question = after.find("question");
  const std::vector<std::string> words = word_tokens(question == after.end() ? "" : std::get<std::string>(question->second));
  std::vector<std::string> last;
  for (const std::string& word : words)
    if (word != "?") last.push_back(word);
  const std::size_t count = last.size();
  const bool asks_for_place = count >= 3 && last[count - 3] == "is" && last[count - 2] == "the";
  after.insert_or_assign("begin", asks_for_place ? "The " + last.back() + " is" : std::string());
}

std::string most_sentences() {
  std::string text;
  for (std::size_t line = 0; line < kMostLines; ++line) text += "Tim lost a red ball near the lake.\n";
  return text;
}

constexpr char kBallSentence[] = "Tim has a red ball.", kKeySentence[] = "The key is under the bed.",
               kCatSentence[] = "The black cat waits near the window.", kPhoneSentence[] = "The phone began to ring.",
               kGladSentence[] = "Emma was glad in the evening.", kCoatSentence[] = "Anna has a green coat.",
               kKingSentence[] = "The king gave the fox some bread.", kLakeSentence[] = "Lucy played at the lake.",
               kHatSentence[] = "The lazy wizard of the forest has a grey hat.";

constexpr InputSpec kInputs[] = {text_input("question", "What colour is the ball?"),
                                 text_input("sentences", kNotes).lines(),
                                 text_input("begin", "The ball is"),
                                 number_input("k", 1, 1, static_cast<double>(kMostKept)),
                                 choice_input("by", "vectors, words, both"),
                                 toggle_input("little", false),
                                 number_input("own", 1, 1, static_cast<double>(kMostLines)),
                                 number_input("temperature", 0.1, 0.01, 1, 0),
                                 number_input("made", 0, 0, 10000),
                                 number_input("probe", 1, 1, 100),
                                 seed_input(1)};

constexpr const char* kHat = "What colour is the hat?";

constexpr Settings asking(const char* question, const char* begin) { return {{"question", question}, {"begin", begin}}; }
constexpr Settings asking(const char* question, const char* begin, const char* by) {
  return {{"question", question}, {"begin", begin}, {"by", by}};
}

constexpr Preset kPresets[] = {{"ball", {}},
                               {"other-words", asking("Who was happy?", "")},
                               {"hat-by-vectors", asking(kHat, "The hat is")},
                               {"hat-by-words", asking(kHat, "The hat is", "words")},
                               {"hat-by-both", asking(kHat, "The hat is", "both")},
                               {"eight", {{"k", 8.0}}},
                               {"little-words", {{"little", true}}},
                               {"ten-thousand", {{"made", 10000.0}, {"k", 5.0}}}};

constexpr Step kSteps[] = {
    {.id = "notes", .focus = "scores", .scene = "question_alone / scores* -> prompt / said"},
    {.id = "alone",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@question_alone", "␣green"},
     .scene = "scores -> question_alone / answer.probabilities*",
     .ask = Ask{.how = WhichIsSo{{"unsure", "names"}, {0.5f}}, .also = "answer.logits, alone.logits, alone.last_row, said_alone"}},
    {.id = "mean",
     .focus = "averaging",
     .cell = CellName{0, "Max gave the fox bread.", "max"},
     .scene = "averaging* | word_rows -> means as heatmap",
     .example = {.set = {{"sentences", "Tim has a red ball.\nMax gave the fox bread.\nEmma was glad."}}},
     .exercise = Exercise{{{0, 1, 3}, {0, 1, 4}, {0, 1, 5}, {0, 1, 6}}}},
    {.id = "little",
     .focus = "scores",
     .cell = CellName{0, kBallSentence, 0},
     .scene = "query / key -> scores*",
     .example = {.preset = "little-words"},
     .ask = Ask{.how = WhereIsMost{.down = true, .among = {kBallSentence, kKeySentence, kCatSentence, kPhoneSentence, kHatSentence}},
                .also = "index.best, said"},
     .controls = "little"},
    {.id = "second_lesson",
     .focus = "scores",
     .cell = CellName{0, kBallSentence, 0},
     .scene = "query / key -> scores*",
     .example = {.preset = "other-words"},
     .ask = Ask{.how = WhereIsMost{.down = true, .among = {kBallSentence, kGladSentence, kKingSentence, kLakeSentence, kHatSentence}},
                .also = "index.best, said"}},
    {.id = "overlap",
     .focus = "overlap",
     .cell = CellName{0, kBallSentence, 0},
     .scene = "scores , overlap* as matrix",
     .example = {.preset = "hat-by-words"},
     .exercise = Exercise{{{0, 0, 0}, {0, 11, 0}},
                          "positive, is_positive, largest_scores, kept, scaled, exponentials, kept_exponentials, sum, shares, "
                          "found_pieces, prompt, said"}},
    {.id = "drowned",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@with_found", "␣grey"},
     .scene = "scores -> prompt / answer.probabilities*",
     .example = {.preset = "hat-by-vectors"},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = "answer.logits, found.logits, found.last_row, said"},
     .controls = "by"},
    {.id = "contrast",
     .focus = "contrast.gradient",
     .cell = CellName{0, kBallSentence, 0},
     .scene = "contrast.cosines as ranking -> contrast.gradient* as ranking / contrast.loss",
     .example = {.preset = "hat-by-vectors", .set = {{"own", 12.0}}},
     .ask = Ask{.how = WhereIsMost{.down = true, .among = {kBallSentence, kCoatSentence, kKingSentence, kLakeSentence, kPhoneSentence}},
                .also = "contrast.chances, contrast.apart"},
     .controls = "temperature"},
    {.id = "eight",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@with_found", "␣red"},
     .scene = "prompt -> answer.probabilities*",
     .example = {.preset = "eight"},
     .ask = Ask{.how = WhichIsSo{{"less", "more"}, {0.5f}}, .also = "answer.logits, found.logits, found.last_row, said"},
     .controls = "k"},
    {.id = "lists",
     .focus = "index.rows_read",
     .cell = CellName{0, "@by_lists", 0},
     .scene = "index.probed / index.sizes -> index.rows_read*",
     .exercise = Exercise{{{0, 1, 0}}, "index.in_lists, index.behind, index.multiplications"}},
    {.id = "many",
     .focus = "index.recall_by_lists",
     .cell = CellName{0, "@one_list", 0},
     .scene = "index.recall_by_lists* , index.read_by_lists",
     .example = {.preset = "ten-thousand"},
     .ask = Ask{.how = HowMuch{0, 1, true}},
     .controls = "probe"},
    {.id = "chain",
     .focus = "answer.probabilities",
     .cell = CellName{0, "@with_found", "␣red"},
     .scene = "scores -> prompt / answer.probabilities*",
     .controls = "sentences"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "retrieval", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .adapt = adapt,
      .files = [](const InputReader&) { return std::vector<std::string>{kTalesModel}; },
      .folded = "vectors.rows, search.top, contrast, index, index.plane_rows, index.rows, many, answer.replies",
      .largest = {{"sentences", most_sentences}, {"k", static_cast<double>(kMostKept)}, {"made", 10000.0}}};
  return kLesson;
}

}  // namespace gf::retrieval_lesson
