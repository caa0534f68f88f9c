// The lesson embeddings, words as vectors: a window slides over a text, and a model learns to predict the third word from two. Its
// embeddings are shown in a plane, by neighbours and by analogies.
#include <algorithm>
#include <set>

#include "autograd/ops.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/embeddings/embeddings_parts.h"
#include "lessons/shared/input_specs.h"
#include "protocol/step.h"
#include "text/letters.h"
#include "train/tasks/corpus.h"
#include "train/tasks/tasks.h"

namespace gf::embeddings_lesson {
namespace {

// The sentence of the source.
constexpr const char* kMachine = "Thou shalt not make a machine in the likeness of a human mind";
constexpr const char* kFamily = "man woman king queen brother sister father mother prince princess";
constexpr const char* kCapitals = "france paris spain madrid italy rome germany berlin japan tokyo egypt cairo";
constexpr const char* kDegrees = "bigger biggest smaller smallest older oldest faster fastest taller tallest";
constexpr const char* kPrintedWord = "airplane";  // whose neighbours the source prints
constexpr const char* kFlying =
    "airplane aeroplane aircraft plane airliner helicopter ship ferry boat yacht lion horse dog cat bread soup cheese rice paris london "
    "rome tokyo";
constexpr std::size_t kMostWindows = 40;

TrainSettings settings(const InputReader& in) {
  TrainSettings s;
  s.task = "windows";
  s.pairs = in.text("corpus");
  NextWordConfig model;
  model.width = in.whole("width");
  model.words = 2;
  model.context = ContextVector::together;
  s.model = model;
  s.optimizer.kind = OptimizerKind::adam;
  s.optimizer.learning_rate = in.number("learning_rate");
  s.schedule = {ScheduleKind::cosine, 0, 0.1};
  s.clip = 0;
  s.batch = in.whole("batch");
  s.steps = in.whole("steps");
  s.seed = in.seed();
  return s;
}

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// Returns the dataset of the first model. For the shipped corpus it has the vocabulary alone, without drawn sentences.
std::shared_ptr<const Dataset> first_dataset(const TrainSettings& s) {
  if (!is_blank(s.pairs)) return dataset_of(s);
  auto data = std::make_shared<Dataset>();
  data->task = s.task;
  for (const std::string& word : corpus_words()) data->source.add(word);
  data->target = data->source;
  join_vocabularies(*data);
  return data;
}

// Appends the windows over the text: a row for each place of the window, with the predicted word in the third column.
void show_windows(const InputReader& in, LessonBuild& out) {
  const Sentence words = window_words("text", in.text("text"));
  const std::size_t count = words.size() - 2;
  if (count > kMostWindows)
    throw InputError(
        {"too_many_tokens", {{"where", "text"}, {"got", std::to_string(words.size())}, {"most", std::to_string(kMostWindows + 2)}}});
  const std::set<std::string> different(words.begin(), words.end());
  const Axis vocabulary{"vocabulary", std::vector<std::string>(different.begin(), different.end())};
  Tensor ids(matrix_shape(static_cast<Index>(count), 3)), next(matrix_shape(static_cast<Index>(count), std::ssize(different)));
  Axis rows{"windows", {}}, inputs{"windows", {}};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      ids.at(static_cast<Index>(i), static_cast<Index>(k)) =
          static_cast<float>(std::distance(different.begin(), different.find(words[i + k])));
    next.at(static_cast<Index>(i), static_cast<Index>(ids.at(static_cast<Index>(i), 2))) = 1;
    inputs.labels.push_back(words[i] + " " + words[i + 1]);
    rows.labels.push_back(inputs.labels.back() + " → " + words[i + 2]);
  }
  constant(out.tape, std::move(ids), Label("windows", "id(text[i + j])").with_rows(rows).with_cols({"places", {"1", "2", "3"}}));
  constant(out.tape, std::move(next), Label("next_words", "[word = text[i + 2]]").with_rows(inputs).with_cols(vocabulary));
  out.show(View::links, "next_words", "windows");
  out.show(View::matrix, "windows", "windows");
}

void build(const InputReader& in, LessonBuild& out) {
  show_windows(in, out);
  const RunModel model = in.run_or_first(settings, first_dataset);
  Learned learned(out, model);
  learned.predict("asked", in.text("asked"));
  learned.project("shown", in.text("shown"));
  learned.rank_neighbours("word", in.text("word"));
  learned.solve_analogy("analogy", in.text("analogy"));
  learned.measure_analogies();
  if (lower_case(in.text("word")) == kPrintedWord) out.notes.push_back({"printed_neighbours", {}});
  out.show_each(View::heatmap, {"token_table", "classifier"}, "parameters");
}

// Empties the inputs with words when the corpus changes, because the new corpus may lack these words.
void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed != "corpus") return;
  const bool was_own = !is_blank(InputReader(lesson, before).text("corpus")), is_own = !is_blank(InputReader(lesson, after).text("corpus"));
  if (!is_own && !was_own) return;
  for (const char* input : {"asked", "shown", "word", "analogy"}) {
    after.erase(input);
    if (is_own) after.emplace(input, std::string());
  }
}

// Words that are used alike, and sentences about them with a place {x} for the word.
struct Alike {
  std::vector<const char*> words, frames;
};

// Returns groups of words that are used alike. The first group has "airplane" and the five neighbours that the source lists.
std::vector<Alike> used_alike() {
  return {
      {{"airplane", "aeroplane", "aircraft", "plane", "airliner", "helicopter"},
       {"the {x} takes off", "the {x} flies above clouds", "the {x} lands in fog", "a pilot steers the {x} well", "the {x} arrives late"}},
      {{"ship", "ferry", "boat", "yacht", "steamer", "canoe"},
       {"the {x} sails away", "the {x} floats on waves", "the {x} sinks in storms", "a captain moors the {x} here",
        "the {x} arrives late"}},
      {{"lion", "horse", "dog", "cat", "cow", "wolf"},
       {"the {x} runs away", "the {x} drinks at ponds", "the {x} sleeps in shade", "a child hears the {x} outside",
        "the {x} licks its young"}},
      {{"bread", "soup", "cheese", "rice", "cake", "salad"},
       {"we eat {x} today", "cooks serve {x} with salt", "this {x} tastes of herbs", "the {x} cools slowly", "more {x} please"}},
      {{"paris", "london", "rome", "tokyo", "cairo", "lima"},
       {"people live in {x} happily", "roads to {x} are full", "in {x} it rains", "{x} has old streets", "{x} elects a mayor"}}};
}

// Returns a text with a line for each word in each sentence. The words of all groups take turns.
std::string flying_corpus() {
  const std::vector<Alike> groups = used_alike();
  std::string text;
  for (std::size_t frame = 0; frame < groups[0].frames.size(); ++frame)
    for (std::size_t word = 0; word < groups[0].words.size(); ++word)
      for (const Alike& group : groups) {
        std::string line = group.frames[frame];
        text += line.replace(line.find("{x}"), 3, group.words[word]) + ".\n";
      }
  return text;
}

// Returns the largest corpus that is allowed: 6000 words, 1500 of them different.
std::string largest_corpus() {
  std::string text;
  for (int word = 0; word < 6000; ++word) text += "w" + std::to_string(word % 1500) + " ";
  return text;
}

constexpr InputSpec kInputs[] = {text_input("text", kMachine),
                                 text_input("corpus", "").lines(),
                                 text_input("shown", kFamily),
                                 text_input("asked", "queen owns castles"),
                                 text_input("word", "king"),
                                 text_input("analogy", "woman - man + king"),
                                 number_input("width", 24, 2, 64),
                                 number_input("learning_rate", 0.01, 1e-5, 1e9, 0),
                                 number_input("batch", 64, 1, 256),
                                 number_input("steps", 1200, 1, 20000),
                                 seed_input(1)};

constexpr Preset kPresets[] = {
    {"family", {}},
    {"capitals", {{"shown", kCapitals}, {"word", "paris"}, {"analogy", "paris - france + japan"}, {"asked", "tokyo speaks"}}},
    {"degrees", {{"shown", kDegrees}, {"word", "faster"}, {"analogy", "biggest - bigger + older"}, {"asked", "is taller"}}},
    {"companies",
     {{"shown", "solara ines ferrum otto velora mira boston 02108 denver 80202 miami 33101"},
      {"word", "boston"},
      {"analogy", "ines - solara + ferrum"},
      {"asked", "ferrum sells"}}},
    {"two-numbers", {{"width", 2.0}}},
    {"machine",
     {{"corpus", kMachine},
      {"asked", ""},
      {"shown", ""},
      {"word", ""},
      {"analogy", ""},
      {"width", 8.0},
      {"steps", 300.0},
      {"learning_rate", 0.03}}},
    {"airplane",
     {{"corpus", flying_corpus}, {"word", "airplane"}, {"asked", "the airplane"}, {"shown", kFlying}, {"analogy", ""}, {"steps", 400.0}}}};

constexpr Step kSteps[] = {
    {.id = "window", .focus = "next_words", .cell = CellName{0, 0, "not"}, .scene = "next_words* as links", .example = {.keep = "steps"}},
    {.id = "two_words_in", .focus = "context", .cell = CellName{0, 0, 24}, .example = {.keep = "steps", .trained = 0}},
    {.id = "probabilities",
     .focus = "probabilities",
     .cell = CellName{0, 0, "castles"},
     .example = {.keep = "steps", .trained = 0},
     .ask = Ask{.how = HowMuch{.percent = true}, .also = "probabilities"}},
    {.id = "loss",
     .focus = "losses",
     .cell = CellName{0, 0, 0},
     .scene = "probabilities -> losses*",
     .example = {.keep = "steps", .trained = 200},
     .exercise = Exercise{{{0, 0, 0}}, "loss"}},
    {.id = "plane",
     .focus = "points",
     .cell = CellName{0, "queen", 0},
     .scene = "points* as plane",
     .example = {.keep = "steps", .trained = kToItsEnd}},
    {.id = "neighbours",
     .focus = "neighbours",
     .cell = CellName{0, 0, "queen"},
     .scene = "points as plane , neighbours*",
     .example = {.keep = "steps", .trained = kToItsEnd},
     .controls = "word"},
    {.id = "analogy",
     .focus = "answers",
     .cell = CellName{0, 0, "princess"},
     .scene = "points as plane , answers*",
     .example = {.set = {{"analogy", "woman + king"}}, .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{.among = {"man", "princess", "queen", "wife"}}, .also = "sum_percent, sum_cosines, held_out.answers"},
     .controls = "analogy"},
    {.id = "held_out",
     .focus = "held_out.by_kind",
     .cell = CellName{0, 0, 0},
     .scene = "probabilities , held_out.by_kind* as ranking / held_out.accuracy",
     .example = {.keep = "steps", .trained = 150},
     .ask = Ask{.how = HowMuch{0, 100},
                .node = "held_out.accuracy",
                .cell = CellName{0, 0, 0},
                .also = "held_out.right, held_out.share_right, held_out.by_kind"}},
    {.id = "other_pairs",
     .focus = "term_sum",
     .cell = CellName{0, 0, 0},
     .scene = "terms | term_sum*",
     .example = {.preset = "capitals", .keep = "learning_rate, batch, steps, seed", .trained = kToItsEnd},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}}}},
    {.id = "made_corpus",
     .focus = "points",
     .cell = CellName{0, 0, 0},
     .scene = "points* as plane , held_out.by_kind as ranking",
     .example = {.keep = "text, asked, shown, word, analogy, steps", .trained = kToItsEnd}},
    {.id = "two_numbers",
     .focus = "points",
     .cell = CellName{0, 0, 0},
     .scene = "points* as plane , held_out.by_kind as ranking / held_out.accuracy",
     .example = {.preset = "two-numbers", .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 100},
                .node = "held_out.accuracy",
                .cell = CellName{0, 0, 0},
                .also = "held_out.right, held_out.share_right, held_out.by_kind"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {
      .info = {.id = "embeddings", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
      .build = build,
      .adapt = adapt,
      .settings = settings,
      .looking = "text, asked, shown, word, analogy",
      .folded = "parameters",
      .largest = {{"corpus", largest_corpus}, {"asked", ""}, {"shown", ""}, {"word", ""}, {"analogy", ""}, {"width", 64.0}}};
  return kLesson;
}

}  // namespace gf::embeddings_lesson
