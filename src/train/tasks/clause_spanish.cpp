#include <array>

#include "core/nth.h"
#include "train/tasks/clause.h"

namespace gf {
namespace {

std::string_view determiner_of(const NounPhrase& phrase) {
  using SpanishForms = std::array<std::string_view, 4>;  // m, f, m plural, f plural
  const std::size_t form = agreement(phrase.noun->spanish_feminine, phrase.many);
  switch (phrase.determiner) {
    case Determiner::definite:
      return SpanishForms{"el", "la", "los", "las"}[form];
    case Determiner::indefinite:
      return SpanishForms{"un", "una", "unos", "unas"}[form];
    case Determiner::my:
      return SpanishForms{"mi", "mi", "mis", "mis"}[form];
    case Determiner::demonstrative:
      return SpanishForms{"este", "esta", "estos", "estas"}[form];
  }
  return {};
}

// `before` is "a" or "de", which joins the article "el": al, del. An empty text: no such word.
void say_spanish_phrase(std::vector<std::string>& tokens, const NounPhrase& phrase, std::string_view before = {}) {
  const std::string_view determiner = determiner_of(phrase);
  if (determiner == "el" && !before.empty()) {
    tokens.emplace_back(before == "a" ? "al" : "del");
  } else {
    if (!before.empty()) tokens.emplace_back(before);
    tokens.emplace_back(determiner);
  }
  tokens.emplace_back(phrase.noun->spanish[phrase.many]);
  if (phrase.adjective) tokens.emplace_back(phrase.adjective->spanish[agreement(phrase.noun->spanish_feminine, phrase.many)]);
}

void say_spanish_place(std::vector<std::string>& tokens, const Place& place) {
  std::string_view preposition = place.preposition->spanish;
  const bool de = preposition.ends_with(" de");
  if (de) preposition.remove_suffix(3);
  append_words(tokens, preposition);
  say_spanish_phrase(tokens, place.where, de ? "de" : "");
}

}  // namespace

std::vector<std::string> say_spanish(const Clause& clause) {
  using Verbs = std::array<std::string_view, 6>;
  constexpr std::array<const char*, 7> kPronouns = {"", "yo", "tú", "él", "ella", "nosotros", "ellos"};
  constexpr Verbs kSer = {"soy", "eres", "es", "somos", "son", "son"}, kEstar = {"estoy", "estás", "está", "estamos", "están", "están"};
  const std::size_t person = person_of(clause);
  const Verbs& to_be = clause.quality && !clause.quality->passing ? kSer : kEstar;
  std::vector<std::string> tokens;
  if (clause.pronoun == Pronoun::none)
    say_spanish_phrase(tokens, clause.subject);
  else
    tokens.emplace_back(nth(kPronouns, clause.pronoun));
  if (clause.negated) tokens.emplace_back("no");
  tokens.emplace_back(clause.verb ? clause.verb->spanish[person] : to_be[person]);
  // The personal a stands before an object that lives.
  if (clause.object) say_spanish_phrase(tokens, *clause.object, clause.object->noun->uses & kAlive ? "a" : "");
  if (clause.quality) {
    const bool feminine = clause.pronoun == Pronoun::none ? clause.subject.noun->spanish_feminine : clause.pronoun == Pronoun::she;
    tokens.emplace_back(clause.quality->spanish[agreement(feminine, is_plural(clause))]);
  }
  if (clause.place) say_spanish_place(tokens, *clause.place);
  return tokens;
}

}  // namespace gf
