#include <algorithm>
#include <array>

#include "core/nth.h"
#include "train/tasks/clause.h"

namespace gf {
namespace {

void say_english_phrase(std::vector<std::string>& tokens, const NounPhrase& phrase) {
  const std::string_view noun = phrase.noun->english[phrase.many];
  const std::string_view next = phrase.adjective ? phrase.adjective->english : noun;
  const bool vowel = std::string_view("aeiou").find(next.front()) != std::string_view::npos;
  const std::string_view article = vowel ? "an" : "a";
  switch (phrase.determiner) {
    case Determiner::definite:
      tokens.emplace_back("the");
      break;
    case Determiner::indefinite:
      tokens.emplace_back(phrase.many ? "some" : article);
      break;
    case Determiner::my:
      tokens.emplace_back("my");
      break;
    case Determiner::demonstrative:
      tokens.emplace_back(phrase.many ? "these" : "this");
      break;
  }
  if (phrase.adjective) tokens.emplace_back(phrase.adjective->english);
  tokens.emplace_back(noun);
}

void say_verb(std::vector<std::string>& tokens, const Clause& clause) {
  constexpr std::array<const char*, 6> kBe = {"am", "are", "is", "are", "are", "are"};
  const bool third = person_of(clause) == 2;
  if (!clause.verb) {
    tokens.emplace_back(kBe[person_of(clause)]);
    if (clause.negated) tokens.emplace_back("not");
  } else if (clause.negated) {
    append_words(tokens, third ? "does not" : "do not");
    append_words(tokens, clause.verb->english);
  } else {
    append_words(tokens, third ? clause.verb->english_third : clause.verb->english);
  }
}

}  // namespace

std::size_t person_of(const Clause& clause) {
  constexpr std::array<std::size_t, 7> kPersons = {2, 0, 1, 2, 2, 3, 5};
  if (clause.pronoun == Pronoun::none) return clause.subject.many ? 5 : 2;
  return nth(kPersons, clause.pronoun);
}

bool is_plural(const Clause& clause) { return person_of(clause) >= 3; }

void append_words(std::vector<std::string>& tokens, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    tokens.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<std::string> say_english(const Clause& clause) {
  constexpr std::array<const char*, 7> kPronouns = {"", "I", "you", "he", "she", "we", "they"};
  std::vector<std::string> tokens;
  if (clause.pronoun == Pronoun::none)
    say_english_phrase(tokens, clause.subject);
  else
    tokens.emplace_back(nth(kPronouns, clause.pronoun));
  say_verb(tokens, clause);
  if (clause.object) say_english_phrase(tokens, *clause.object);
  if (clause.quality) tokens.emplace_back(clause.quality->english);
  if (clause.place) {
    append_words(tokens, clause.place->preposition->english);
    say_english_phrase(tokens, clause.place->where);
  }
  return tokens;
}

}  // namespace gf
