#include "ui/look_up/glossary_terms.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/utf8.h"
#include "protocol/texts.h"
#include "ui/look_up/search_index.h"

namespace gf::ui {

namespace {

// Scripts from this code point on, such as Chinese, have no spaces between words. A term may stand beside any of their letters.
constexpr char32_t kFirstWithoutSpaces = 0x2E80;

// Whether a character is a letter or a digit. Signs such as « and the no-break space end a word in every language.
bool in_word(std::string_view character) {
  if (character.empty()) return false;
  const char32_t c = code_point(character);
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return c >= 0xC0 && (c < 0x2000 || c > 0x206F) && c < kFirstWithoutSpaces;
}

// Whether the bytes begin..end-1 are a whole word. An apostrophe before a word does not belong to that word, as in "l’attention"; an
// apostrophe behind it does, as in "model’s".
bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  return !in_word(utf8_before(text, begin)) && !in_word(utf8_at(text, end)) && utf8_at(text, end) != "’";
}

std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (stands_alone(text, at, at + word.size())) return at;
  return std::string_view::npos;
}

// Hides quoted text, since its words are not terms.
void hide_quoted(std::string& text) {
  for (const auto& [open, close] : {std::pair{"“", "”"}, {"«", "»"}})
    for (std::size_t begin = text.find(open), end; begin != std::string::npos; begin = text.find(open, end)) {
      end = std::min(text.find(close, begin), text.size());
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end), '\1');
    }
}

// Returns the first step of a lesson whose caption uses a term, else the first step whose answer does; -1 if no step does.
int step_with_term(const Texts& texts, const LessonInfo& lesson, const std::vector<GlossaryForm>& forms) {
  for (const char* kind : {"steps", "answers"})
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const std::string path = "lessons." + lesson.id + "." + kind + "." + lesson.steps[i].id;
      if (texts.has(path) && !glossary_uses(forms, texts.get(path)).empty()) return static_cast<int>(i);
    }
  return -1;
}

}  // namespace

std::vector<GlossaryEntry> glossary_entries(const Texts& texts, const Catalogue& catalogue) {
  const std::vector<GlossaryForm> forms = glossary_forms(texts);
  std::vector<GlossaryEntry> entries;
  for (const std::string& id : glossary_terms(texts)) {
    const auto text = [&](const char* name) { return texts.get("glossary." + id + "." + name); };
    GlossaryEntry entry{id, text("term"), meaning_of_term(texts, id), text("lesson"), -1};
    if (const LessonInfo* lesson = find_lesson(catalogue, entry.lesson)) {
      std::vector<GlossaryForm> forms_of_term;
      std::copy_if(forms.begin(), forms.end(), std::back_inserter(forms_of_term),
                   [&](const GlossaryForm& form) { return form.term == id; });
      entry.step = step_with_term(texts, *lesson, forms_of_term);
    }
    entry.plain = plain_words(entry.term);
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const GlossaryEntry& a, const GlossaryEntry& b) { return a.plain < b.plain; });
  return entries;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  bool latin = false;  // the byte before was the first byte of a letter from U+00C0 to U+00FF
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    const bool upper = latin ? byte >= 0x80 && byte <= 0x9E && byte != 0x97 : byte >= 'A' && byte <= 'Z';
    latin = byte == 0xC3;
    if (upper) c = static_cast<char>(byte + 0x20);
  }
  return result;
}

std::string meaning_of_term(const Texts& texts, std::string_view id) {
  const std::string path = "glossary." + std::string(id) + ".text";
  return texts.has(path) ? texts.get(path) : std::string();
}

std::vector<std::string> glossary_terms(const Texts& texts) {
  constexpr std::string_view glossary = "glossary.", term = ".term";
  std::vector<std::string> ids;
  for (auto at = texts.all().lower_bound(glossary); at != texts.all().end() && at->first.starts_with(glossary); ++at)
    if (at->first.ends_with(term)) ids.push_back(at->first.substr(glossary.size(), at->first.size() - glossary.size() - term.size()));
  return ids;
}

std::vector<GlossaryForm> glossary_forms(const Texts& texts) {
  std::vector<GlossaryForm> forms;
  for (const std::string& term : glossary_terms(texts))
    for (const std::string& form : texts.lines("glossary." + term + ".forms")) forms.push_back({lowered(form), term});
  std::stable_sort(forms.begin(), forms.end(), [](const GlossaryForm& a, const GlossaryForm& b) { return a.form.size() > b.form.size(); });
  return forms;
}

std::vector<GlossaryUse> glossary_uses(const std::vector<GlossaryForm>& forms, std::string_view text) {
  std::string rest = lowered(text);
  hide_quoted(rest);
  std::vector<GlossaryUse> uses;
  for (const GlossaryForm& form : forms) {
    const std::size_t at = find_word(rest, form.form);
    if (at == std::string::npos) continue;
    const auto known = std::find_if(uses.begin(), uses.end(), [&](const GlossaryUse& use) { return use.term == form.term; });
    const GlossaryUse use{at, at + form.form.size(), form.term};
    // Overwrites the text of this form, so that a shorter form does not find it again. No word has this byte.
    std::fill(rest.begin() + static_cast<std::ptrdiff_t>(use.begin), rest.begin() + static_cast<std::ptrdiff_t>(use.end), '\1');
    if (known == uses.end()) {
      uses.push_back(use);
    } else if (use.begin < known->begin) {
      *known = use;
    }
  }
  std::sort(uses.begin(), uses.end(), [](const GlossaryUse& a, const GlossaryUse& b) { return a.begin < b.begin; });
  return uses;
}

}  // namespace gf::ui
