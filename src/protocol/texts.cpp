#include "protocol/texts.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/utf8.h"
#include "protocol/plural.h"

namespace gf {
namespace {

constexpr std::size_t kLongestWord = 1000;  // bytes of a word in a sentence: a reader may have typed ten thousand letters

// Returns the text `forms.NAME` for the value "@NAME", and any other value as it is.
std::string_view value_or_form(const Texts& texts, const std::string& value) {
  if (!value.starts_with('@')) return value;
  const auto form = texts.all().find("forms." + value.substr(1));
  return form == texts.all().end() ? std::string_view(value) : form->second;
}

// Replaces each {word} in one pass, so that braces in the typed words stay.
std::string fill_in(const Texts& texts, const std::string& text, const std::vector<std::pair<std::string, std::string>>& words) {
  std::string filled;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t open = std::min(text.find('{', begin), text.size());
    const std::size_t close = text.find('}', open);
    filled += text.substr(begin, open - begin);
    if (close == std::string::npos) return filled + text.substr(open);
    const std::string_view name = std::string_view(text).substr(open + 1, close - open - 1);
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& candidate) { return candidate.first == name; });
    const bool known = word != words.end();
    filled += known ? shortened_to(value_or_form(texts, word->second), kLongestWord) : "{";
    begin = known ? close + 1 : open + 1;
  }
  return filled;
}

[[noreturn]] void no_text(const std::string& path) {
  throw std::runtime_error("[texts] " + path + ": expected a text, or a list of texts");
}

std::string joined_lines(const nlohmann::json& list, const std::string& path) {
  std::string lines;
  for (const nlohmann::json& line : list) {
    if (!line.is_string()) no_text(path);
    lines += (lines.empty() ? "" : "\n") + line.get<std::string>();
  }
  return lines;
}

void gather(const nlohmann::json& node, const std::string& path, std::map<std::string, std::string, std::less<>>& texts) {
  if (node.is_string()) {
    texts.insert_or_assign(texts.end(), path, node.get<std::string>());  // the hint is good: objects of JSON are nearly sorted by path
  } else if (node.is_array()) {
    texts.insert_or_assign(texts.end(), path, joined_lines(node, path));
  } else if (node.is_object()) {
    for (const auto& [name, part] : node.items()) gather(part, path.empty() ? name : path + "." + name, texts);
  } else {
    no_text(path);
  }
}

// Returns the {words} and live values of a text, each once. Forms for different counts count by those of the form `other`.
std::set<std::string> braced(const std::string& text_with_forms) {
  const std::string text = with_chosen_forms(text_with_forms, [](std::string_view) { return "other"; });
  std::set<std::string> found;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close != std::string::npos) found.insert(text.substr(open, close + 1 - open));
  }
  return found;
}

// Adds the paths, {words} and live values of `texts` that `other` lacks.
void add_missing(const Texts& texts, const Texts& other, const std::string& where, std::vector<std::string>& found) {
  for (const auto& [path, text] : texts.all()) {
    if (!other.has(path)) {
      found.push_back(path + ": is in the " + where + " only");
      continue;
    }
    const std::set<std::string> words = braced(other.get(path));
    for (const std::string& word : braced(text))
      if (words.count(word) == 0) found.push_back(path + ": " + word + " stands in the " + where + " only");
  }
}

}  // namespace

Texts::Texts(std::string_view json) {
  add(json);
  additions_ = 0;
}

void Texts::add(std::string_view json) {
  try {
    gather(nlohmann::json::parse(json), "", texts_);
  } catch (const nlohmann::json::parse_error& error) {
    throw std::runtime_error(std::string("[texts] ") + error.what());
  }
  ++additions_;
}

void Texts::replace(Texts other) {
  texts_ = std::move(other.texts_);
  ++additions_;
}

Texts Texts::parts(std::initializer_list<std::string_view> names) const {
  Texts found;
  for (const std::string_view name : names) {
    const std::string begin = std::string(name) + ".";
    for (auto text = texts_.lower_bound(begin); text != texts_.end() && text->first.starts_with(begin); ++text) found.texts_.insert(*text);
  }
  return found;
}

bool Texts::has(std::string_view path) const {
  const bool there = texts_.find(path) != texts_.end();
  if (!there && more_to_come && on_gap) on_gap(path);
  return there;
}

std::string Texts::get(std::string_view path) const {
  const auto found = texts_.find(path);
  if (found != texts_.end()) return found->second;
  if (on_gap) on_gap(path);
  return more_to_come ? "…" : std::string(path);
}

std::vector<std::string> Texts::lines(std::string_view path) const {
  std::vector<std::string> lines;
  const auto found = texts_.find(path);
  if (found == texts_.end()) return lines;
  const std::string& text = found->second;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string Texts::format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const {
  const std::string text = with_chosen_forms(get(path), [&](std::string_view name) {
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& candidate) { return candidate.first == name; });
    return word == words.end() ? "other" : category_of(word->second);
  });
  return fill_in(*this, text, words);
}

std::string_view Texts::category_of(std::string_view count) const {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), number);
  const auto rules = texts_.find("ui.numbers.plural");
  if (error != std::errc() || end != count.data() + count.size() || rules == texts_.end()) return "other";
  return plural_category(rules->second, number);
}

std::string Texts::format(const Problem& problem) const {
  const std::string path = "problems." + problem.id;
  if (!has(path)) return InputError(problem).what();
  return format(path, problem.words);
}

std::string Texts::keyed(std::string_view part, std::string_view text) const {
  if (!text.starts_with('@')) return std::string(text);
  std::vector<std::string> parts;
  for (std::size_t begin = 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  std::vector<std::pair<std::string, std::string>> words;
  for (std::size_t i = 1; i < parts.size(); ++i) words.emplace_back(std::to_string(i - 1), std::move(parts[i]));
  return format(std::string(part) + "." + parts.front(), words);
}

std::vector<std::string> differences(const Texts& first, const Texts& second) {
  std::vector<std::string> found;
  add_missing(first, second, "first", found);
  add_missing(second, first, "second", found);
  return found;
}

}  // namespace gf
