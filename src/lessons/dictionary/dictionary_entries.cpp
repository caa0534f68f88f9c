#include "lessons/dictionary/dictionary_entries.h"

#include <algorithm>
#include <utility>

#include "core/problem.h"
#include "lessons/shared/sentence.h"
#include "text/edit_distance.h"
#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf {
namespace {

constexpr std::size_t kMostLetters = 10'000, kMostShown = 24;

std::string_view trimmed(std::string_view text) {
  const std::size_t from = std::min(text.find_first_not_of(" \t\r\xC2\xA0"), text.size());
  const std::size_t to = text.find_last_not_of(" \t\r");
  return to == std::string_view::npos || to < from ? std::string_view() : text.substr(from, to - from + 1);
}

Entry entry_of(const std::string& where, std::string_view line, const std::string& number) {
  const std::size_t colon = line.find(':');
  const std::string_view key = trimmed(line.substr(0, colon)),
                         value = colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1));
  if (colon == std::string_view::npos || key.empty() || value.empty())
    throw InputError({colon == std::string_view::npos ? "entry_without_colon" : "entry_without_word",
                      {{"where", where}, {"line", number}, {"got", shortened(trimmed(line))}}});
  return {composed(key), composed(value)};
}

// Whether a token is a word and no punctuation: it begins with a letter or a digit, or is a name such as "<start>".
bool is_word(const std::string& token) {
  const auto first = static_cast<unsigned char>(token.front());
  const bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9');
  if (letter || (first == '<' && token.size() > 2)) return true;
  return first >= 0x80 && word_tokens("a" + token).size() == 1;
}

}  // namespace

std::vector<Entry> entries_of(const std::string& where, const std::string& text, std::size_t most) {
  std::vector<Entry> entries;
  std::vector<std::pair<std::string, int>> keys;  // sorted, with their lines
  int line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    ++line_number;
    if (line.empty()) continue;
    if (entries.size() == most) throw InputError({"too_many_entries", {{"where", where}, {"most", std::to_string(most)}}});
    Entry entry = entry_of(where, line, std::to_string(line_number));
    const auto place = std::lower_bound(keys.begin(), keys.end(), std::pair(entry.key, 0));
    if (place != keys.end() && place->first == entry.key)
      throw InputError({"entry_twice",
                        {{"where", where},
                         {"line", std::to_string(line_number)},
                         {"got", shortened(entry.key)},
                         {"first", std::to_string(place->second)}}});
    keys.insert(place, {entry.key, line_number});
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) throw InputError({"no_entries", {{"where", where}}});
  return entries;
}

std::vector<std::string> asked_words(const std::string& where, const std::string& text, std::size_t most) {
  std::vector<std::string> words = word_tokens(composed(text));
  std::erase_if(words, [](const std::string& token) { return !is_word(token); });
  if (words.empty()) throw InputError({"no_tokens", {{"where", where}}});
  if (words.size() > most)
    throw InputError({"too_many_tokens", {{"where", where}, {"got", std::to_string(words.size())}, {"most", std::to_string(most)}}});
  for (const std::string& word : words)
    if (word.size() > kMostLetters)
      if (const std::size_t letters = letters_of(word).size(); letters > kMostLetters)
        throw InputError(
            {"word_too_long",
             {{"where", where}, {"word", shortened(word)}, {"got", std::to_string(letters)}, {"most", std::to_string(kMostLetters)}}});
  return words;
}

std::optional<std::size_t> find_entry(const std::vector<Entry>& entries, std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? std::nullopt : std::optional<std::size_t>(static_cast<std::size_t>(found - entries.begin()));
}

std::string looked_up_as(const std::vector<Entry>& entries, const std::string& word) {
  return find_entry(entries, word) ? word : lower_case(word);
}

std::string shortened(std::string_view word) {
  const std::u32string letters = letters_of(word);
  return letters.size() <= kMostShown ? std::string(word) : utf8_of(std::u32string_view(letters).substr(0, kMostShown)) + "…";
}

std::vector<std::string> distinct(std::vector<std::string> words) {
  std::vector<std::string> once;
  for (std::string& word : words)
    if (std::find(once.begin(), once.end(), word) == once.end()) once.push_back(std::move(word));
  return once;
}

std::vector<std::string> sorted_vocabulary(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

Tensor one_hot_rows(std::size_t size) {
  const auto n = static_cast<Index>(size);
  Tensor one_hot(matrix_shape(n, n));
  for (Index i = 0; i < n; ++i) one_hot.at(i, i) = 1;
  return one_hot;
}

std::vector<int> places_in(const std::vector<std::string>& vocabulary, const std::vector<std::string>& words) {
  std::vector<int> places;
  for (const std::string& word : words)
    places.push_back(static_cast<int>(std::find(vocabulary.begin(), vocabulary.end(), word) - vocabulary.begin()));
  return places;
}

std::vector<std::string> keys_of(const std::vector<Entry>& entries) {
  std::vector<std::string> keys;
  for (const Entry& entry : entries) keys.push_back(entry.key);
  return keys;
}

std::vector<std::string> values_of(const std::vector<Entry>& entries) {
  std::vector<std::string> values;
  for (const Entry& entry : entries) values.push_back(entry.value);
  return values;
}

}  // namespace gf
