#include "ui/glossary_terms.h"

#include <algorithm>
#include <iterator>

#include "protocol/texts.h"

namespace gf::ui {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Letters and digits of ASCII, and every byte of other letters.
bool in_word(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80; }

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  return (begin == 0 || !in_word(text[begin - 1])) && (end == text.size() || !in_word(text[end]));
}

std::size_t find_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (stands_alone(text, at, at + word.size())) return at;
  return std::string_view::npos;
}

// Hides quoted text: it is somebody's own, and none of its words is a term.
void hide_quoted(std::string& text) {
  constexpr std::string_view kOpen = "“", kClose = "”";
  for (std::size_t begin = text.find(kOpen), end; begin != std::string::npos; begin = text.find(kOpen, end)) {
    end = std::min(text.find(kClose, begin), text.size());
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end), '\1');
  }
}

// The first step of a lesson whose caption uses a term, else the first whose answer does; -1 if there is none.
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
      std::vector<GlossaryForm> own;
      std::copy_if(forms.begin(), forms.end(), std::back_inserter(own), [&](const GlossaryForm& form) { return form.term == id; });
      entry.step = step_with_term(texts, *lesson, own);
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const GlossaryEntry& a, const GlossaryEntry& b) { return lowered(a.term) < lowered(b.term); });
  return entries;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
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
    // Text that a longer form has taken can't be found again: no word has this byte.
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
