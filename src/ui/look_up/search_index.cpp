#include "ui/look_up/search_index.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "core/utf8.h"
#include "protocol/step.h"
#include "study/live_text.h"
#include "ui/look_up/glossary_terms.h"

namespace gf::ui {

namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

// Returns the character at a byte. A byte that is not UTF-8 counts as a character.
Character character_at(std::string_view text, std::size_t at) {
  const std::string_view character = utf8_at(text, at);
  return {code_point(character), character.size()};
}

// The plain letters of U+00C0 to U+017F; a space stands for a sign.
constexpr std::string_view kLatinLetters =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kLatinLetters.size() == 0x180 - 0xC0);

// Appends a character to `out` as it is compared: nothing for an accent behind its letter, a space for a character that is no part of a
// word.
void append_plain(std::string& out, std::string_view text, std::size_t at, const Character& c) {
  const char32_t code = c.code;
  if (code < 0x80) {
    const char letter = static_cast<char>(code);
    if (letter >= 'A' && letter <= 'Z') {
      out += static_cast<char>(letter - 'A' + 'a');
    } else {
      out += (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ? letter : ' ';
    }
  } else if (code >= 0xC0 && code < 0x180) {
    out += kLatinLetters[code - 0xC0];
  } else if (code >= 0x300 && code < 0x370) {
    return;
  } else if ((code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F)) {  // capitals of Greek, of Cyrillic
    const char32_t small = code + 0x20;
    out += static_cast<char>(0xC0 | (small >> 6));
    out += static_cast<char>(0x80 | (small & 0x3F));
  } else if (code < 0xC0 || (code >= 0x2000 && code < 0x2070) || (code >= 0x2190 && code < 0x2C00)) {  // signs
    out += ' ';
  } else {
    out += text.substr(at, c.bytes);
  }
}

std::vector<std::string_view> plain_parts(std::string_view words) {
  std::vector<std::string_view> found;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    if (end > begin) found.push_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

constexpr std::size_t kLeastInside = 3;  // the least number of bytes of a word that is searched in the middle of words

// The best place of a word in a text, from the worst to the best.
enum class Found { none, inside, word, beginning, whole };

Found found_in(std::string_view text, std::string_view word) {
  Found best = Found::none;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (at == 0) return text.size() == word.size() ? Found::whole : Found::beginning;
    if (text[at - 1] == ' ') return Found::word;
    if (word.size() >= kLeastInside) best = Found::inside;
  }
  return best;
}

int fit_of_word(const SearchEntry& entry, std::string_view word) {
  switch (found_in(entry.plain_title, word)) {
    case Found::whole:
      return 0;
    case Found::beginning:
      return 1;
    case Found::word:
      return 2;
    case Found::inside:
      return 4;
    case Found::none:
      break;
  }
  constexpr int kInWords = 3, kInText = 5, kInside = 7, kNot = -1;
  const Found context = found_in(entry.plain_context, word), text = found_in(entry.plain_text, word);
  if (context >= Found::word) return kInWords;
  if (text >= Found::word) return kInText;
  return text == Found::inside || context == Found::inside ? kInside : kNot;
}

// Returns the text with "…" in place of live values, which a trace would have to provide.
std::string without_live_values(std::string_view text) {
  std::string result;
  std::size_t at = 0;
  for (const LiveValue& value : live_values(text)) {
    result += text.substr(at, value.begin - at);
    result += "…";
    at = value.end;
  }
  return result + std::string(text.substr(at));
}

void add_lesson(SearchIndex& index, const Texts& texts, const LessonInfo& lesson) {
  const std::string path = "lessons." + lesson.id, title = texts.get(path + ".title");
  index.push_back(with_plain({SearchKind::lesson, lesson.id, -1, title, texts.get(path + ".subtitle"), ""}));
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (const std::string caption = path + ".steps." + lesson.steps[i].id; texts.has(caption))
      index.push_back(with_plain({SearchKind::step, lesson.id, static_cast<int>(i), "", without_live_values(texts.get(caption)), title}));
}

void add_best(SearchHits& hits, SearchKind kind, std::vector<std::pair<int, const SearchEntry*>> fitting) {
  if (fitting.empty()) return;
  std::stable_sort(fitting.begin(), fitting.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second->title.size() < b.second->title.size();
  });
  SearchGroup group{kind, {}, fitting.size()};
  for (std::size_t i = 0; i < std::min(fitting.size(), kMostOfKind); ++i) group.entries.push_back(*fitting[i].second);
  hits.push_back(std::move(group));
}

}  // namespace

std::string plain_words(std::string_view text) {
  std::string raw, words;
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    append_plain(raw, text, at, c);
    at += c.bytes;
  }
  std::unique_copy(raw.begin(), raw.end(), std::back_inserter(words), [](char a, char b) { return a == ' ' && b == ' '; });
  if (words.starts_with(' ')) words.erase(0, 1);
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

SearchEntry with_plain(SearchEntry entry) {
  entry.plain_title = plain_words(entry.title);
  entry.plain_text = plain_words(entry.text);
  entry.plain_context = plain_words(entry.context);
  return entry;
}

SearchIndex course_index(const SearchIndexKey& key) {
  SearchIndex index;
  const Texts& texts = *key.texts;
  for (const LessonInfo& lesson : *key.catalogue) add_lesson(index, texts, lesson);
  std::map<std::string, std::string> forms;
  for (const GlossaryForm& form : glossary_forms(texts)) forms[form.term] += form.form + " ";
  for (const GlossaryEntry& term : glossary_entries(texts, *key.catalogue))
    index.push_back(with_plain({SearchKind::term, term.id, -1, term.term, term.text, forms[term.id]}));
  return index;
}

int fit_of(const SearchEntry& entry, std::string_view words) {
  // A title that begins with all words fits better by 1. In any case, the words are also searched one by one.
  if (entry.plain_title == words) return 0;
  int sum = entry.plain_title.starts_with(words) ? 0 : 1;
  for (const std::string_view word : plain_parts(words)) {
    const int fit = fit_of_word(entry, word);
    if (fit < 0) return -1;
    sum += fit;
  }
  return sum;
}

SearchHits search_in(const SearchIndex& course, const SearchIndex& nodes, std::string_view typed) {
  const std::string words = plain_words(typed);
  SearchHits hits;
  if (words.empty()) {
    SearchGroup all{SearchKind::lesson, {}, 0};
    std::copy_if(course.begin(), course.end(), std::back_inserter(all.entries),
                 [](const SearchEntry& entry) { return entry.kind == SearchKind::lesson; });
    all.all = all.entries.size();
    if (!all.entries.empty()) hits.push_back(std::move(all));
    return hits;
  }
  std::map<SearchKind, std::vector<std::pair<int, const SearchEntry*>>> fitting;
  for (const SearchIndex* index : {&course, &nodes})
    for (const SearchEntry& entry : *index)
      if (const int fit = fit_of(entry, words); fit >= 0) fitting[entry.kind].emplace_back(fit, &entry);
  for (const SearchKind kind : kSearchKinds) add_best(hits, kind, fitting[kind]);
  std::stable_sort(hits.begin(), hits.end(), [&](const SearchGroup& a, const SearchGroup& b) {
    return fit_of(a.entries.front(), words) < fit_of(b.entries.front(), words);
  });
  return hits;
}

std::vector<std::pair<std::size_t, std::size_t>> fitting_parts(std::string_view text, std::string_view words) {
  std::string raw;
  std::vector<std::size_t> from;  // for each byte of `raw`, the byte of `text` that it comes from
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    append_plain(raw, text, at, c);
    from.resize(raw.size(), at);
    at += c.bytes;
  }
  from.push_back(text.size());
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (const std::string_view word : plain_parts(words)) {
    std::size_t best = std::string::npos;
    for (std::size_t at = raw.find(word); at != std::string::npos; at = raw.find(word, at + 1)) {
      const bool begins = at == 0 || raw[at - 1] == ' ';
      if (begins || best == std::string::npos) best = at;
      if (begins) break;
    }
    if (best != std::string::npos) parts.emplace_back(from[best], from[best + word.size()]);
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

}  // namespace gf::ui
