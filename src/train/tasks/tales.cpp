// The tasks of the language models: texts and conversations of a grammar, and a book, as byte pairs.
#include <algorithm>
#include <iterator>
#include <memory>

#include "core/join.h"
#include "core/problem.h"
#include "text/bpe_tokenizer.h"
#include "train/pieces.h"
#include "train/tasks/tales_grammar.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr std::size_t kTexts = 50'000, kConversations = 60'000;
constexpr std::size_t kRowsInTexts = 5;  // one text in five is a row of words that is repeated
constexpr double kAsInside = 0.25;       // the share of texts that begin with a space, as a sentence inside a text does
constexpr std::size_t kRead = 400'000;   // bytes of tales that the tokenizer learns from
constexpr int kMerges = 1'200;
constexpr std::size_t kPlaces = 127;  // tokens of a window of 128 after <start>

std::string tale(NumpyRandom& random) {
  std::string text = tales_grammar().draw("tale", random);
  text.resize(text.find_last_not_of(' ') + 1);
  return written(text, draw_chance(random, 0.75));
}

// Draws a row of words from several tables, and repeats the row once or twice. A word is followed by the word that followed it before.
// Only the earlier tokens tell the next one. So the model learns induction: one head attends to the token before, and another to the token
// that came next the last time.
std::string row_again(NumpyRandom& random) {
  static constexpr const char* kTables[] = {"thing", "colour", "food", "hero", "place", "animal", "toy", "fruit"};
  const auto word_of = [&](const char* table) {
    const auto& rows = tales_grammar().table(table).rows;
    return rows[draw_index(random, rows.size())][0];
  };
  std::vector<std::string> words{word_of("child")};  // a name has its capital everywhere, so the repeated row has the same tokens
  const std::size_t count = 4 + draw_index(random, 7);
  while (words.size() < count) {
    std::string word = word_of(kTables[draw_index(random, std::size(kTables))]);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(std::move(word));
  }
  const bool commas = draw_chance(random, 0.3);
  const std::string row = joined(words, commas ? ", " : " ");
  const bool sentences = draw_chance(random, 0.5);
  std::string between = commas ? ", " : " ";
  if (sentences) between = ". ";
  std::string text = row + between + row;
  if (draw_chance(random, 0.3)) text += between + row;
  return text + ".";
}

std::string tale_or_row(NumpyRandom& random) {
  const std::string text = draw_index(random, kRowsInTexts) == 0 ? row_again(random) : tale(random);
  return draw_chance(random, kAsInside) ? " " + text : text;
}

std::string conversation(NumpyRandom& random) { return written(tales_grammar().draw("told", random)); }

// Returns the tokenizer of all texts, so that one model can learn the tales first and then the conversations.
std::shared_ptr<const BpeTokenizer> pieces() {
  static const auto learned = [] {
    NumpyRandom random(0);
    std::string text;
    while (text.size() < kRead) text += tale(random) + "\n";
    // Conversations add a tenth as many bytes.
    for (std::size_t read = 0; read < kRead / 10;)
      for (const Turn& turn : turns_of(conversation(random))) {
        text += turn.text + "\n";
        read += turn.text.size();
      }
    return std::make_shared<const BpeTokenizer>(learn_bpe(byte_row(byte_tokenizer(), text, BpeSplit::pieces), kMerges));
  }();
  return learned;
}

// Packs texts into windows: as many as fit into one, with <end> between them. A text that fits into no window is left out.
struct Packing {
  std::vector<Example>* into = nullptr;
  std::vector<std::string> row = {};

  void add(std::vector<std::string> text) {
    if (!row.empty() && row.size() + 1 + text.size() > kPlaces) flush();
    if (text.size() > kPlaces) return;
    if (!row.empty()) row.emplace_back("<end>");
    std::move(text.begin(), text.end(), std::back_inserter(row));
  }
  void flush() {
    if (!row.empty()) into->push_back({{}, std::move(row)});
    row.clear();
  }
};

TaskExamples texts_of(std::uint32_t seed, std::size_t count, std::string (*draw)(NumpyRandom&)) {
  NumpyRandom random(seed);
  TaskExamples examples;
  examples.tokenizer = pieces();
  examples.words = piece_names(*examples.tokenizer);
  Packing training{&examples.training}, held_out{&examples.held_out};
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = draw(random);
    (is_held_out(without_space_around(text)) ? held_out : training).add(pieces_of(*examples.tokenizer, text));
  }
  training.flush();
  held_out.flush();
  return examples;
}

// Appends the sentences of a paragraph. Each begins with what parts it from the sentence before: a space, or a line break for the first.
void add_sentences(std::string_view paragraph, std::vector<std::string>& into) {
  std::string sentence = "\n";
  for (std::size_t i = 0; i < paragraph.size(); ++i) {
    if (paragraph[i] == ' ' && i > 0) {
      const std::size_t last = paragraph.find_last_not_of("\"')", i - 1);
      if (last != std::string_view::npos && std::string_view(".!?").find(paragraph[last]) != std::string_view::npos) {
        into.push_back(std::move(sentence));
        sentence.clear();
      }
    }
    sentence += paragraph[i];
  }
  into.push_back(std::move(sentence));
}

std::vector<std::string> sentences_of(std::string_view book) {
  std::vector<std::string> sentences;
  while (!book.empty()) {
    const std::size_t end = std::min(book.find('\n'), book.size());
    const std::string_view line = without_space_around(book.substr(0, end));
    book.remove_prefix(std::min(end + 1, book.size()));
    if (!line.empty() && line.front() != '#') add_sentences(line, sentences);
  }
  return sentences;
}

// Appends examples: as many sentences as fit into a window each.
void add_windows(const std::vector<std::string>& sentences, TaskExamples& examples) {
  std::string text;
  std::vector<std::string> pieces;
  const auto flush = [&] {
    if (pieces.empty()) return;
    (is_held_out(text) ? examples.held_out : examples.training).push_back({{}, pieces});
    text.clear();
    pieces.clear();
  };
  for (const std::string& sentence : sentences) {
    const auto with = [&] { return std::string(without_space_around(text + sentence)); };
    std::vector<std::string> longer = pieces_of(*examples.tokenizer, with());
    if (longer.size() > kPlaces) {
      flush();
      longer = pieces_of(*examples.tokenizer, with());
      if (longer.size() > kPlaces) continue;  // a sentence that fits into no window
    }
    text = with();
    pieces = std::move(longer);
  }
  flush();
}

}  // namespace

TaskExamples tales_task(std::uint32_t seed) { return texts_of(seed, kTexts, tale_or_row); }

TaskExamples novel_task(std::uint32_t, const std::string& book) {
  TaskExamples examples;
  const std::vector<std::string> sentences = sentences_of(book);
  if (sentences.empty()) throw InputError({"no_tokens", {{"where", "book"}}});  // before the pieces are learned
  examples.tokenizer = pieces();
  examples.words = piece_names(*examples.tokenizer);
  add_windows(sentences, examples);
  if (examples.training.empty()) throw InputError({"no_tokens", {{"where", "book"}}});
  return examples;
}

TaskExamples conversations_task(std::uint32_t seed) { return texts_of(seed, kConversations, conversation); }

}  // namespace gf
