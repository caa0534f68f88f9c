#include "lessons/language/retrieval_sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/join.h"
#include "core/nth.h"
#include "text/letters.h"
#include "text/tokenizer.h"
#include "train/tasks/tales_grammar.h"

namespace gf {
namespace {

// Words that stand in nearly every sentence, and tell little about its topic. In alphabetical order.
constexpr std::array kLittleWords = std::to_array<std::string_view>(
    {"a",    "all",  "also", "am",   "an",    "and",  "any",   "are",   "as",    "at",   "be",   "but",   "by",    "can", "could",
     "did",  "do",   "does", "for",  "from",  "had",  "has",   "have",  "he",    "her",  "hers", "him",   "his",   "how", "i",
     "if",   "in",   "is",   "it",   "its",   "me",   "my",    "no",    "not",   "of",   "on",   "or",    "our",   "she", "so",
     "some", "than", "that", "the",  "their", "them", "then",  "there", "these", "they", "this", "those", "to",    "too", "us",
     "very", "was",  "we",   "were", "what",  "when", "where", "which", "who",   "why",  "will", "with",  "would", "you", "your"});
static_assert(std::is_sorted(kLittleWords.begin(), kLittleWords.end()));

constexpr std::string_view kNoteRules = R"(
rule note
4 * {c:child} has a {k:colour} {x:thing} {s:spot}.
3 * {c:child} gave {d:child} a {k:colour} {x:thing}.
2 * the {r:ruler} lost a {k:colour} {x:thing} in the {p:place}.
2 * a {t:trait} {h:hero} saw a {g:hero} near the {p:place}.
2 * {c:child} and {d:child} ate {f:food} at the {p:place}.
1 * {c:child} has a {n:animal} in the {p:place}.

rule question
2 * who has a {k:colour} {x:thing}?
2 * who ate {f:food} at the {p:place}?
1 * what did {c:child} give {d:child}?
1 * who saw a {h:hero} near the {p:place}?
)";

const Grammar& notes_grammar() {
  static const Grammar grammar(std::string(tales_tables()) + std::string(kNoteRules));
  return grammar;
}

std::vector<std::string> drawn(const std::string& rule, std::uint32_t seed, std::size_t part, std::size_t count) {
  NumpyRandom random(seed_of_word(seed, rule + " " + std::to_string(part)));
  std::vector<std::string> texts(count);
  for (std::string& text : texts) text = written(notes_grammar().draw(rule, random));
  return texts;
}

bool is_little(std::string_view word) { return std::binary_search(kLittleWords.begin(), kLittleWords.end(), word); }

bool is_punctuation(std::string_view token) {
  constexpr std::string_view marks = ".,!?;:()[]{}\"…“”«»¿¡'’-";
  return marks.find(token) != std::string_view::npos;
}

// Returns the rows of a word inside a text: its token begins with the space before the word.
std::vector<int> rows_of_word(const LanguageModel& model, const std::string& token, const std::string& lower) {
  for (const std::string& form : {lower, token})
    if (const int id = model.vocabulary.find(byte_name(" " + form)); id >= 0) return {id};
  std::vector<int> ids;
  for (const int piece : encode(model.tokenizer, " " + lower, BpeSplit::pieces))
    ids.push_back(model.vocabulary.find(byte_name(nth(model.tokenizer.pieces, piece))));
  return ids;
}

// Returns the word of a token; none if the token does not count.
std::optional<CountedWord> counted_word(const LanguageModel& model, const std::string& token, bool little) {
  std::string lower = lower_case(token);
  if (is_punctuation(token) || (!little && is_little(lower))) return std::nullopt;
  std::vector<int> ids = rows_of_word(model, token, lower);
  return CountedWord{std::move(lower), std::move(ids)};
}

std::set<std::string> different(const std::vector<CountedWord>& words) {
  std::set<std::string> result;
  for (const CountedWord& word : words) result.insert(word.word);
  return result;
}

// Writes the direction of the sum of a sentence's rows to `out`, C floats. The mean has the same direction.
void write_direction(const Tensor& table, const std::vector<int>& ids, float* out) {
  std::vector<double> sum(static_cast<std::size_t>(table.cols()));
  for (const int id : ids)
    for (Index c = 0; c < table.cols(); ++c) nth(sum, c) += static_cast<double>(table.at(id, c));
  double squares = 0;
  for (const double x : sum) squares += x * x;
  for (Index c = 0; c < table.cols(); ++c) out[c] = squares == 0 ? 0.0f : static_cast<float>(nth(sum, c) / std::sqrt(squares));
}

}  // namespace

std::vector<CountedWord> counted_words(const LanguageModel& model, std::string_view text, bool little) {
  std::vector<CountedWord> words;
  for (const std::string& token : word_tokens(text))
    if (std::optional<CountedWord> word = counted_word(model, token, little)) words.push_back(*std::move(word));
  return words;
}

std::vector<std::string> sentence_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::string_view line = without_space_around(text.substr(0, end)); !line.empty()) lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

SharedWords shared_words(const std::vector<CountedWord>& question, const std::vector<CountedWord>& sentence) {
  const std::set<std::string> asked = different(question), present = different(sentence);
  SharedWords shared{.asked = std::ssize(asked)};
  for (const std::string& word : asked) shared.shared += present.contains(word) ? 1 : 0;
  return shared;
}

SentenceRows rows_of_sentences(const LanguageModel& model, std::vector<std::string> texts, bool little) {
  const Tensor& table = model.weights->at("decoder.token_table");
  SentenceRows result;
  result.rows = Tensor(matrix_shape(std::ssize(texts), table.cols()));
  std::unordered_map<std::string, std::optional<CountedWord>> words;  // by token: many sentences have few different ones
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::vector<int> ids;
    for (const std::string& token : word_tokens(texts[i])) {
      const auto [place, is_new] = words.try_emplace(token);
      std::optional<CountedWord>& word = place->second;
      if (is_new) word = counted_word(model, token, little);
      if (word) ids.insert(ids.end(), word->ids.begin(), word->ids.end());
    }
    write_direction(table, ids, result.rows.row(static_cast<Index>(i)));
  }
  result.texts = std::move(texts);
  return result;
}

std::vector<std::string> made_sentences(std::uint32_t seed, std::size_t part, std::size_t count) {
  return drawn("note", seed, part, count);
}

std::vector<std::string> made_questions(std::uint32_t seed, std::size_t count) { return drawn("question", seed, 0, count); }

}  // namespace gf
