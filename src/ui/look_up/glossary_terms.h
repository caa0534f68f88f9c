// Reads the terms of the glossary from the texts, and finds them in prose. The words of a term are `glossary.<id>` of the texts:
// {"term", "lesson": the lesson that introduces it, "forms": [the forms in running text], "text": its meaning}.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/schema.h"

namespace gf {
class Texts;
}

namespace gf::ui {

/// Returns the ids of all terms.
std::vector<std::string> glossary_terms(const Texts& texts);
/// Returns the meaning of a term; an empty text while it is not loaded yet.
std::string meaning_of_term(const Texts& texts, std::string_view id);

/// A term in the list of all terms.
struct GlossaryEntry {
  std::string id, term, text;
  std::string lesson;  // the lesson that introduces the term
  int step = -1;       // the first step of that lesson whose caption or answer uses the term; -1 if no step does
  std::string plain;   // the term as the order compares it: "epoque" for "Époque"
};

/// Returns all terms in alphabetical order.
std::vector<GlossaryEntry> glossary_entries(const Texts& texts, const Catalogue& catalogue);

/// Returns the text with the letters of ASCII and Latin-1 in lower case. The number of bytes stays the same.
std::string lowered(std::string_view text);

/// One way to write a term, in lower case.
struct GlossaryForm {
  std::string form, term;
};

/// Returns all forms, the longest first, so that "attention weights" is found before "attention".
std::vector<GlossaryForm> glossary_forms(const Texts& texts);

/// A term in a text: bytes begin..end-1.
struct GlossaryUse {
  std::size_t begin = 0, end = 0;
  std::string term;
  bool operator==(const GlossaryUse&) const = default;
};

/// Returns the first use of each term in a text, in the order of the text. Finds whole words in upper or lower case, outside quotation
/// marks. Chinese and Japanese have no spaces between words, so a term may stand beside any of their letters.
/// Example: "Softmax turns scores into softmax weights" with {"softmax"} has one use, 0..7.
std::vector<GlossaryUse> glossary_uses(const std::vector<GlossaryForm>& forms, std::string_view text);

}  // namespace gf::ui
