// The lesson next-word: the prediction of the next word as classification, with three ways to make a context vector side by side: the last
// word, the average, attention. The weights are those of a training run.
#include <algorithm>
#include <optional>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/nth.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "model/side_by_side.h"
#include "protocol/step.h"
#include "text/near_words.h"
#include "text/tokenizer.h"
#include "train/run_model.h"
#include "train/settings.h"

namespace gf::next_word_lesson {
namespace {

using WordList = std::vector<std::string>;

// Four phrases of a source about attention, and its sentence about an apple.
constexpr const char* kPhrases =
    "once upon a time\nthe sun is a star\nthe capital of France is Paris\nthe capital of Spain is Madrid\nI ate a banana and an apple";
constexpr const char* kCapitals =
    "the capital of France is Paris\nthe capital of Spain is Madrid\nthe capital of Italy is Rome\nthe capital of Egypt is Cairo\n"
    "the capital of Japan is Tokyo\nthe capital of Peru is Lima\nthe capital of Norway is Oslo\nthe capital of Kenya is Nairobi";
// The beginnings of one sentence, each with the word after it.
constexpr const char* kBeginnings =
    "once upon\nonce upon a\nonce upon a time\nonce upon a time there\nonce upon a time there was\nonce upon a time there was a\n"
    "once upon a time there was a star";
// Words after a beginning, and the same words in a gap with words on both sides.
constexpr const char* kMasked = "the dog\nthe cat\nthe cow\nthe duck\nthe ? barks dog\nthe ? purrs cat\nthe ? moos cow\nthe ? quacks duck";
// Pairs of words in two gaps, of which ? is asked for, and the same words one after the other.
constexpr const char* kTwoGaps =
    "the dog\nthe cat\nthe cow\nthe duck\nthe dog barks\nthe cat purrs\nthe cow moos\nthe duck quacks\nthe ? _ dog\nthe ? _ cat\n"
    "the ? _ cow\nthe ? _ duck\nthe _ ? barks\nthe _ ? purrs\nthe _ ? moos\nthe _ ? quacks";
constexpr std::string_view kAskedGap = "?", kOtherGap = "_";
constexpr std::size_t kMostAsked = 12;
constexpr OptimizerKind kOptimizers[] = {OptimizerKind::sgd, OptimizerKind::adam};

TrainSettings settings(const InputReader& in) {
  TrainSettings s;
  s.task = "phrases";
  s.pairs = in.text("phrases");
  NextWordConfig model;
  model.width = in.whole("width");
  model.context = ContextVector::compared;
  model.fixed_embeddings = in.toggle("fixed");
  s.model = model;
  for (const OptimizerKind kind : kOptimizers)
    if (name_of(kind) == in.text("optimizer")) s.optimizer.kind = kind;
  s.optimizer.learning_rate = in.number("learning_rate");
  s.clip = 0;
  s.batch = 60;  // all phrases at once
  s.steps = in.whole("steps");
  s.seed = in.seed();
  return s;
}

WordList asked_words(const InputReader& in, const Dataset& data) {
  const std::string& typed = in.text("asked");
  if (typed.find_first_not_of(" \t") == std::string::npos) return data.training.front().question;
  WordList words = word_tokens(typed);
  if (words.size() > kMostAsked)
    throw InputError(
        {"too_many_tokens", {{"where", "asked"}, {"got", std::to_string(words.size())}, {"most", std::to_string(kMostAsked)}}});
  const WordList known = words_of_vocabulary(data);
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw InputError({"word_not_in_phrases", {{"where", "asked"}, {"got", word}, {"near", joined(near_words(known, word), " ")}}});
  return words;
}

// Returns the ends of phrases, "a → time" for "once upon a → time", because columns are too narrow for whole phrases.
WordList ends_of(const WordList& phrases) {
  WordList ends;
  for (const std::string& phrase : phrases) {
    const std::size_t before = phrase.rfind(' ', phrase.rfind(" → ") - 1);
    ends.push_back(before == std::string::npos ? phrase : phrase.substr(before + 1));
  }
  return ends;
}

// Appends the cosine similarities of the context vectors of each two phrases.
void compare_contexts(Tape& tape, const std::vector<NextWordNodes>& models, const WordList& phrases) {
  for (const NextWordNodes& model : models) {
    const std::string& name = tape[model.context].name;
    const auto scope = tape.scope(name.substr(0, name.rfind('.')));
    const Axis rows{"phrases", phrases};
    const NodeId directions = unit_rows(tape, model.context, Label("directions").with_rows(rows).with_cols({"features", {}}));
    matmul_nt(tape, directions, directions, Label("likeness").with_rows(rows).with_cols({"phrases", ends_of(phrases)}));
  }
}

// Cells of the probabilities: for each phrase, a word after it.
struct Looked {
  std::vector<int> phrases;
  WordList words;
};

// Pairs of words that belong together, such as an animal and its sound: as answers to two gaps, and one after the other.
struct TwoGaps {
  Looked first, second, before, after;
};

// Returns the index of the phrase with this question, or -1.
int phrase_that_asks(const Dataset& data, const WordList& question) {
  for (std::size_t i = 0; i < data.training.size(); ++i)
    if (data.training[i].question == question) return static_cast<int>(i);
  return -1;
}

// Returns the pairs of two gaps, or none if a pair lacks an answer, or if the same words are not asked for one after the other.
std::optional<TwoGaps> two_gaps(const Dataset& data) {
  TwoGaps gaps;
  WordList start;
  for (std::size_t i = 0; i < data.training.size(); ++i) {
    const auto& [question, answer] = data.training[i];
    const auto asked = std::find(question.begin(), question.end(), kAskedGap),
               other = std::find(question.begin(), question.end(), kOtherGap);
    if (asked == question.end() || other == question.end()) continue;
    Looked& looked = asked < other ? gaps.first : gaps.second;
    looked.phrases.push_back(static_cast<int>(i));
    looked.words.push_back(answer.front());
    start.assign(question.begin(), std::min(asked, other));
  }
  if (gaps.first.words.empty() || gaps.first.words.size() != gaps.second.words.size()) return std::nullopt;
  for (std::size_t i = 0; i < gaps.first.words.size(); ++i) {
    WordList longer = start;
    longer.push_back(gaps.first.words[i]);
    gaps.before.phrases.push_back(phrase_that_asks(data, start));
    gaps.after.phrases.push_back(phrase_that_asks(data, longer));
    if (gaps.before.phrases.back() < 0 || gaps.after.phrases.back() < 0) return std::nullopt;
  }
  gaps.before.words = gaps.first.words;
  gaps.after.words = gaps.second.words;
  return gaps;
}

// Appends the probability that both words of a pair are chosen, for each pair, and the sum over all pairs: the probability that the words
// fit.
void append_pairs(LessonBuild& out, NodeId probabilities, const WordList& vocabulary, const char* scope_name, const Looked& first,
                  const Looked& second) {
  Tape& tape = out.tape;
  const auto scope = tape.scope(scope_name);
  const auto looked_at = [&](const Looked& looked, const std::string& name) {
    const auto count = std::ssize(looked.words);
    Tensor places(matrix_shape(count, std::ssize(vocabulary)));
    for (Index i = 0; i < count; ++i)
      places.at(i, std::find(vocabulary.begin(), vocabulary.end(), nth(looked.words, i)) - vocabulary.begin()) = 1;
    const Axis rows{"words", looked.words};
    const NodeId all = embedding(tape, probabilities, looked.phrases, Label(name + "_rows").with_rows(rows));
    const NodeId where = constant(tape, std::move(places), Label(name + "_places", "[k = j]").with_rows(rows));
    return sum(tape, multiply(tape, all, where, Label(name + "_cells").with_rows(rows)), Along::rows,
               Label(name).with_rows(rows).with_cols(keyed_axis("", {"@chance"})));
  };
  const NodeId first_chances = looked_at(first, "first"), second_chances = looked_at(second, "second");
  WordList pairs;
  for (std::size_t i = 0; i < first.words.size(); ++i) pairs.push_back(first.words[i] + " " + second.words[i]);
  const NodeId both =
      multiply(tape, first_chances, second_chances, Label("both").with_rows({"words", pairs}).with_cols(keyed_axis("", {"@chance"})));
  const NodeId fit = sum(tape, both, Along::columns, Label("fit", "sum(both)").with_cols(keyed_axis("", {"@chance"})));
  for (const NodeId node : {first_chances, second_chances, both, fit}) out.show(View::matrix, node, scope_name);
}

// Returns sixty lines of twelve words, all different.
std::string largest_phrases() {
  std::string text;
  for (int line = 0; line < 60; ++line) {
    for (int word = 0; word < 12; ++word) text += "w" + std::to_string(12 * line + word) + " ";
    text += "\n";
  }
  return text;
}

// Lists the panels. Each section has those of the three models side by side.
void add_panels(LessonBuild& out, const std::vector<std::string>& models) {
  const auto show_all = [&](View view, const std::string& node, const char* section, const std::string& prefix = {}) {
    for (const std::string& model : models) out.show(view, prefix + model + "." + node, section);
  };
  out.show(View::matrix, "phrase_words", "words");
  show_all(View::matrix, "phrase_words", "words");
  show_all(View::matrix, "mixture", "mixture");
  show_all(View::matrix, "context", "context");
  show_all(View::matrix, "likeness", "context");
  show_all(View::links, "probabilities", "confusion");
  show_all(View::matrix, "probabilities", "confusion");
  show_all(View::matrix, "losses", "loss");
  show_all(View::ranking, "losses", "loss");
  show_all(View::matrix, "loss", "loss");
  out.show(View::matrix, "total_loss", "loss");
  for (const View view : {View::matrix, View::likeliest}) show_all(view, "mixture", "asked", "asked.");
  show_all(View::likeliest, "probabilities", "asked", "asked.");
  out.show(View::matrix, "token_table", "parameters");
  for (const char* weight : {"token_table", "classifier", "w_q", "w_k"}) show_all(View::matrix, weight, "parameters");
}

void build(const InputReader& in, LessonBuild& out) {
  const RunModel model = in.run_or_first(settings);
  const Dataset& data = *model.dataset;
  const auto& config = std::get<NextWordConfig>(model.config);
  const WordList asked = asked_words(in, data);
  std::vector<const Example*> examples;
  NextWordLabels labels{words_of_vocabulary(data), {}};
  for (const Example& example : data.training) {
    examples.push_back(&example);
    labels.phrases.push_back(joined(example.question, " ") + " → " + example.answer.front());
  }
  const ParameterNodes weights(out.tape, parameter_specs(config, labels.vocabulary), *model.weights);
  out.trained = model.weights;
  const std::vector<NextWordNodes> models = next_word(out.tape, config, weights, make_phrases(data, examples), true, labels);
  std::vector<NodeId> losses;
  for (const NextWordNodes& nodes : models) losses.push_back(nodes.loss);
  total_loss(out.tape, losses);
  compare_contexts(out.tape, models, labels.phrases);

  const Example question{asked, {}};
  labels.phrases = {joined(asked, " ")};
  {
    const auto scope = out.tape.scope("asked");
    next_word(out.tape, config, weights, make_phrases(data, {&question}), true, labels);
  }
  add_panels(out, names_of_models(model.config));
  if (const std::optional<TwoGaps> gaps = two_gaps(data)) {
    const NodeId probabilities = out.tape.find("attention.probabilities");
    append_pairs(out, probabilities, words_of_vocabulary(data), "gaps", gaps->first, gaps->second);
    append_pairs(out, probabilities, words_of_vocabulary(data), "chain", gaps->before, gaps->after);
  }
  out.words["asked"] = words_of_vocabulary(data);
  const auto is_known = [&](const Example& example) { return example.question == asked; };
  if (std::none_of(data.training.begin(), data.training.end(), is_known)) out.notes.push_back({"asked_new", {}});
}

// Resets the asked words if the new phrases lack one of them.
void adapt(const LessonInfo& lesson, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed != "phrases") return;
  const InputReader in(lesson, after);
  const WordList known = word_tokens(in.text("phrases"));
  for (const std::string& word : word_tokens(in.text("asked")))
    if (std::find(known.begin(), known.end(), word) == known.end()) return void(after.erase("asked"));
}

constexpr InputSpec kInputs[] = {text_input("phrases", kPhrases).lines(), text_input("asked", ""),
                                 number_input("width", 4, 1, 32),         toggle_input("fixed", true),
                                 choice_input("optimizer", "sgd, adam"),  number_input("learning_rate", 1, 1e-3, 1e9, 0),
                                 number_input("steps", 150, 1, 5000),     seed_input(9)};

constexpr Preset kPresets[] = {
    {"five-phrases", {}},
    {"more-steps", {{"steps", 1000.0}}},
    {"learned-embeddings", {{"fixed", false}, {"optimizer", "adam"}, {"learning_rate", 0.03}}},
    {"every-beginning", {{"phrases", kBeginnings}, {"fixed", false}, {"optimizer", "adam"}, {"learning_rate", 0.03}}},
    {"masked", {{"phrases", kMasked}, {"width", 8.0}, {"fixed", false}, {"optimizer", "adam"}, {"learning_rate", 0.03}, {"steps", 400.0}}},
    {"two-gaps",
     {{"phrases", kTwoGaps}, {"width", 8.0}, {"fixed", false}, {"optimizer", "adam"}, {"learning_rate", 0.03}, {"steps", 400.0}}},
    {"capitals", {{"phrases", kCapitals}, {"steps", 500.0}}},
    {"diverging", {{"learning_rate", 1e6}}}};

constexpr Step kSteps[] = {
    {.id = "task",
     .focus = "asked.last.probabilities",
     .cell = CellName{0, 0, "star"},
     .scene = "last.classifier -> asked.last.probabilities*",
     .example = {.keep = "steps", .trained = 0}},
    {.id = "three_ways",
     .focus = "asked.average.mixture",
     .cell = CellName{0, 0, "the"},
     .scene = "asked.last.mixture / asked.attention.mixture , asked.average.mixture*",
     .example = {.set = {{"asked", "the sun is a"}}, .keep = "steps", .trained = 0},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}}, "average.mixture, attention.mixture, asked.attention.mixture"}},
    {.id = "training",
     .focus = "last.loss",
     .cell = CellName{0, 0, 0},
     .scene = "last.losses as ranking -> last.loss*",
     .example = {.trained = kToItsEnd},
     .exercise = Exercise{{{0, 0, 0}}, "total_loss"}},
    {.id = "last_word",
     .focus = "last.context",
     .cell = CellName{0, "once upon a → time", 0},
     .scene = "last.context* -> last.likeness",
     .example = {.keep = "steps"},
     .ask = Ask{.how = HowMuch{0, 1},
                .node = "last.likeness",
                .cell = CellName{0, "once upon a → time", "a → star"},
                .also = "last.likeness"}},
    {.id = "average",
     .focus = "average.context",
     .cell = CellName{0, "the capital of France is → Paris", 0},
     .scene = "average.context* -> average.likeness",
     .example = {.trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1},
                .node = "average.likeness",
                .cell = CellName{0, "the capital of France is → Paris", "is → Madrid"},
                .also = "average.likeness, attention.likeness"}},
    {.id = "more_steps",
     .focus = "asked.average.probabilities",
     .cell = CellName{0, 0, "Paris"},
     .scene = "asked.average.probabilities* , asked.attention.probabilities",
     .example = {.preset = "more-steps", .set = {{"asked", "the capital of France is"}}, .trained = kToItsEnd}},
    {.id = "attention",
     .focus = "asked.attention.mixture",
     .cell = CellName{0, 0, "of"},
     .scene = "asked.average.mixture as likeliest , asked.attention.mixture* as likeliest",
     .example = {.set = {{"asked", "the capital of France is"}}, .keep = "steps", .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{},
                .also = "attention.mixture, asked.attention.masked_scores, asked.attention.scores, asked.attention.dot_products"}},
    {.id = "own_phrase",
     .focus = "asked.attention.probabilities",
     .cell = CellName{0, 0, "star"},
     .scene = "asked.average.probabilities , asked.attention.probabilities*",
     .example = {.preset = "more-steps", .set = {{"asked", "the capital of Spain is a"}}, .trained = kToItsEnd},
     .ask = Ask{.how = WhereIsMost{.among = {"Madrid", "Paris", "apple", "star"}}, .also = "asked.attention.logits"},
     .controls = "asked"},
    {.id = "learned_embeddings",
     .focus = "asked.average.probabilities",
     .cell = CellName{0, 0, "Paris"},
     .scene = "average.likeness , asked.average.probabilities*",
     .example = {.preset = "learned-embeddings", .set = {{"asked", "the capital of France is"}}, .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "average.probabilities, asked.average.probabilities"}},
    {.id = "every_beginning",
     .focus = "last.probabilities",
     .cell = CellName{0, "once upon a → time", "time"},
     .scene = "last.probabilities* as matrix",
     .example = {.preset = "every-beginning", .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "last.probabilities, last.losses, last.loss"}},
    {.id = "both_sides",
     .focus = "attention.probabilities",
     .cell = CellName{0, "the → dog", "dog"},
     .scene = "attention.losses as ranking , attention.probabilities* as matrix",
     .example = {.preset = "masked", .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "attention.probabilities, attention.losses, attention.loss"}},
    {.id = "two_gaps",
     .focus = "gaps.fit",
     .cell = CellName{0, 0, 0},
     .scene = "gaps.first / gaps.second -> gaps.both -> gaps.fit*",
     .example = {.preset = "two-gaps", .trained = kToItsEnd},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "gaps.both"}},
    {.id = "eight_phrases",
     .focus = "attention.mixture",
     .cell = CellName{0, "the capital of Kenya is → Nairobi", "Kenya"},
     .example = {.preset = "capitals", .trained = kToItsEnd}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "next-word", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt,
                                     .settings = settings,
                                     .looking = "asked",
                                     .folded = "parameters",
                                     .largest = {{"phrases", largest_phrases}, {"width", 32.0}}};
  return kLesson;
}

}  // namespace gf::next_word_lesson
