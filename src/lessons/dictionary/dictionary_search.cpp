#include "lessons/dictionary/dictionary_search.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/nth.h"
#include "core/problem.h"
#include "text/edit_distance.h"
#include "text/headwords.h"
#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf {
namespace {

constexpr std::size_t kMostEntries = 256, kMostRanked = 12;
// The most steps, each of which fills 64 cells of an edit matrix: about 10 ms in a browser with one thread.
constexpr std::size_t kMostSteps = 2'000'000, kMostStepsOfReal = 12'000'000;
constexpr std::size_t kLettersOfReal = 72'000;  // of all headwords

std::size_t steps_of(const std::string& word, std::size_t letters_of_keys) { return (word.size() / 64 + 1) * letters_of_keys; }

void check_steps(const std::vector<std::string>& words, std::size_t letters_of_keys, std::size_t most) {
  std::size_t steps = 0;
  for (const std::string& word : words) steps += steps_of(word, letters_of_keys);
  if (steps <= most) return;
  const auto longest = std::max_element(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  throw InputError(
      {"words_too_long", {{"where", "text"}, {"word", shortened(*longest)}, {"got", std::to_string(letters_of(*longest).size())}}});
}

// Returns the word of the input `word`. If the input is empty, returns the first word that is no key, or the last word.
std::string chosen_word(const InputReader& in, const Search& search) {
  const std::vector<std::string> typed = word_tokens(in.text("word"));
  if (!typed.empty()) return asked_words("word", in.text("word"), 1).front();
  const auto unknown = std::find(search.known.begin(), search.known.end(), false);
  return unknown == search.known.end() ? search.forms.back() : nth(search.forms, unknown - search.known.begin());
}

void search_entries(const InputReader& in, Search& search) {
  search.entries = entries_of("entries", in.text("entries"), kMostEntries);
  search.headwords = search.entries.size();
  std::size_t letters = 0;
  for (const Entry& entry : search.entries) letters += entry.key.size();
  for (const std::string& word : search.words) {
    search.forms.push_back(looked_up_as(search.entries, word));
    search.known.push_back(find_entry(search.entries, search.forms.back()).has_value());
  }
  search.chosen = chosen_word(in, search);
  std::vector<std::string> compared = search.forms;
  compared.push_back(search.chosen);
  check_steps(compared, letters, kMostSteps);
  const WordPattern pattern(letters_of(search.chosen));
  std::vector<std::size_t> distances;
  for (std::size_t i = 0; i < search.entries.size(); ++i) {
    distances.push_back(pattern.distance(letters_of(search.entries[i].key)));
    search.ranking.push_back(i);
  }
  std::stable_sort(search.ranking.begin(), search.ranking.end(), [&](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
}

// The headwords that answer the words, in the dictionary's order.
using AnswersByPlace = std::map<std::size_t, Headword>;

void answer_unknown(const Headwords& headwords, const std::vector<std::string>& unknown, AnswersByPlace& answers) {
  check_steps(unknown, kLettersOfReal, kMostStepsOfReal);
  std::vector<WordPattern> patterns;
  for (const std::string& word : unknown) patterns.emplace_back(letters_of(word));
  for (const std::vector<NearHeadword>& near : headwords.nearest(patterns, 1))
    if (!near.empty()) answers.emplace(near.front().headword.place, near.front().headword);
}

void search_real(const InputReader& in, Search& search) {
  const Headwords headwords(in.file(kRealDictionary));
  AnswersByPlace answers;
  std::vector<std::string> unknown;
  for (const std::string& word : search.words) {
    std::optional<Headword> found = headwords.find(word);
    search.forms.push_back(found ? word : lower_case(word));
    if (!found) found = headwords.find(search.forms.back());
    search.known.push_back(found.has_value());
    if (found)
      answers.emplace(found->place, *found);
    else
      unknown.push_back(search.forms.back());
  }
  search.chosen = chosen_word(in, search);
  answer_unknown(headwords, distinct(unknown), answers);
  check_steps({search.chosen}, kLettersOfReal, kMostStepsOfReal);
  const std::vector<NearHeadword> near = headwords.nearest({WordPattern(letters_of(search.chosen))}, kMostRanked).front();
  for (const NearHeadword& found : near) answers.emplace(found.headword.place, found.headword);
  for (const auto& [place, headword] : answers) search.entries.push_back({std::string(headword.key), std::string(headword.value)});
  for (const NearHeadword& found : near)
    search.ranking.push_back(static_cast<std::size_t>(std::distance(answers.begin(), answers.find(found.headword.place))));
  search.headwords = headwords.count();
  search.about = std::string(headwords.about());
}

}  // namespace

Search search_dictionary(const InputReader& in) {
  Search search;
  search.words = asked_words("text", in.text("text"), kMostWords);
  if (in.text("dictionary") == "real")
    search_real(in, search);
  else
    search_entries(in, search);
  return search;
}

}  // namespace gf
