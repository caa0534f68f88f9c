// The lesson tokenizer, byte-pair encoding one merge at a time: the counted pairs, the merges, and the tokens of another text.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "lessons/build.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/shuffled.h"
#include "protocol/step.h"
#include "text/bpe_tokenizer.h"
#include "text/tokenizer.h"

namespace gf::tokenizer_lesson {
namespace {

constexpr std::size_t kMostBytes = 3000;
constexpr double kMostMerges = 200;
constexpr std::size_t kMostPairs = 16;  // pairs in the ranking
constexpr int kFirstMerged = 256;
// The text that the source prints, and the text with which its steps begin.
constexpr const char *kPrinted = "aaabdaaabc", *kMeant = "aaabdaaabac";

struct Cut {
  NodeId bytes = -1, characters = -1, words = -1, pieces = -1;
  TokenRow row;  // of the bytes on the tape, some of which may be held at other values
};

struct Learned {
  BpeTokenizer tokenizer;
  NodeId table = -1;
  TokenRow row;  // of the text, after the merges
  bool more = false;
};

int whole(float value) { return std::isfinite(value) ? static_cast<int>(std::lround(std::clamp(value, -1.0f, 1e6f))) : -1; }

Tensor row_tensor(const std::vector<int>& ids) {
  Tensor row(matrix_shape(1, std::ssize(ids)));
  std::copy(ids.begin(), ids.end(), row.data());
  return row;
}

std::shared_ptr<const Tensor> starts_of(const TokenRow& row) {
  return std::make_shared<Tensor>(row_tensor({row.starts.begin(), row.starts.end()}));
}

std::string piece_text(const BpeTokenizer& tokenizer, int id) {
  const bool known = id >= 0 && id < static_cast<int>(tokenizer.pieces.size());
  return known ? visible_text(nth(tokenizer.pieces, id)) : std::to_string(id);
}

// Labels the tokens of a node by their values, which may be held.
void label_pieces(Tape& tape, NodeId node, const BpeTokenizer& tokenizer) {
  Node axes;
  axes.cols.name = "pieces";
  const Tensor& value = tape.value(node);
  for (Index t = 0; t < value.cols(); ++t) axes.cols.labels.push_back(piece_text(tokenizer, whole(value.at(0, t))));
  tape.set_axes(node, axes);
}

NodeId characters_of(Tape& tape, const std::string& text) {
  std::vector<int> points;
  Axis axis{"characters", {}};
  for (const std::string_view character : utf8_characters(text)) {
    points.push_back(static_cast<int>(code_point(character)));
    axis.labels.push_back(visible_text(character));
  }
  return constant(tape, row_tensor(points), Label("characters", "@code_points").with_cols(std::move(axis)));
}

// Appends the number of each word: its place among the different words of the text. Returns -1 if the text has no word.
NodeId words_of(Tape& tape, const std::string& text) {
  const std::vector<std::string> words = word_tokens(text);
  if (words.empty()) return -1;
  std::vector<std::string> different;
  std::vector<int> numbers;
  for (const std::string& word : words) {
    const auto found = std::find(different.begin(), different.end(), word);
    numbers.push_back(static_cast<int>(found - different.begin()));
    if (found == different.end()) different.push_back(word);
  }
  return constant(tape, row_tensor(numbers), Label("words", "@place_among_words").with_cols({"words", words}));
}

Cut cut_text(Tape& tape, const std::string& text, BpeSplit split) {
  Cut cut;
  cut.characters = characters_of(tape, text);
  cut.words = words_of(tape, text);
  const BpeTokenizer bytes = byte_tokenizer();
  cut.row = byte_row(bytes, text, split);
  cut.bytes = constant(tape, row_tensor(cut.row.ids), Label("bytes", "UTF-8").with_cols({"pieces", {}}));
  for (std::size_t t = 0; t < cut.row.size(); ++t) cut.row.ids[t] = whole(tape.value(cut.bytes).data()[t]);
  label_pieces(tape, cut.bytes, bytes);
  return cut;
}

// Returns a row merged as the op merge_pairs does, with the beginnings of the words.
TokenRow merged_by(const Tensor& table, TokenRow row) {
  for (Index i = 0; i < table.rows(); ++i) row = merge_pair(row, {whole(table.at(i, 0)), whole(table.at(i, 1))}, whole(table.at(i, 2)));
  return row;
}

Label table_label(std::string name, const BpeTokenizer& tokenizer, const std::vector<TokenPair>& pairs) {
  Axis rows{"merges", {}};
  for (const TokenPair& pair : pairs) rows.labels.push_back(piece_text(tokenizer, pair.left) + " + " + piece_text(tokenizer, pair.right));
  return Label(std::move(name)).with_rows(std::move(rows)).with_cols(keyed_axis("columns", {"@left", "@right", "@token", "@count"}));
}

Learned learn(Tape& tape, Cut& cut, int merges) {
  TokenRow bytes = cut.row;
  for (int& byte : bytes.ids) byte = std::clamp(byte, 0, kFirstMerged - 1);
  Learned learned{learn_bpe(bytes, merges + 1), -1, cut.row, false};
  // One merge more is learned to see whether another merge is possible. It is left out of the table.
  learned.more = static_cast<int>(learned.tokenizer.merges.size()) > merges;
  std::vector<TokenPair> pairs = learned.tokenizer.merges;
  if (learned.more) pairs.pop_back();
  if (!pairs.empty()) {
    learned.table = merge_table(tape, cut.bytes, pairs, kFirstMerged, starts_of(cut.row), table_label("merges", learned.tokenizer, pairs));
    learned.row = merged_by(tape.value(learned.table), cut.row);
  }
  cut.pieces = merge_pairs(tape, cut.bytes, learned.table, starts_of(cut.row), "pieces");
  label_pieces(tape, cut.pieces, learned.tokenizer);
  return learned;
}

// Returns the tokenizer with `token` as the merge of a pair. If a cell of the text is held, the pair may differ from the learned one.
BpeTokenizer with_merge(BpeTokenizer tokenizer, TokenPair pair, int token) {
  tokenizer.pieces.resize(static_cast<std::size_t>(token));
  const auto known = [&](int id) { return id >= 0 && id < token; };
  if (known(pair.left) && known(pair.right)) add_merge(tokenizer, pair);
  return tokenizer;
}

// Appends the counts of the pairs in the merged text, and the text after one merge more.
void add_next_merge(LessonBuild& out, const Cut& cut, const Learned& learned) {
  Tape& tape = out.tape;
  TokenRow row = learned.row;
  for (std::size_t t = 0; t < row.size(); ++t) row.ids[t] = whole(tape.value(cut.pieces).data()[t]);
  std::vector<PairCount> counts = pair_counts(row);
  if (counts.empty()) return;
  std::vector<TokenPair> pairs;
  for (std::size_t i = 0; i < std::min(counts.size(), kMostPairs); ++i) pairs.push_back(counts[i].pair);
  Axis rows = *table_label("", learned.tokenizer, pairs).rows;
  rows.name = "pairs";
  const auto starts = starts_of(row);
  pair_counts(tape, cut.pieces, pairs, starts, Label("pair_counts").with_rows(rows).with_cols(keyed_axis("count", {"@count"})));
  out.show(View::ranking, "pair_counts", "pairs");
  if (!learned.more || counts.front().count < 2) return;
  const int token = kFirstMerged + (learned.table < 0 ? 0 : static_cast<int>(tape.value(learned.table).rows()));
  const NodeId next =
      merge_table(tape, cut.pieces, {pairs.front()}, token, starts, table_label("next_merge", learned.tokenizer, {pairs.front()}));
  const NodeId after = merge_pairs(tape, cut.pieces, next, starts, "next_pieces");
  label_pieces(tape, after, with_merge(learned.tokenizer, pairs.front(), token));
  out.show(View::matrix, "next_merge", "pairs");
  out.show(View::pieces, "next_pieces", "pairs");
}

Cut add_other(LessonBuild& out, const std::string& text, BpeSplit split, const Learned& learned) {
  Tape& tape = out.tape;
  const auto scope = tape.scope("other");
  Cut cut = cut_text(tape, text, split);
  cut.pieces = merge_pairs(tape, cut.bytes, learned.table, starts_of(cut.row), "pieces");
  label_pieces(tape, cut.pieces, learned.tokenizer);
  const NodeId decoded = expand_pairs(tape, cut.pieces, learned.table, "decoded");
  label_pieces(tape, decoded, learned.tokenizer);
  out.show_each(View::pieces, {"other.bytes", "other.pieces", "other.decoded"}, "other");
  if (tape.value(decoded).shape() == tape.value(cut.bytes).shape()) {
    largest_difference(tape, decoded, cut.bytes);
    out.show(View::matrix, "other.largest_difference", "other");
  }
  return cut;
}

void add_counts(LessonBuild& out, const Cut& text, const Cut& other) {
  std::vector<NodeId> rows;
  std::vector<int> which;
  for (const Cut* cut : {&text, &other})
    for (const NodeId node : {cut->characters, cut->words, cut->bytes, cut->pieces}) {
      which.push_back(node < 0 ? -1 : static_cast<int>(rows.size()));
      if (node >= 0) rows.push_back(node);
    }
  Label label = Label("counts", "count(…)").with_rows(keyed_axis("texts", {"@text", "@other"}));
  count(out.tape, rows, which, matrix_shape(2, 4),
        std::move(label).with_cols(keyed_axis("columns", {"@characters", "@words", "@bytes", "@tokens"})));
  out.show_each(View::pieces, {"other.characters", "other.words"}, "compare");
  out.show(View::matrix, "counts", "compare");
}

// Marks the cells that differ from the source: it prints a text that lacks a letter of the text in its steps.
void mark_slip(LessonBuild& out, const std::string& text, const Cut& cut, const Learned& learned) {
  const BpeTokenizer bytes = byte_tokenizer();
  const auto mark = [&](NodeId node, const TokenRow& printed) {
    std::vector<Mark> marks;
    const Tensor& shown = out.tape.value(node);
    for (std::size_t t = 0; t < std::min(printed.size(), static_cast<std::size_t>(shown.cols())); ++t)
      if (shown.data()[t] != static_cast<float>(printed.ids[t]))
        marks.push_back({{0, 0, static_cast<Index>(t)}, static_cast<float>(printed.ids[t]), shown.data()[t], "missing_letter"});
    if (!marks.empty()) out.marks.emplace_back(node, std::move(marks));
  };
  if (text == kMeant) mark(cut.bytes, byte_row(bytes, kPrinted, BpeSplit::whole));
  if (text != kPrinted) return;
  TokenRow steps = byte_row(bytes, kMeant, BpeSplit::whole);
  if (learned.table >= 0) steps = merged_by(out.tape.value(learned.table), steps);
  mark(cut.pieces, steps);
  out.notes.push_back({"missing_letter", {{"printed", kPrinted}, {"meant", kMeant}}});
}

void check_text(const std::string& where, const std::string& text) {
  if (text.empty()) throw InputError({"no_text", {{"where", where}}});
  if (text.size() > kMostBytes)
    throw InputError({"text_too_long", {{"where", where}, {"got", std::to_string(text.size())}, {"most", std::to_string(kMostBytes)}}});
}

void build(const InputReader& in, LessonBuild& out) {
  const std::string &text = in.text("text"), &other = in.text("other");
  check_text("text", text);
  check_text("other", other);
  const BpeSplit split = in.text("split") == "words" ? BpeSplit::words : BpeSplit::whole;
  Cut cut = cut_text(out.tape, text, split);
  const Learned learned = learn(out.tape, cut, static_cast<int>(in.whole("merges")));
  out.show(View::pieces, "bytes", "text");
  out.show(View::pieces, "pieces", "pairs");
  add_next_merge(out, cut, learned);
  out.show(View::matrix, "merges", "merges");
  const Cut encoded = add_other(out, other, split, learned);
  add_counts(out, cut, encoded);

  const Index done = learned.table < 0 ? 0 : out.tape.value(learned.table).rows();
  const std::string asked = std::to_string(in.whole("merges"));
  if (!learned.more) out.notes.push_back({"no_pair_twice", {{"done", std::to_string(done)}, {"asked", asked}}});
  if (in.toggle("published") && split == BpeSplit::whole) mark_slip(out, text, cut, learned);
}

std::string sennrich_text() {
  std::string text;
  for (const auto& [word, times] : {std::pair("low", 5), std::pair("lower", 2), std::pair("newest", 6), std::pair("widest", 3)})
    for (int i = 0; i < times; ++i) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

std::string longest() { return numbered_words(kMostBytes).substr(0, kMostBytes); }

constexpr InputSpec kInputs[] = {text_input("text", kMeant).lines(), number_input("merges", 1, 0, kMostMerges),
                                 choice_input("split", "whole, words"), text_input("other", "abacaab").lines(),
                                 toggle_input("published", false)};

constexpr Preset kPresets[] = {
    {"three-merges", {{"merges", 3.0}}},
    {"as-printed", {{"text", kPrinted}, {"merges", 3.0}, {"published", true}}},
    {"as-meant", {{"text", kMeant}, {"merges", 3.0}, {"published", true}}},
    {"sentence",
     {{"text", "the cat sat on the mat and the dog sat on the log"},
      {"split", "words"},
      {"merges", 12.0},
      {"other", "the dot on the mast"}}},
    {"lowest", {{"text", sennrich_text}, {"split", "words"}, {"merges", 10.0}, {"other", "lowest"}}},
    {"capitals",
     {{"text", "the cat and the dog saw the man in the garden in 2019 and in 2020 and in 2021"},
      {"split", "words"},
      {"merges", 10.0},
      {"other", "the The THE"}}},
    {"another-language", {{"text", "the cat sat on the mat"}, {"split", "words"}, {"merges", 3.0}, {"other", "η γάτα κάθισε στο χαλί"}}},
    {"languages", {{"text", "naïve café, ναι ναι ναι, 5 € ★★"}, {"merges", 6.0}, {"other", "ναι, café ★\n\tfin"}}},
    {"one-letter", {{"text", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"merges", 200.0}, {"other", "aaaaaaaaaaaaa"}}},
    {"no-pair", {{"text", "abcdefg"}, {"merges", 5.0}, {"other", "gfedcba"}}}};

constexpr Held kOddByte[] = {{"other.bytes", {0, 0, 3}, 255}};

constexpr Step kSteps[] = {
    {.id = "bytes", .focus = "bytes", .cell = CellName{0, 0, 0}, .scene = "bytes* | counts", .example = {.set = {{"merges", 0.0}}}},
    {.id = "pair_counts",
     .focus = "pair_counts",
     .cell = CellName{0, "a + a", 0},
     .scene = "pieces | pair_counts* as ranking",
     .example = {.set = {{"merges", 0.0}}},
     .ask = Ask{.how = HowMuch{}, .also = "next_merge"}},
    {.id = "first_merge",
     .focus = "counts",
     .cell = CellName{0, "@text", "@bytes"},
     .scene = "bytes -> merges | pieces | counts*",
     .ask = Ask{.how = HowMuch{}, .cell = CellName{0, "@text", "@tokens"}, .also = "pieces, pair_counts, next_merge, next_pieces"}},
    {.id = "more_merges",
     .focus = "pieces",
     .cell = CellName{0, 0, 0},
     .scene = "bytes -> merges | pieces* , pair_counts as ranking",
     .example = {.set = {{"merges", 3.0}}},
     .controls = "merges"},
    {.id = "merge_table",
     .focus = "merges",
     .cell = CellName{0, "aa + ab", "@left"},
     .scene = "bytes | merges*",
     .example = {.set = {{"merges", 3.0}}},
     .exercise = Exercise{{{0, 2, 0}, {0, 2, 1}, {0, 2, 2}, {0, 2, 3}}}},
    {.id = "round_trip",
     .focus = "other.largest_difference",
     .cell = CellName{0, 0, 0},
     .scene = "other.bytes -> other.pieces | other.decoded -> other.largest_difference*",
     .example = {.set = {{"merges", 3.0}}, .hold = kOddByte},
     .ask = Ask{.how = WhichIsSo{{"yes", "no"}, {0.5f}}, .also = "other.decoded, other.difference"}},
    {.id = "inside_words",
     .focus = "counts",
     .cell = CellName{0, "@other", "@bytes"},
     .scene = "merges , other.pieces / counts*",
     .example = {.preset = "lowest"},
     .ask = Ask{.how = HowMuch{}, .cell = CellName{0, "@other", "@tokens"}, .also = "other.pieces"},
     .controls = "other"},
    {.id = "capitals",
     .focus = "counts",
     .cell = CellName{0, "@other", "@bytes"},
     .scene = "pieces | other.characters / other.pieces , counts*",
     .example = {.preset = "capitals"},
     .ask = Ask{.how = HowMuch{}, .cell = CellName{0, "@other", "@tokens"}, .also = "other.pieces"},
     .controls = "other"},
    {.id = "another_language",
     .focus = "counts",
     .cell = CellName{0, "@other", "@characters"},
     .scene = "pieces , counts* | other.pieces",
     .example = {.preset = "another-language"},
     .ask = Ask{.how = HowMuch{}, .cell = CellName{0, "@other", "@tokens"}, .also = "other.pieces"},
     .controls = "other"},
    {.id = "four_ways",
     .focus = "counts",
     .cell = CellName{0, "@text", "@characters"},
     .scene = "pieces / counts*",
     .example = {.preset = "languages", .set = {{"merges", 0.0}}},
     .ask = Ask{.how = HowMuch{}, .cell = CellName{0, "@text", "@tokens"}, .also = "pieces, next_pieces"},
     .controls = "merges"},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "tokenizer", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .largest = {{"text", longest}, {"other", longest}, {"merges", kMostMerges}}};
  return kLesson;
}

}  // namespace gf::tokenizer_lesson
