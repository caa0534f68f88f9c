// Finds visible words outside of the texts: labels and formulas must be the reader's words, symbols, or keys.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/node_name.h"
#include "lessons/examples.h"
#include "study/trace_words.h"

using namespace gf;
using namespace gf::test;

namespace visible_words_test {
namespace {

using Words = std::set<std::string>;

const Words kFunctions = {"broadcast", "concat", "cos",   "count", "det",   "eigenvectors", "erf",  "exp",  "expand",  "float", "gelu",
                          "heads",     "join",   "learn", "lev",   "ln",    "mask",         "max",  "mean", "merge",   "min",   "one_hot",
                          "pairs",     "pieces", "rand",  "rope",  "round", "sign",         "silu", "sin",  "softmax", "sum"};

const Words kSymbols = {"axis", "begin", "dictionary", "end",   "exponent", "fraction", "id",    "ids",    "key", "next",     "order",
                        "pad",  "pos",   "seed",       "start", "target",   "text",     "token", "tokens", "UTF", "variance", "word"};

// Names of machines, of formats and of matrices, which no language changes.
const Words kNames = {"ReLU", "GELU", "SiLU", "V100", "A100", "H100", "float32", "fp16", "bf16", "W_Q", "W_K", "W_V", "W_O", "W_1", "W_2"};

bool has_word(const std::string& text) {
  static const std::regex word("[A-Za-z]{2}");
  return std::regex_search(text, word);
}

std::vector<std::string> matches(const std::string& text, const std::regex& wanted) {
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), wanted), end; at != end; ++at) found.push_back(at->str());
  return found;
}

// Returns the key of "@key word word".
std::string key_of(const std::string& text) { return text.substr(1, text.find(' ') - 1); }

// ---- labels ------------------------------------------------------------------------------------------------------------

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The words that a reader typed or a model was trained on.
struct ReadersWords {
  std::string typed = "\nyou are welcome\n";  // all text inputs, and the sentence of the lesson about real sizes
  Words tokens;                               // vocabularies, and words that an input may have

  explicit ReadersWords(const Trace& trace) {
    for (const auto& [name, value] : trace.inputs)
      if (const auto* text = std::get_if<std::string>(&value)) typed += in_lower_case("\n" + *text + "\n");
    for (const TraceNode& node : trace.nodes)
      for (const Axis* axis : {&node.rows, &node.cols})
        if (axis->keys.empty() && axis->name == "vocabulary") tokens.insert(axis->labels.begin(), axis->labels.end());
    for (const auto& [input, words] : trace.words) tokens.insert(words.begin(), words.end());
  }

  bool has_typed(const std::string& label) const {
    const std::string words = in_lower_case(label);
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = typed.find(words); at != std::string::npos; at = typed.find(words, at + 1))
      if (!is_letter(typed[at - 1]) && !is_letter(typed[at + words.size()])) return true;
    return false;
  }
  // Pieces of words: "␣ow", and bytes such as "C3".
  bool has_piece(std::string piece) const {
    piece = std::regex_replace(std::regex_replace(piece, std::regex("␣"), " "), std::regex("[0-9A-F]{2}"), "");
    return !has_word(piece) || typed.find(in_lower_case(piece)) != std::string::npos;
  }
  // Whether a label is a sentence of a model's tokens, or of typed words and such tokens.
  bool is_sentence(const std::string& sentence) const {
    const std::vector<std::string> words = matches(sentence, std::regex("[A-Za-z']+"));
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return tokens.contains(word) || tokens.contains("␣" + word) || has_typed(word); });
  }
  bool has(const Axis& axis, const std::string& label) const {
    constexpr std::string_view begins_word = "␣";  // a token of a text says so
    if (axis.name == "tokens" && label.starts_with(begins_word))
      return has({"words", {}}, label.substr(begins_word.size())) || has({}, label);
    const bool special = label.starts_with('<') && label.ends_with('>');  // "<pad>" is a token of every model
    if (!has_word(label) || special || tokens.contains(label) || has_typed(label)) return true;
    if (axis.name == "pieces" && tokens.empty() && has_piece(label)) return true;
    if (axis.name == "sentences" && is_sentence(label)) return true;
    for (const std::string between : {" → ", " + ", " − ", " - ", " – "})
      if (const std::size_t at = label.find(between); at != std::string::npos)
        return has({"pieces", {}}, label.substr(0, at)) && has({"pieces", {}}, label.substr(at + between.size()));
    return false;
  }
};

// Returns the label of an axis that is neither of the reader's text, nor a number, nor a key. Empty if there is none.
std::string wrong_label(const Axis& axis, const ReadersWords& readers) {
  if (axis.keys.empty()) {
    for (const std::string& label : axis.labels)
      if (!kFunctions.contains(label) && !kNames.contains(label) && !readers.has(axis, label)) return label;
    return {};
  }
  for (const std::string& key : axis.keys)
    if (key.starts_with('@') ? !english().has("labels." + key_of(key)) : has_word(key) && !kNames.contains(key)) return key;
  return {};
}

// ---- formulas ----------------------------------------------------------------------------------------------------------

Words names_of(const Trace& trace) {
  Words names;
  for (const TraceNode& node : trace.nodes)
    for (std::size_t dot = 0; dot != std::string::npos; dot = node.name.find('.', dot + 1)) {
      const std::string rest = node.name.substr(dot == 0 ? 0 : dot + 1);
      names.insert(rest);
      names.insert(rest.substr(0, rest.find('.')));
    }
  for (const auto& [input, value] : trace.inputs) names.insert(input);
  return names;
}

// Returns a word of the formula that is neither a name, a function nor a symbol, or a key without a text. Empty if there is none.
std::string wrong_word(const std::string& formula, const Words& names, const ReadersWords& readers) {
  if (formula.starts_with('@')) return english().has("formulas." + key_of(formula)) ? std::string() : formula;
  static const std::regex word("[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z0-9_]+)*");
  for (const std::string& found : matches(formula, word))
    if (has_word(found) && !names.contains(found) && !kFunctions.contains(found) && !kSymbols.contains(found) && !readers.has_typed(found))
      return found;
  return {};
}

// Returns the right side of "weights[0,1] = exp(...)".
std::string right_side(const std::string& symbols) {
  const std::size_t equals = symbols.find(" = ");
  return equals == std::string::npos ? symbols : symbols.substr(equals + 3);
}

void check_words(const Trace& trace, bool explanations) {
  const ReadersWords readers(trace);
  const Words names = names_of(trace);
  for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
    const TraceNode& node = trace.nodes[i];
    for (const Axis* axis : {&node.outer, &node.rows, &node.cols})
      if (const std::string wrong = wrong_label(*axis, readers); !wrong.empty()) FAIL_CHECK("label of ", node.name, ": ", wrong);
    if (const std::string wrong = wrong_word(node.formula, names, readers); !wrong.empty())
      FAIL_CHECK("formula of ", node.name, ": ", wrong);
    if (!explanations || node.value->size() == 0) continue;
    const std::string symbols = right_side(trace.explain(static_cast<int>(i), {0, 0, 0}).symbols);
    if (const std::string wrong = wrong_word(symbols, names, readers); !wrong.empty())
      FAIL_CHECK("explanation of ", node.name, ": ", wrong);
  }
}

// ---- the screen --------------------------------------------------------------------------------------------------------

// Functions that draw a text, with the place of the text among their arguments.
const std::map<std::string, std::size_t> kDrawing = {
    {"put", 4},       {"put_centred", 5}, {"put_elided", 4},       {"put_right", 4},   {"paragraph", 2},
    {"line", 2},      {"tip", 1},         {"tip_now", 1},          {"icon_button", 3}, {"text_button", 2},
    {"toggle", 3},    {"segmented", 3},   {"icon_text_button", 3}, {"drop_down", 3},   {"slider", 3},
    {"text_field", 3}};

std::size_t end_of_literal(const std::string& code, std::size_t quote) {
  std::size_t end = quote + 1;
  while (end < code.size() && code[end] != '"') end += code[end] == '\\' ? 2 : 1;
  return end;
}

// Returns the literals with a word in the argument at that place, without literals in calls inside of it. The text after "###" is the
// name of a control, which is not shown.
std::vector<std::string> words_drawn(const std::string& code, std::size_t begin, std::size_t place) {
  std::vector<std::string> found;
  std::size_t argument = 0;
  for (std::size_t at = begin, depth = 1; at < code.size() && depth > 0; ++at) {
    const char c = code[at];
    if (c == '"') {
      const std::size_t end = end_of_literal(code, at);
      const std::string literal = code.substr(at + 1, end - at - 1);
      if (depth == 1 && argument == place && has_word(literal.substr(0, literal.find("###")))) found.push_back(literal);
      at = end;
    } else if (c == '(' || c == '{' || c == '[') {
      ++depth;
    } else if (c == ')' || c == '}' || c == ']') {
      --depth;
    } else if (c == ',' && depth == 1) {
      ++argument;
    }
  }
  return found;
}

std::vector<std::string> words_drawn(const std::string& source) {
  const std::string code = std::regex_replace(source, std::regex("//[^\n]*"), "");
  static const std::regex call("\\b([a-z_]+)\\(");
  std::vector<std::string> found;
  for (std::sregex_iterator at(code.begin(), code.end(), call), end; at != end; ++at)
    if (const auto drawing = kDrawing.find((*at)[1]); drawing != kDrawing.end())
      for (std::string& words : words_drawn(code, static_cast<std::size_t>(at->position() + at->length()), drawing->second))
        found.push_back(std::move(words));
  return found;
}

}  // namespace

TEST_SUITE("lessons/visible_words") {
  TEST_CASE("labels and formulas are the reader's words, symbols, or keys that have a text") {
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      bool defaults = true;
      for (const ShownExample& example : examples_of(lesson)) check_words(example.trace, std::exchange(defaults, false));
    }
  }

  TEST_CASE("a label or formula in prose is found") {
    Trace trace;
    trace.inputs["text"] = std::string("You are\nwelcome");
    trace.nodes.push_back({.name = "encoder.query"});
    const ReadersWords readers(trace);
    const Words names = names_of(trace);
    CHECK(wrong_label({"", {"read again"}}, readers) == "read again");
    CHECK(wrong_label({"tokens", {"You", "are", "elcome"}}, readers) == "elcome");
    CHECK(wrong_label({"tokens", {"You", "You are → welcome", "0", "max"}}, readers).empty());
    CHECK(wrong_label(keyed_axis("", {"@rows", "W_Q", "@block 2"}), readers).empty());
    CHECK(wrong_label(keyed_axis("", {"@songs"}), readers) == "@songs");
    CHECK(wrong_label(keyed_axis("", {"rows"}), readers) == "rows");
    CHECK(wrong_word("softmax(query · encoder.query) / √4", names, readers).empty());
    CHECK(wrong_word("the largest query", names, readers) == "the");
    CHECK(wrong_word("@how_many", names, readers).empty());
    CHECK(wrong_word("@how_many_songs query", names, readers) == "@how_many_songs query");
  }

  TEST_CASE("the screen draws no word that is not a text") {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() + "/src/ui")) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string path = std::filesystem::relative(entry.path(), source_folder()).string();
      for (const std::string& words : words_drawn(read_source_file(path))) CHECK_MESSAGE(words == "(M)###map", path, " draws ", words);
    }
    CHECK(words_drawn("put(list, type, at, color, \"two words\");  // tip(theme, \"no\")") == std::vector<std::string>{"two words"});
    CHECK(words_drawn("toggle(theme, places, \"grid\", \"two words\", on, 3)") == std::vector<std::string>{"two words"});
    CHECK(words_drawn("tip(theme, ui_text(frame, \"undo\")), text_button(theme, places, \"###ok\", 3)").empty());
  }
}

}  // namespace visible_words_test
