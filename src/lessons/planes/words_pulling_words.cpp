// The lesson words-pulling-words: words in a plane pull each other, in two sentences. An iteration has dot products, exponentials, shares
// and a weighted sum.
#include <algorithm>
#include <array>
#include <cmath>

#include "autograd/ops.h"
#include "core/nth.h"
#include "lessons/build.h"
#include "lessons/planes/fruit_and_phone.h"
#include "lessons/shared/input_specs.h"
#include "model/attention.h"
#include "protocol/step.h"
#include "text/tokenizer.h"

namespace gf::words_pulling_words_lesson {
namespace {

using namespace fruit_and_phone;

constexpr double kMostIterations = 8;
constexpr float kPrintedShare = 1.0f / 6;  // the share that the source prints for each of seven words

// The nodes of one iteration.
struct Iteration {
  std::string before;  // the node of the places before the iteration
  NodeId dot_products, exponentials, total, weights, output, moved;
};

// Appends softmax(q Xᵀ) X for the pulled word, or for all words if `whole`. Also appends the exponentials and their sums, which are steps
// of the softmax.
Iteration iterate(Tape& tape, const Phrase& phrase, NodeId x, bool whole) {
  Iteration step{tape[x].name, -1, -1, -1, -1, -1, -1};
  const Axis word{"tokens", {nth(phrase.tokens, phrase.pulled)}};
  const NodeId query = whole ? x : embedding(tape, x, {phrase.pulled}, Label("query").with_rows(word).with_cols(tape[x].cols));
  AttentionOptions options;
  options.scaled = false;
  const AttentionNodes nodes = attention(tape, query, x, {}, options);
  step.dot_products = nodes.dot_products;
  step.weights = nodes.weights;
  step.output = nodes.output;
  step.exponentials = exponential(tape, nodes.dot_products, "exponentials");
  step.total = sum(tape, step.exponentials, Along::rows, Label("sum").with_cols({"sum", {}}));
  step.moved = whole ? nodes.output : replace_rows(tape, x, nodes.output, {phrase.pulled}, "moved");
  return step;
}

bool is_fruit_text(const Phrase& phrase) {
  const std::vector<std::string> tokens = word_tokens(kFruitText);
  return places_of(phrase.tokens, distinct_words({tokens})) == places_of(tokens, distinct_words({tokens}));
}

bool all_equal(const Tensor& weights) {
  const auto [least, most] = std::minmax_element(weights.data(), weights.data() + weights.size());
  return *most - *least < 1e-5f;
}

// Appends the shares of the source, which gives each of seven equal words a sixth, so that they add up to 7/6. Returns the nodes, or none
// if the sentence is not the source's example.
std::vector<NodeId> append_published(LessonBuild& out, const Phrase& phrase, const Iteration& first) {
  Tape& tape = out.tape;
  const Tensor& weights = tape.value(first.weights);
  if (!is_fruit_text(phrase) || weights.rows() != 1 || !all_equal(weights)) return {};
  std::vector<Mark> marks;
  for (Index j = 0; j < weights.cols(); ++j) marks.push_back({{0, 0, j}, kPrintedShare, weights.at(0, j), "sixths"});
  out.marks.emplace_back(first.weights, std::move(marks));
  const auto scope = tape.scope("published");
  const NodeId shares = constant(tape, Tensor::filled(weights.shape(), kPrintedShare),
                                 Label("weights", "1/6").with_rows(tape[first.weights].rows).with_cols(tape[first.weights].cols));
  const NodeId total = sum(tape, shares, Along::rows, Label("sum").with_cols({"sum", {}}));
  return {shares, total, matmul(tape, shares, phrase.x, "output")};
}

// Returns the plane of one sentence: the places of its words, their places after each step, and the weights of the last step.
Panel plane_of(const Tape& tape, const Phrase& phrase, const std::vector<Iteration>& steps) {
  Panel panel{View::plane, {tape[phrase.x].name}, "plane", {PanelRole::points}};
  const auto add = [&](NodeId node, PanelRole role) {
    panel.nodes.push_back(tape[node].name);
    panel.roles.push_back(role);
  };
  if (!steps.empty()) add(steps.back().weights, PanelRole::weights);
  for (const Iteration& step : steps) add(step.moved, PanelRole::moved);
  return panel;
}

// Lists the tables of one step, in the order of computation.
void add_tables(LessonBuild& out, const Iteration& step, const std::string& section, bool whole) {
  out.show(View::tokens, step.before, section);
  for (const NodeId node : {step.dot_products, step.exponentials, step.total}) out.show(View::matrix, node, section);
  out.show(View::attention, step.weights, section);
  for (const NodeId node : {step.dot_products, step.weights})
    if (!whole) out.show(View::likeliest, node, section);
  const auto name = [&](NodeId node) { return out.tape[node].name; };
  out.show_together(View::softmax_rows, {name(step.dot_products), name(step.exponentials), name(step.weights)}, section);
  out.show(View::matrix, step.output, section);
  if (!whole) out.show(View::tokens, step.moved, section);
}

void build(const InputReader& in, LessonBuild& out) {
  const Sentences sentences = read_sentences(in, kWidth);
  const bool whole = in.text("pulled") == "phrase";
  Tape& tape = out.tape;
  const NodeId table =
      out.input_matrix("places", sentences.table, Label("places").with_rows({"words", sentences.words}).with_cols(feature_names(kWidth)));
  std::vector<Iteration> last;  // the last iteration in each sentence; empty without iterations
  std::vector<NodeId> published;
  for (const bool is_first : {true, false}) {
    const auto scope = tape.scope(is_first ? "first" : "second");
    const Phrase phrase = look_up(tape, table, is_first ? sentences.first : sentences.second, sentences, in.text("word"));
    std::vector<Iteration> steps;
    for (Index k = 0; k < in.whole("iterations"); ++k) {
      const auto around = tape.scope("iteration"), inside = tape.scope(std::to_string(k));
      steps.push_back(iterate(tape, phrase, steps.empty() ? phrase.x : steps.back().moved, whole));
    }
    out.panels.push_back(plane_of(tape, phrase, steps));
    if (!steps.empty()) last.push_back(steps.back());
    if (is_first && !steps.empty() && in.toggle("published")) published = append_published(out, phrase, steps.front());
  }
  out.show(View::tokens, table, "words");
  for (std::size_t i = 0; i < last.size(); ++i) {
    add_tables(out, last[i], i == 0 ? "step.first" : "step.second", whole);
    if (i == 0)
      for (const NodeId node : published) out.show(View::matrix, node, "published");
  }
  add_word_notes(in, sentences, out);
  if (in.toggle("published") && published.empty()) out.notes.push_back({"published_elsewhere", {}});
}

void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after) {
  if (changed == "text" || changed == "other_text") keep_words(lesson, before, after, kWidth);
}

constexpr InputSpec kInputs[] = {text_input("text", kFruitText),
                                 text_input("other_text", kPhoneText),
                                 choice_input("pulled", "word, phrase"),
                                 text_input("word", kWord),
                                 number_input("iterations", 1, 0, kMostIterations),
                                 seed_input(1),
                                 toggle_input("published", false),
                                 matrix_input("places", "(words, 2)")};

// The random places of the source's three words.
constexpr float kRandomPlaces[3][2] = {{0.3f, 0.2f}, {1.4f, 1.0f}, {0.8f, 1.6f}};

constexpr Preset kPresets[] = {
    {"fruit-and-phone", {}},
    {"far-out",
     {{"places",
       [] {
         return default_table({{"banana", {6.4f, 0.8f}}});
       }}}},
    {"random", {{"text", "banana pear phone"}, {"other_text", "phone pear"}, {"word", "pear"}, {"places", kRandomPlaces}}},
    {"all-the-way",
     {{"places",
       [] {
         return default_table({{"apple", {2, 0}}, {"banana", {8, 1}}});
       }}}},
    {"halfway",
     {{"places",
       [] {
         return default_table({{"apple", {3, 0}}, {"banana", {3, 2}}});
       }}}},
    {"equal",
     {{"places",
       [] {
         return default_table({{"apple", {0, 0}}});
       }},
      {"published", true}}},
    {"again-and-again", {{"iterations", 6.0}}},
    {"whole-phrase", {{"pulled", "phrase"}}},
    {"orange", {{"text", "I ate an orange and an apple"}, {"pulled", "phrase"}, {"iterations", 2.0}}}};

constexpr Step kSteps[] = {
    {.id = "points", .focus = "first.x", .cell = CellName{0, "apple", "@fruitiness"}, .scene = "first.x* as plane , first.x as tokens"},
    {.id = "two_sentences",
     .focus = "second.x",
     .cell = CellName{0, "apple", "@fruitiness"},
     .section = "plane",
     .scene = "first.x as plane , second.x* as plane"},
    {.id = "dot_products",
     .focus = "first.iteration.0.dot_products",
     .cell = CellName{0, 0, "banana"},
     .scene = "first.x as plane -> first.iteration.0.dot_products* as likeliest",
     .ask =
         Ask{.how = WhereIsMost{}, .also = "second.iteration.0.dot_products, second.iteration.0.exponentials, second.iteration.0.weights"}},
    {.id = "twice_as_far",
     .focus = "first.iteration.0.dot_products",
     .cell = CellName{0, 0, "banana"},
     .scene = "first.x as plane | first.iteration.0.dot_products* as matrix",
     .example = {.preset = "far-out"},
     .ask = Ask{.how = WhichIsSo{{"same", "twice", "four_times"}, {10, 20}}}},
    {.id = "exponentials",
     .focus = "first.iteration.0.exponentials",
     .cell = CellName{0, 0, "ate"},
     .scene = "first.iteration.0.dot_products | first.iteration.0.exponentials*",
     .exercise = Exercise{{{0, 0, 1}, {0, 0, 4}}}},
    {.id = "shares",
     .focus = "first.iteration.0.weights",
     .cell = CellName{0, 0, "banana"},
     .scene = "first.iteration.0.exponentials -> first.iteration.0.sum | first.iteration.0.weights*",
     .exercise = Exercise{{{0, 0, 3}, {0, 0, 6}}}},
    {.id = "new_place",
     .focus = "first.iteration.0.output",
     .cell = CellName{0, 0, 0},
     .scene = "first.x as plane , first.iteration.0.weights / first.iteration.0.output*",
     .ask = Ask{.how = WhereInPlane{"first.x"}}},
    {.id = "iterations",
     .focus = "first.iteration.5.moved",
     .cell = CellName{0, "apple", 0},
     .section = "plane",
     .scene = "first.x as plane , first.iteration.5.moved*",
     .example = {.set = {{"iterations", 6.0}}},
     .ask = Ask{.how = WhereInPlane{"first.x"},
                .also = "first.iteration.1.moved, first.iteration.1.output, first.iteration.2.moved, "
                        "first.iteration.2.output, first.iteration.3.moved, first.iteration.3.output, "
                        "first.iteration.4.moved, first.iteration.4.output, first.iteration.5.output"},
     .controls = "iterations"},
    {.id = "equal_pull",
     .focus = "first.iteration.0.weights",
     .cell = CellName{0, 0, 0},
     .scene = "first.x as plane , first.iteration.0.dot_products / first.iteration.0.weights*",
     .example = {.preset = "equal", .set = {{"published", false}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "first.iteration.0.weights, second.iteration.0.weights"}},
    {.id = "whole_phrase",
     .focus = "first.iteration.0.weights",
     .cell = CellName{0, "banana", "banana"},
     .scene = "first.x as plane , first.iteration.0.weights*",
     .example = {.preset = "whole-phrase"}},
    {.id = "each_other",
     .focus = "first.iteration.0.weights",
     .cell = CellName{0, "orange", "apple"},
     .scene = "first.x as plane , first.iteration.0.weights*",
     .example = {.preset = "orange", .set = {{"iterations", 1.0}}},
     .ask = Ask{.how = WhichIsSo{{"less", "same", "more"}, {-1e-3f, 1e-3f}, At{"first.iteration.0.weights", {0, "apple", "orange"}}}}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "words-pulling-words", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .adapt = adapt,
                                     .largest = {{"text", [] { return many_words("first"); }},
                                                 {"other_text", [] { return many_words("second"); }},
                                                 {"pulled", "phrase"},
                                                 {"iterations", kMostIterations}}};
  return kLesson;
}

}  // namespace gf::words_pulling_words_lesson
