#include <array>

#include "core/nth.h"
#include "train/tasks/clause.h"

namespace gf {
namespace {

using FrenchForms = std::array<std::string_view, 4>;  // m, f, plural, before a vowel in the singular

// Returns the determiner. One that ends in ' is joined to the next word.
std::string determiner_of(const NounPhrase& phrase, bool vowel) {
  const auto pick = [&](const FrenchForms& forms) {
    if (phrase.many) return std::string(forms[2]);
    if (vowel && !forms[3].empty()) return std::string(forms[3]);
    return std::string(forms[phrase.noun->french_feminine ? 1 : 0]);
  };
  const bool feminine = phrase.noun->french_feminine;
  switch (phrase.determiner) {
    case Determiner::definite:
      return pick({"le", "la", "les", "l'"});
    case Determiner::indefinite:
      // de grandes maisons: "des" becomes "de" before an adjective
      if (phrase.many && phrase.adjective && phrase.adjective->french_before_noun) return "de";
      return pick({"un", "une", "des", ""});
    case Determiner::my:
      return pick({"mon", "ma", "mes", "mon"});
    case Determiner::demonstrative:
      return pick({"ce", "cette", "ces", feminine ? "cette" : "cet"});
  }
  return {};
}

// Returns "de" with the determiner after it: du, des, de l', d'un.
std::string contract_de(const std::string& determiner) {
  if (determiner == "le") return "du";
  if (determiner == "les") return "des";
  if (determiner == "un" || determiner == "une") return "d'" + determiner;
  return "de " + determiner;
}

void say_french_phrase(std::vector<std::string>& tokens, const NounPhrase& phrase, bool after_de = false) {
  const Noun& noun = *phrase.noun;
  const Adjective* adjective = phrase.adjective;
  std::vector<std::string> words;
  std::string form;
  if (adjective) {
    const bool special = !phrase.many && !noun.french_feminine && noun.french_vowel && adjective->french_before_noun;
    form = special && !adjective->french_before_vowel.empty() ? adjective->french_before_vowel
                                                              : adjective->french[agreement(noun.french_feminine, phrase.many)];
  }
  if (adjective && adjective->french_before_noun) words.push_back(form);
  words.emplace_back(noun.french[phrase.many]);
  if (adjective && !adjective->french_before_noun) words.push_back(form);
  // No adjective that stands before its noun begins with a vowel.
  std::string determiner = determiner_of(phrase, noun.french_vowel && !(adjective && adjective->french_before_noun));
  if (after_de) determiner = contract_de(determiner);
  if (determiner.ends_with('\'')) {
    const std::size_t space = determiner.rfind(' ');
    const std::size_t last = space == std::string::npos ? 0 : space + 1;
    words.front() = determiner.substr(last) + words.front();
    determiner.resize(last);
  }
  append_words(tokens, determiner);
  tokens.insert(tokens.end(), words.begin(), words.end());
}

bool feminine_subject(const Clause& clause) {
  return clause.pronoun == Pronoun::none ? clause.subject.noun->french_feminine : clause.pronoun == Pronoun::she;
}

void say_french_place(std::vector<std::string>& tokens, const Place& place) {
  std::string_view preposition = place.preposition->french;
  const bool de = preposition.ends_with(" de");
  if (de) preposition.remove_suffix(3);
  append_words(tokens, preposition);
  say_french_phrase(tokens, place.where, de);
}

}  // namespace

std::vector<std::string> say_french(const Clause& clause) {
  constexpr std::array<const char*, 7> kPronouns = {"", "je", "tu", "il", "elle", "nous", "ils"};
  constexpr std::array<std::string_view, 6> kBe = {"suis", "es", "est", "sommes", "êtes", "sont"};
  std::vector<std::string> tokens;
  std::string verb(clause.verb ? clause.verb->french[person_of(clause)] : kBe[person_of(clause)]);
  const bool be_vowel = verb == "es" || verb == "est" || verb == "êtes";
  const bool vowel = clause.verb ? clause.verb->french_vowel : be_vowel;
  if (clause.negated)
    verb = (vowel ? "n'" : "ne ") + verb + " pas";
  else if (clause.pronoun == Pronoun::i && vowel)
    verb = "j'" + verb;
  if (clause.pronoun == Pronoun::none)
    say_french_phrase(tokens, clause.subject);
  else if (!verb.starts_with("j'"))
    tokens.emplace_back(nth(kPronouns, clause.pronoun));
  append_words(tokens, verb);
  if (clause.object) say_french_phrase(tokens, *clause.object);
  if (clause.quality) tokens.emplace_back(clause.quality->french[agreement(feminine_subject(clause), is_plural(clause))]);
  if (clause.place) say_french_place(tokens, *clause.place);
  return tokens;
}

}  // namespace gf
