// The task phrases: a next-word model predicts the last word of a line.
#include <algorithm>

#include "core/problem.h"
#include "text/tokenizer.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr std::size_t kMostPhrasesBytes = 20'000, kMostPhrases = 60, kMostWords = 12;

Example parse_phrase(std::string_view line, std::size_t number) {
  std::vector<std::string> words = word_tokens(line);
  if (words.size() > 1 && words.back() == ".") words.pop_back();
  if (words.size() < 2) throw InputError({"phrase_without_next", {{"line", std::to_string(number)}, {"got", joined(words, " ")}}});
  if (words.size() > kMostWords)
    throw InputError({"phrase_too_long",
                      {{"line", std::to_string(number)}, {"most", std::to_string(kMostWords)}, {"got", std::to_string(words.size())}}});
  return {{words.begin(), words.end() - 1}, {words.back()}};
}

}  // namespace

TaskExamples phrases_task(std::uint32_t, const std::string& lines) {
  std::string_view text = lines;
  if (text.size() > kMostPhrasesBytes)
    throw InputError(
        {"text_too_long", {{"where", "phrases"}, {"most", std::to_string(kMostPhrasesBytes)}, {"got", std::to_string(text.size())}}});
  TaskExamples examples;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    examples.training.push_back(parse_phrase(line, number));
    if (examples.training.size() > kMostPhrases)
      throw InputError({"too_many_phrases", {{"line", std::to_string(number)}, {"most", std::to_string(kMostPhrases)}}});
  }
  if (examples.training.empty()) throw InputError({"no_phrases", {}});
  return examples;
}

}  // namespace gf
