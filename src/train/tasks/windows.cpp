// The task windows: a window of three words slides over a text, and the model predicts the third word from the first two.
#include <set>

#include "core/problem.h"
#include "text/letters.h"
#include "text/tokenizer.h"
#include "train/tasks/corpus.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr std::size_t kMostWindowsBytes = 100'000, kMostWindowWords = 6'000, kMostDifferent = 1'500, kCorpusSentences = 2'000;

void slide(const Sentence& words, std::vector<Example>& windows) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) windows.push_back({{words[i], words[i + 1]}, {words[i + 2]}});
}

TaskExamples windows_of_corpus(std::uint32_t seed) {
  TaskExamples examples;
  for (Sentence& sentence : corpus_sentences(seed, kCorpusSentences)) {
    const bool aside = is_held_out(joined(sentence, " "));
    sentence.insert(sentence.begin(), ".");  // the end of the sentence before
    slide(sentence, aside ? examples.held_out : examples.training);
  }
  examples.words = corpus_words();
  examples.shown = {"queen owns", "paris speaks", "the cats", "slower than", "is bigger", "boston take"};
  return examples;
}

}  // namespace

std::vector<std::string> window_words(const std::string& where, const std::string& text) {
  if (text.size() > kMostWindowsBytes)
    throw InputError(
        {"text_too_long", {{"where", where}, {"most", std::to_string(kMostWindowsBytes)}, {"got", std::to_string(text.size())}}});
  std::vector<std::string> words = word_tokens(lower_case(text));
  if (words.size() < 3) throw InputError({"text_without_window", {{"where", where}, {"got", std::to_string(words.size())}}});
  if (words.size() > kMostWindowWords)
    throw InputError(
        {"too_many_tokens", {{"where", where}, {"got", std::to_string(words.size())}, {"most", std::to_string(kMostWindowWords)}}});
  return words;
}

TaskExamples windows_task(std::uint32_t seed, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return windows_of_corpus(seed);
  TaskExamples examples;
  const Sentence words = window_words("corpus", text);
  if (const std::size_t different = std::set<std::string>(words.begin(), words.end()).size(); different > kMostDifferent)
    throw InputError(
        {"too_many_different_words", {{"where", "corpus"}, {"most", std::to_string(kMostDifferent)}, {"got", std::to_string(different)}}});
  slide(words, examples.training);
  for (std::size_t i = 0; i < examples.training.size() && i < 6; ++i) examples.shown.push_back(joined(examples.training[i].question, " "));
  return examples;
}

}  // namespace gf
