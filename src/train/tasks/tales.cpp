// Texts of a grammar, cut into pieces: what a language model learns from, and the conversations that teach it to answer.
#include <algorithm>
#include <memory>

#include "text/bpe_tokenizer.h"
#include "train/pieces.h"
#include "train/tasks/tales_grammar.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr std::size_t kTexts = 40'000, kConversations = 60'000;
constexpr std::size_t kRead = 400'000;  // bytes that the pieces are learned from
constexpr int kMerges = 1'200;
constexpr std::size_t kPlaces = 127;  // of a window of 128, behind <start>

std::string tale(NumpyRandom& random) {
  std::string text = tales_grammar().draw("tale", random);
  text.resize(text.find_last_not_of(' ') + 1);
  return written(text, draw_chance(random, 0.75));
}

std::string conversation(NumpyRandom& random) { return written(tales_grammar().draw("told", random)); }

// The pieces are those of both tasks, so that one model can learn first the one, then the other.
std::shared_ptr<const BpeTokenizer> pieces() {
  static const auto learned = [] {
    NumpyRandom random(0);
    std::string text;
    while (text.size() < kRead) text += tale(random) + "\n";
    // What learns in words of conversations: every tenth text is one.
    for (std::size_t read = 0; read < kRead / 10;) {
      for (const Turn& turn : turns_of(conversation(random))) text += turn.text + "\n", read += turn.text.size();
    }
    return std::make_shared<const BpeTokenizer>(learn_bpe(byte_row(byte_tokenizer(), text, BpeSplit::pieces), kMerges));
  }();
  return learned;
}

// Texts side by side as long as they fit into a window, with <end> between them.
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
    (is_held_out(text) ? held_out : training).add(pieces_of(*examples.tokenizer, text));
  }
  training.flush(), held_out.flush();
  return examples;
}

}  // namespace

TaskExamples tales_task(std::uint32_t seed) { return texts_of(seed, kTexts, tale); }

TaskExamples conversations_task(std::uint32_t seed) { return texts_of(seed, kConversations, conversation); }

}  // namespace gf
