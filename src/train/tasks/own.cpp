// The task own: pairs of question and answer from a reader's text.
#include <algorithm>
#include <set>

#include "core/problem.h"
#include "core/utf8.h"
#include "text/tokenizer.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr std::size_t kMostOwnBytes = 1'000'000, kMostPairs = 5000, kMostReadTokens = 30;
constexpr std::size_t kLongestLine = 60;  // bytes of a line that a message quotes
constexpr std::string_view kSeparators[] = {"\t", " = ", "|"};

Example parse_line(std::string_view line, std::size_t number) {
  const auto refuse = [&](const char* id) {
    return InputError({id, {{"line", std::to_string(number)}, {"got", shortened_to(line, kLongestLine)}}});
  };
  for (const std::string_view separator : kSeparators) {
    const std::size_t place = line.find(separator);
    if (place == std::string_view::npos) continue;
    const std::string_view answer = line.substr(place + separator.size());
    if (answer.find(separator) != std::string_view::npos) throw refuse("pair_of_three");
    Example pair{word_tokens(line.substr(0, place)), word_tokens(answer)};
    if (pair.question.empty() || pair.answer.empty()) throw refuse("pair_incomplete");
    if (const std::size_t tokens = std::max(pair.question.size(), pair.answer.size()); tokens > kMostReadTokens)
      throw InputError({"pair_too_long",
                        {{"line", std::to_string(number)}, {"most", std::to_string(kMostReadTokens)}, {"got", std::to_string(tokens)}}});
    return pair;
  }
  throw refuse("pair_incomplete");
}

std::vector<Example> parse_pairs(std::string_view text) {
  if (text.size() > kMostOwnBytes)
    throw InputError(
        {"text_too_long", {{"where", "pairs"}, {"most", std::to_string(kMostOwnBytes)}, {"got", std::to_string(text.size())}}});
  std::vector<Example> pairs;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    pairs.push_back(parse_line(line, number));
    if (pairs.size() > kMostPairs)
      throw InputError({"too_many_pairs", {{"line", std::to_string(number)}, {"most", std::to_string(kMostPairs)}}});
  }
  if (pairs.empty()) throw InputError({"no_pairs", {}});
  return pairs;
}

}  // namespace

TaskExamples own_task(std::uint32_t seed, const std::string& pairs) {
  std::vector<Example> all;
  std::set<std::vector<std::string>> questions;  // a repeated question is left out: it could be in training and held out
  for (Example& pair : parse_pairs(pairs))
    if (questions.insert(pair.question).second) all.push_back(std::move(pair));
  TaskExamples examples;
  for (std::size_t i = 0; i < all.size() && i < 6; ++i) examples.shown.push_back(joined(all[i].question, " "));
  NumpyRandom random(seed);
  for (std::size_t held = all.size() / 10; held > 0; --held) {
    const auto chosen = all.begin() + static_cast<std::ptrdiff_t>(draw_index(random, all.size()));
    examples.held_out.push_back(std::move(*chosen));
    all.erase(chosen);
  }
  examples.training = std::move(all);
  return examples;
}

}  // namespace gf
