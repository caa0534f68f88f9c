// The terms of the glossary in a text.
// The words of a term are `glossary.<id>` of the texts: {"term", "lesson": the one that introduces it, "forms": [as they stand in
// running text], "text"}.
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

/// The ids of all terms.
std::vector<std::string> glossary_terms(const Texts& texts);
/// The meaning of a term; nothing as long as that is on its way.
std::string meaning_of_term(const Texts& texts, std::string_view id);

/// A term as the list of all terms has it.
struct GlossaryEntry {
  std::string id, term, text;
  std::string lesson;  // that introduces it
  int step = -1;       // the first one there that uses it; -1: none does
  std::string plain;   // the term as the alphabet has it: "epoque" of "Époque"
};

/// All terms by the alphabet.
std::vector<GlossaryEntry> glossary_entries(const Texts& texts, const Catalogue& catalogue);

/// The text with the letters of ASCII and of Latin-1 in lower case, in as many bytes.
std::string lowered(std::string_view text);

/// One way to write a term, in lower case.
struct GlossaryForm {
  std::string form, term;
};

/// All forms, the longest first, so that "attention weights" is found before "attention".
std::vector<GlossaryForm> glossary_forms(const Texts& texts);

/// A term in a text: bytes begin..end-1.
struct GlossaryUse {
  std::size_t begin = 0, end = 0;
  std::string term;
  bool operator==(const GlossaryUse&) const = default;
};

/// The first use of each term in a text, in the order of the text: whole words, in either case, and none in quotation
/// marks. Chinese and its neighbours have no spaces between words: there a term is found wherever it stands.
/// Example: "Softmax turns scores into softmax weights" with {"softmax"} has one use, 0..7.
std::vector<GlossaryUse> glossary_uses(const std::vector<GlossaryForm>& forms, std::string_view text);

}  // namespace gf::ui
