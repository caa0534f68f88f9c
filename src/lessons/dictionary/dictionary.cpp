// The lesson dictionary, a literal translation: every word is looked up in a dictionary. If `relaxed`, a word without an entry takes that
// of the key at the least edit distance.
#include <algorithm>
#include <memory>

#include "autograd/ops.h"
#include "core/nth.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/dictionary/dictionary_search.h"
#include "lessons/shared/input_specs.h"
#include "lessons/shared/sentence.h"
#include "protocol/step.h"
#include "text/edit_distance.h"
#include "text/tokenizer.h"

namespace gf::dictionary_lesson {
namespace {

constexpr std::size_t kMostSide = 200;           // letters of each word of a pair whose edit matrix is shown
constexpr std::size_t kMostAccounted = 1 << 20;  // cells of an edit matrix that is computed again to list the edits
constexpr std::size_t kMostEditsListed = 12;

std::string edit_text(const Edit& edit) {
  const auto letter = [](char32_t c) { return utf8_of(std::u32string_view(&c, 1)); };
  if (edit.from == 0) return "+" + letter(edit.to);
  if (edit.to == 0) return "−" + letter(edit.from);
  return letter(edit.from) + "→" + letter(edit.to);
}

// Returns the arithmetic of a distance: "lev(tables, table): −s", and a sum with a 1 for each edit.
CellArithmetic account_of(const std::u32string& word, const std::u32string& key, float distance) {
  CellArithmetic account{"lev(" + shortened(utf8_of(word)) + ", " + shortened(utf8_of(key)) + ")",
                         expr::number(static_cast<double>(distance))};
  if (word.size() * key.size() > kMostAccounted) return account;
  const std::vector<Edit> edits = edits_between(word, key);
  std::string list;
  for (std::size_t i = 0; i < std::min(edits.size(), kMostEditsListed); ++i) list += (i == 0 ? ": " : ", ") + edit_text(edits[i]);
  if (edits.size() > kMostEditsListed) list += ", …";
  account.symbols += list;
  if (!edits.empty()) account.expression = expr::sum(std::vector<Expression>(edits.size(), expr::number(1)));
  return account;
}

struct Pairs {
  std::vector<std::u32string> rows, cols;
};

enum class Keys { in_columns, in_rows };

// Returns code that computes the distances by the recursive rule of the edit matrix.
OpCode code_of(const Pairs& pairs) {
  std::vector<std::string> rows, cols;
  for (const std::u32string& word : pairs.rows) rows.push_back(utf8_of(word));
  for (const std::u32string& word : pairs.cols) cols.push_back(utf8_of(word));
  OpCode code;
  code.numpy =
      "@functools.cache\ndef $lev(a, b):\n    if not a or not b: return len(a) + len(b)\n"
      "    return min($lev(a[1:], b) + 1, $lev(a, b[1:]) + 1, $lev(a[1:], b[1:]) + (a[0] != b[0]))\n"
      "$out = np.array([[$lev(a, b) for b in " +
      code.list_of_words("column_words", cols) + "] for a in " + code.list_of_words("row_words", rows) + "], dtype=float)";
  return code;
}

// Appends the edit distances between the words of the rows and of the columns. The edits in a cell's arithmetic turn a word into a key.
NodeId edit_distances(Tape& tape, const std::vector<std::string>& rows, const std::vector<std::string>& cols, Keys keys, Label label) {
  auto pairs = std::make_shared<Pairs>();
  for (const std::string& word : rows) pairs->rows.push_back(letters_of(word));
  for (const std::string& word : cols) pairs->cols.push_back(letters_of(word));
  auto value = std::make_shared<Tensor>(matrix_shape(std::ssize(rows), std::ssize(cols)));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const WordPattern pattern(pairs->rows[r]);
    for (std::size_t c = 0; c < cols.size(); ++c)
      value->at(static_cast<Index>(r), static_cast<Index>(c)) = static_cast<float>(pattern.distance(pairs->cols[c]));
  }
  const auto account = [pairs, value, keys](const Cell& cell) {
    const std::u32string &row = nth(pairs->rows, cell.row), &col = nth(pairs->cols, cell.col);
    return keys == Keys::in_columns ? account_of(row, col, value->at(cell)) : account_of(col, row, value->at(cell));
  };
  return accounted(tape, *value, account, code_of(*pairs), std::move(label));
}

Tensor one_hot_rows(const std::vector<int>& places, std::size_t size) {
  Tensor rows(matrix_shape(std::ssize(places), static_cast<Index>(size)));
  for (std::size_t i = 0; i < places.size(); ++i) rows.at(static_cast<Index>(i), places[i]) = 1;
  return rows;
}

// Whether a word is a key: its row of distances has a zero, computed or held.
bool is_key(const Tensor& distances, Index word) {
  const float* row = distances.row(word);
  return std::find(row, row + distances.cols(), 0.0f) != row + distances.cols();
}

// Returns a mask of the rows of words that are keys, with the shape of the distances.
std::shared_ptr<const Tensor> known_rows(const Tensor& distances) {
  auto mask = std::make_shared<Tensor>(distances.shape());
  for (Index word = 0; word < mask->rows(); ++word) std::fill_n(mask->row(word), mask->cols(), is_key(distances, word) ? 1.0f : 0.0f);
  return mask;
}

// Appends the distances, the nearest key of each word, and the translation in that key's entry.
void add_translation(const Search& search, bool relaxed, LessonBuild& out) {
  Tape& tape = out.tape;
  const Axis words = token_axis(search.words), keys{"keys", keys_of(search.entries)};
  const std::vector<std::string> answers = distinct(values_of(search.entries));
  const NodeId distances = edit_distances(tape, search.forms, keys.labels, Keys::in_columns,
                                          Label("distances", "lev(word, key)").with_rows(words).with_cols(keys));
  NodeId looked_up = pick(tape, distances, Extreme::least, "nearest");
  if (!relaxed) looked_up = mask(tape, looked_up, known_rows(tape.value(distances)), 0, Label("exact", "nearest · [min distances = 0]"));
  const NodeId entries = constant(tape, one_hot_rows(places_in(answers, values_of(search.entries)), answers.size()),
                                  Label("entries", "[dictionary[key] = word]").with_rows(keys).with_cols({"vocabulary", answers}));
  matmul(tape, looked_up, entries, "translation");
}

// Appends the distances of the chosen word to its nearest keys, and its edit matrix with one key.
void add_chosen(const InputReader& in, const Search& search, LessonBuild& out) {
  Tape& tape = out.tape;
  std::vector<std::string> ranked;
  for (const std::size_t entry : search.ranking) ranked.push_back(search.entries[entry].key);
  edit_distances(tape, ranked, {search.chosen}, Keys::in_rows,
                 Label("nearest_keys", "lev(word, key)").with_rows({"keys", ranked}).with_cols({"tokens", {search.chosen}}));
  const bool typed = !word_tokens(in.text("key")).empty();
  const std::string key = typed ? asked_words("key", in.text("key"), 1).front() : ranked.front();
  const std::u32string a = letters_of(search.chosen), b = letters_of(key);
  if (std::max(a.size(), b.size()) > kMostSide) {
    out.notes.push_back({"long_pair", {{"word", shortened(search.chosen)}, {"key", shortened(key)}, {"most", std::to_string(kMostSide)}}});
    return;
  }
  Tensor costs(matrix_shape(std::ssize(a), std::ssize(b)));
  Axis rows{"letters", {}}, cols{"letters", {}};
  for (const char32_t c : a) rows.labels.push_back(utf8_of(std::u32string_view(&c, 1)));
  for (const char32_t c : b) cols.labels.push_back(utf8_of(std::u32string_view(&c, 1)));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) costs.at(static_cast<Index>(i), static_cast<Index>(j)) = a[i] == b[j] ? 0 : 1;
  const NodeId cost = constant(tape, std::move(costs), Label("costs", "[word[i] ≠ key[j]]").with_rows(rows).with_cols(cols));
  const auto behind_none = [](const Axis& letters) {
    Axis all{letters.name, {"∅"}};
    for (const std::string& letter : letters.labels) all.labels.push_back(letter);
    return all;
  };
  edit_matrix(tape, cost, Label("edits").with_rows(behind_none(rows)).with_cols(behind_none(cols)));
}

// Returns the origin of the dictionary in one line: "FreeDict ... · License: ...".
std::string about_line(const std::string& about) {
  std::string line;
  for (std::size_t begin = 0; begin < about.size();) {
    const std::size_t end = std::min(about.find('\n', begin), about.size()), text = std::min(about.find_first_not_of("# ", begin), end);
    line += (line.empty() ? "" : " · ") + about.substr(text, end - text);
    begin = end + 1;
  }
  return line;
}

void add_notes(const Search& search, bool relaxed, LessonBuild& out) {
  std::vector<std::string> unknown;
  const Tensor &nearest = out.tape.value(out.tape.find("nearest")), &distances = out.tape.value(out.tape.find("distances"));
  for (std::size_t r = 0; r < search.words.size(); ++r) {
    if (is_key(distances, static_cast<Index>(r))) continue;
    const float* row = nearest.row(static_cast<Index>(r));
    const Index place = std::find(row, row + nearest.cols(), 1.0f) - row;
    unknown.push_back(shortened(search.words[r]) +
                      (relaxed && place < nearest.cols() ? " → " + shortened(nth(search.entries, place).key) : ""));
  }
  if (!unknown.empty()) out.notes.push_back({relaxed ? "nearest" : "not_found", {{"words", joined(distinct(std::move(unknown)))}}});
  if (!search.about.empty())
    out.notes.push_back({"real_dictionary",
                         {{"shown", std::to_string(search.entries.size())},
                          {"count", std::to_string(search.headwords)},
                          {"about", about_line(search.about)}}});
}

void build(const InputReader& in, LessonBuild& out) {
  const Search search = search_dictionary(in);
  const bool relaxed = in.toggle("relaxed");
  add_translation(search, relaxed, out);
  add_chosen(in, search, out);
  add_notes(search, relaxed, out);
  // The real dictionary offers only the keys that are nearest to the words of the sentence.
  for (const char* input : {"text", "word", "key"})
    for (const auto& entry : search.entries) out.words[input].push_back(entry.key);
  out.show(View::links, "translation", "translation");
  out.show(View::ranking, "nearest_keys", "distance");
  out.show_each(View::matrix, {"costs", "edits"}, "distance");
  out.show_each(View::matrix, {"distances", "nearest", "exact", "entries", "translation"}, "look_up");
}

std::vector<std::string> files(const InputReader& in) {
  return in.text("dictionary") == "real" ? std::vector<std::string>{kRealDictionary} : std::vector<std::string>{};
}

constexpr InputSpec kInputs[] = {text_input("text", "le chat est sous la table"),
                                 choice_input("dictionary", "small, real"),
                                 text_input("entries", kSixEntries).lines(),
                                 toggle_input("relaxed", true),
                                 text_input("word", ""),
                                 text_input("key", "")};

constexpr Preset kPresets[] = {{"literal", {}},
                               {"unknown", {{"text", "le chat est sous les tables"}, {"relaxed", false}}},
                               {"nearest", {{"text", "tables"}}},
                               {"accents", {{"word", "forêt"}, {"key", "foret"}}},
                               {"real", {{"dictionary", "real"}, {"text", "le cheval est derriere la fenetre"}}}};

constexpr Step kSteps[] = {
    {.id = "look_up",
     .focus = "translation",
     .cell = CellName{0, "sous", "under"},
     .scene = "translation* as links",
     .example = {.preset = "literal"},
     .controls = "entries"},
    {.id = "unknown_word",
     .focus = "exact",
     .cell = CellName{0, "tables", "table"},
     .scene = "exact* | translation as links",
     .example = {.preset = "unknown", .set = {{"word", "tables"}}}},
    {.id = "nearest_key",
     .focus = "distances",
     .cell = CellName{0, "les", "le"},
     .scene = "distances* -> nearest",
     .example = {.set = {{"text", "les chats sont sous la table"}}},
     .exercise = Exercise{{{0, 0, 0}, {0, 0, 2}, {0, 0, 4}}}},
    {.id = "near_in_letters",
     .focus = "distances",
     .cell = CellName{0, "sont", "est"},
     .scene = "distances* , translation as links",
     .example = {.set = {{"text", "les chats sont sous la table"}}},
     .ask = Ask{.how = WhereIsMost{.least = true}},
     .controls = "entries"},
    // Without the line "chat: cat".
    {.id = "without_entry",
     .focus = "translation",
     .cell = CellName{0, "chat", "is"},
     .scene = "distances -> translation* as links",
     .example = {.set = {{"entries", "le: the\nest: is\nsous: under\nla: the\ntable: table"}}},
     .ask = Ask{.how = WhichIsSo{{"nothing", "another_word"}, {0.5f}}, .also = "translation"},
     .controls = "entries, relaxed"},
    {.id = "real_dictionary",
     .focus = "nearest_keys",
     .cell = CellName{0, "cheval", 0},
     .scene = "nearest_keys* as ranking | translation as links",
     .example = {.preset = "real", .set = {{"text", "les chevaux sont derriere la fenetre"}, {"word", "chevaux"}}},
     .ask =
         Ask{.how = WhereIsMost{.down = true, .least = true, .among = {"cheval", "cheveux"}}, .also = "distances, nearest, translation"}},
};

}  // namespace

const Lesson& lesson() {
  static constexpr Lesson kLesson = {.info = {.id = "dictionary", .inputs = kInputs, .presets = kPresets, .steps = kSteps},
                                     .build = build,
                                     .files = files,
                                     // No word is a headword, so each is compared with all headwords.
                                     .largest = {{"dictionary", "real"}, {"text", [] { return numbered_words(kMostWords); }}}};
  return kLesson;
}

}  // namespace gf::dictionary_lesson
