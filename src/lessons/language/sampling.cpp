// The lesson sampling: logits, temperature, probabilities, top-k, top-p and a drawn number choose a token; a tree of other continuations.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "autograd/ops.h"
#include "core/largest.h"
#include "core/number_text.h"
#include "core/random.h"
#include "lessons/language/language_parts.h"
#include "lessons/shared/input_specs.h"
#include "model/sequence_pass.h"
#include "protocol/step.h"

namespace gf::sampling_lesson {
namespace {

using Words = std::vector<std::string>;

constexpr Index kMostWritten = 24, kMostDeep = 5;
constexpr double kLeastTemperature = 0.001;  // stands for T = 0, by which a softmax cannot divide
constexpr double kLeastShare = 1e-30;        // stands for p = 0, which keeps the likeliest token
constexpr double kAllShares = 2;             // stands for p = 1, because a sum of floats may be above 1
constexpr Index kContinuations = 20;

SamplingSettings settings_of(const InputReader& in) {
  return {.temperature = std::max(in.number("temperature"), kLeastTemperature), .top_k = in.whole("top_k"), .top_p = in.number("top_p")};
}

// ---- the text before the choice ----------------------------------------------------------------------------------------

struct Written {
  ReadText read;
  std::vector<int> added;
  bool ended = false;
  std::shared_ptr<const Writer> writer;  // has read all tokens
};

Written write_before(const InputReader& in, const LanguageModel& model) {
  Written written{.read = read_text(model, in.text("text"), kMostRead)};
  written.writer = read_on(in, new_writer(in, model), written.read.ids);
  while (std::ssize(written.added) < in.whole("tokens")) {
    const int token = next_token(*written.writer, settings_of(in), in.seed());
    written.ended = token == Vocabulary::kEnd;
    if (written.ended) break;
    written.added.push_back(token);
    written.writer = read_on(in, written.writer, {token});
  }
  return written;
}

// ---- the choice --------------------------------------------------------------------------------------------------------

// Lists a panel whose columns are nodes, each with its role.
void show_shortlist(LessonBuild& out, const std::string& section, const std::vector<std::pair<std::string, PanelRole>>& columns) {
  Panel panel{View::shortlist, {}, section};
  for (const auto& [node, role] : columns) {
    panel.nodes.push_back(node);
    panel.roles.push_back(role);
  }
  out.panels.push_back(std::move(panel));
}

// Appends the logits of all tokens, (V, 1), the largest first.
NodeId append_ranked(LessonBuild& out, const LanguageModel& model, const ParameterNodes& weights, const Written& written) {
  Tape& tape = out.tape;
  std::vector<int> ids = written.read.ids;
  ids.insert(ids.end(), written.added.begin(), written.added.end());
  const Index tokens = std::ssize(ids);
  pass_over(tape, model.config, weights, ids, {.target_tokens = names_of(model, ids), .target_vocabulary = model.readable});
  const NodeId line = slice(tape, tape.find("decoder.norm"), tokens - 1, tokens, "line", Along::rows);
  const NodeId scores = matmul_nt(tape, weights.at("decoder.token_table"), line,
                                  Label("scores").with_rows({"vocabulary", model.readable}).with_cols(keyed_axis("", {"@score"})));
  const Tensor& value = tape.value(scores);
  const std::vector<Index> places = largest_of({value.data(), static_cast<std::size_t>(value.size())}, value.size());
  std::vector<int> order(places.begin(), places.end());
  Words names = names_of(model, order);
  return embedding(tape, scores, std::move(order),
                   Label("ranked").with_rows({"tokens", std::move(names)}).with_cols(keyed_axis("", {"@score"})));
}

NodeId one_number(Tape& tape, double value, const char* name, const char* formula) {
  return constant(tape, Tensor::filled(matrix_shape(1, 1), static_cast<float>(value)), Label(name, formula));
}

// Appends the probabilities at a temperature, those that top-k and top-p keep, and the kept ones divided by their sum. Returns the latter,
// (V, 1).
NodeId append_shares(LessonBuild& out, const SamplingSettings& settings, NodeId ranked) {
  Tape& tape = out.tape;
  const Axis pieces = tape[ranked].rows;
  const Index count = tape.value(ranked).rows();
  const NodeId temperature = one_number(tape, settings.temperature, "temperature", "@temperature");
  const NodeId divided = divide(tape, ranked, temperature, "divided");
  const NodeId shares = softmax(tape, divided, 1, Along::columns, "shares");
  show_shortlist(out, "scores", {{"ranked", PanelRole::column}, {"divided", PanelRole::column}, {"shares", PanelRole::shares}});
  // The probabilities at the temperature 1, for comparison.
  softmax(tape, ranked, 1, Along::columns, "at_one");
  show_shortlist(out, "scores", {{"at_one", PanelRole::shares}});

  Tensor places(matrix_shape(count, 1));
  std::iota(places.data(), places.data() + count, 0.0f);
  const NodeId place = constant(tape, std::move(places), Label("place", "0, 1, 2, …").with_rows(pieces));
  const NodeId most = one_number(tape, static_cast<double>(settings.top_k > 0 ? std::min(settings.top_k, count) : count), "k", "@k_or_all");
  const NodeId within_k = is_less(tape, place, most, "within_k");
  const NodeId before = running_sums(tape, shares, {.along = Along::columns, .exclusive = true}, "before");
  const double p = settings.top_p >= 1 ? kAllShares : std::max(settings.top_p, kLeastShare);
  const NodeId enough = one_number(tape, p, "p", "@p_or_all");
  const NodeId within_p = is_less(tape, before, enough, "within_p");
  const NodeId kept = multiply(tape, within_k, within_p, "kept");
  const NodeId left = multiply(tape, shares, kept, "left");
  const NodeId sum_left = sum(tape, left, Along::columns, "sum_left");
  const NodeId renormalised = divide(tape, left, sum_left, "renormalised");
  sum(tape, kept, Along::columns, "how_many");
  show_shortlist(out, "cut",
                 {{"before", PanelRole::column},
                  {"within_k", PanelRole::column},
                  {"within_p", PanelRole::column},
                  {"kept", PanelRole::kept},
                  {"renormalised", PanelRole::shares}});
  out.show(View::matrix, "sum_left", "cut");
  out.show(View::matrix, "how_many", "cut");
  return renormalised;
}

// Appends the interval of each share between 0 and 1, and the token whose interval has the drawn number.
void append_draw(LessonBuild& out, NodeId renormalised, double number) {
  Tape& tape = out.tape;
  const NodeId from = running_sums(tape, renormalised, {.along = Along::columns, .exclusive = true}, "from");
  const NodeId to = running_sums(tape, renormalised, {.along = Along::columns}, "to");
  const NodeId drawn_with = one_number(tape, number, "number", "@drawn_number");
  const NodeId starts_before = is_less(tape, from, drawn_with, "begun"), ends_before = is_less(tape, to, drawn_with, "ended");
  add(tape, starts_before, scale(tape, ends_before, -1, "minus_ended"), "drawn");
  out.show(View::matrix, "number", "draw");
  show_shortlist(out, "draw", {{"from", PanelRole::column}, {"to", PanelRole::column}, {"drawn", PanelRole::drawn}});
}

// ---- the tree of continuations -----------------------------------------------------------------------------------------

// A token that some continuations share.
struct Branch {
  Index parent, depth, draws;  // parent: the branch before it; -1: the text
  int token;
};

// The end of a branch that grows on.
struct Tip {
  Index branch;  // -1: the text
  Index draws;
  std::shared_ptr<const Writer> writer;
};

// Draws many continuations of the text. Continuations that begin with the same tokens share a branch. The likeliest branch comes first.
std::vector<Branch> grow_tree(const InputReader& in, const Written& written) {
  NumpyRandom random(seed_of_word(in.seed(), "tree"));
  std::vector<Branch> branches;
  std::vector<Tip> tips{{-1, kContinuations, written.writer}};
  for (Index depth = 0; depth < in.whole("depth"); ++depth) {
    std::vector<Tip> further;
    for (const Tip& tip : tips) {
      const std::vector<float>& logits = tip.writer->logits();
      const std::vector<double> shares = sampling_shares(logits.data(), std::ssize(logits), settings_of(in));
      std::map<Index, Index> counts;  // by token
      std::vector<double> numbers(static_cast<std::size_t>(tip.draws));
      for (double& number : numbers) number = random.uniform();
      for (const Index token : draw_tokens(shares, numbers)) ++counts[token];
      std::vector<std::pair<Index, Index>> often(counts.begin(), counts.end());
      std::stable_sort(often.begin(), often.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
      for (const auto& [token, draws] : often) {
        branches.push_back({tip.branch, depth, draws, static_cast<int>(token)});
        if (token != Vocabulary::kEnd && depth + 1 < in.whole("depth"))
          further.push_back({std::ssize(branches) - 1, draws, read_on(in, tip.writer, {static_cast<int>(token)})});
      }
    }
    tips = std::move(further);
  }
  return branches;
}

void append_tree(const InputReader& in, LessonBuild& out, const LanguageModel& model, const Written& written) {
  const std::vector<Branch> branches = grow_tree(in, written);
  Tensor tree(matrix_shape(std::ssize(branches), 3));
  Words names;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const auto row = static_cast<Index>(i);
    tree.at(row, 0) = static_cast<float>(branches[i].parent);
    tree.at(row, 1) = static_cast<float>(branches[i].depth);
    tree.at(row, 2) = static_cast<float>(branches[i].draws);
    names.push_back(readable_token(model, branches[i].token));
  }
  const std::string formula = "@draws_from_here " + std::to_string(kContinuations);
  out.show(
      View::tree,
      constant(
          out.tape, std::move(tree),
          Label("tree", formula).with_rows({"tokens", std::move(names)}).with_cols(keyed_axis("", {"@grows_from", "@depth", "@draws"}))),
      "text");
}

void build(const InputReader& in, LessonBuild& out) {
  const auto model = tales_model(in);
  const Written written = write_before(in, *model);
  show_page(out, *model, written.read.ids, written.added);
  show_ids(out, *model, written.read.ids, "prompt", "tokens(text)", "text");
  show_ids(out, *model, written.added, "written", "@drawn_in_turn", "text");
  const ParameterNodes weights(out.tape, model->config, model->weights);
  const NodeId ranked = append_ranked(out, *model, weights, written);
  append_draw(out, append_shares(out, settings_of(in), ranked), drawn_number(*written.writer, in.seed()));
  append_tree(in, out, *model, written);
  if (in.number("temperature") < kLeastTemperature) out.notes.push_back({"no_heat", {{"least", format_number(kLeastTemperature)}}});
  note_written(out, in.text("text"), *model, written.added);
  if (written.ended) out.notes.push_back({"ended", {{"count", std::to_string(written.added.size())}}});
  note_forgotten(out, written.read, kMostRead);
}

constexpr InputSpec kInputs[] = {text_input("text", "Once upon a time there was a"),
                                 number_input("temperature", 1, 0, 10, 0),
                                 number_input("top_k", 0, 0, 50),
                                 number_input("top_p", 1, 0, 1, 0),
                                 seed_input(1),
                                 number_input("tokens", 0, 0, static_cast<double>(kMostWritten)).runs(),
                                 number_input("depth", 3, 1, static_cast<double>(kMostDeep))};

constexpr Preset kPresets[] = {{"as-trained", {}},
                               {"cold", {{"temperature", 0.0}}},
                               {"hot", {{"temperature", 2.0}}},
                               {"three-likeliest", {{"top_k", 3.0}}},
                               {"nine-tenths", {{"top_p", 0.9}}},
                               {"a-fact", {{"text", "the capital of Spain is"}}}};

constexpr Step kSteps[] = {
    {.id = "scores", .focus = "ranked", .cell = CellName{0, 0, 0}, .scene = "page / ranked* -> tree"},
    {.id = "divided",
     .focus = "divided",
     .cell = CellName{0, 0, 0},
     .scene = "page / divided* -> tree",
     .example = {.set = {{"temperature", 2.0}}},
     .exercise = Exercise{{{0, 0, 0}, {0, 1, 0}}},
     .controls = "temperature"},
    {.id = "heat",
     .focus = "shares",
     .cell = CellName{0, 0, 0},
     .scene = "at_one , shares*",
     .example = {.set = {{"temperature", 2.0}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "tree"},
     .controls = "temperature"},
    {.id = "fact",
     .focus = "shares",
     .cell = CellName{0, 0, 0},
     .scene = "at_one , shares*",
     .example = {.preset = "a-fact", .set = {{"temperature", 2.0}}},
     .ask = Ask{.how = HowMuch{0, 1, true}, .also = "tree"},
     .controls = "temperature"},
    {.id = "cold",
     .focus = "shares",
     .cell = CellName{0, 0, 0},
     .scene = "page / tree , shares*",
     .example = {.set = {{"temperature", 0.0}, {"tokens", 16.0}}},
     .controls = "temperature, seed"},
    {.id = "hot",
     .focus = "tree",
     .cell = CellName{0, 0, "@draws"},
     .scene = "page -> tree*",
     .example = {.set = {{"temperature", 2.0}, {"tokens", 0.0}}},
     .controls = "temperature"},
    {.id = "top_k",
     .focus = "renormalised",
     .cell = CellName{0, 0, 0},
     .scene = "shares / sum_left -> renormalised*",
     .example = {.set = {{"top_k", 2.0}}},
     .exercise = Exercise{{{0, 0, 0}, {0, 2, 0}}, "from, to, tree"},
     .controls = "top_k"},
    {.id = "top_p",
     .focus = "how_many",
     .cell = CellName{0, 0, 0},
     .scene = "shares -> renormalised -> how_many*",
     .example = {.preset = "a-fact", .set = {{"top_p", 0.8}}},
     .ask = Ask{.how = HowMuch{.least = 1, .most = 12, .whole = true}, .also = "kept, within_p, left, renormalised, from, to, drawn, tree"},
     .controls = "top_p"},
    {.id = "draw",
     .focus = "drawn",
     .cell = CellName{0, 3, 0},
     .example = {.set = {{"top_k", 4.0}}},
     .ask = Ask{.how = WhereIsMost{.down = true, .among = {0, 1, 2, 3}}, .also = "begun, ended, minus_ended"},
     .controls = "seed"},
    {.id = "tree", .focus = "tree", .cell = CellName{0, 0, "@draws"}, .scene = "shares -> tree*", .controls = "depth, seed"},
    {.id = "beta",
     .focus = "shares",
     .cell = CellName{0, 0, 0},
     .scene = "shares* -> tree",
     .example = {.set = {{"temperature", 0.5}}},
     .controls = "temperature"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "sampling", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files = [](const InputReader&) { return Words{kTalesModel}; },
                                     .largest = {{"text", kLongTale},
                                                 {"temperature", 2.0},
                                                 {"tokens", static_cast<double>(kMostWritten)},
                                                 {"depth", static_cast<double>(kMostDeep)}}};
  return kLesson;
}

}  // namespace gf::sampling_lesson
