// The meaning of a sentence of the small translators, apart from any language, and how English, French and Spanish say it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "train/tasks/lexicon.h"

namespace gf {

enum class Determiner { definite, indefinite, my, demonstrative };  // the, a or some, my, this or these

struct NounPhrase {
  const Noun* noun = nullptr;
  bool many = false;
  Determiner determiner = Determiner::definite;
  const Adjective* adjective = nullptr;
};

enum class Pronoun { none, i, you, he, she, we, they };

struct Place {
  const Preposition* preposition = nullptr;
  NounPhrase where;
};

/// Subject, and a verb with or without an object, or "is" with an adjective or a place.
struct Clause {
  Pronoun pronoun = Pronoun::none;  // none: the subject is a noun
  NounPhrase subject;
  const Verb* verb = nullptr;  // null: to be
  bool negated = false;
  std::optional<NounPhrase> object;
  const Adjective* quality = nullptr;  // of "is"
  std::optional<Place> place;
};

/// Each in tokens, without capitals or a full stop: {"the", "cat", "is", "under", "the", "table"}. A pronoun is masculine where the
/// language asks for a choice and the English one leaves it open.
std::vector<std::string> say_english(const Clause& clause);
std::vector<std::string> say_french(const Clause& clause);
std::vector<std::string> say_spanish(const Clause& clause);

/// The place of the subject in tables of verb forms: I, you, he or she, we, you, they.
std::size_t person_of(const Clause& clause);
/// The place in tables of adjectives: m, f, m plural, f plural.
constexpr std::size_t agreement(bool feminine, bool many) { return (feminine ? 1U : 0U) + (many ? 2U : 0U); }
bool is_plural(const Clause& clause);
/// Appends the words of a text between spaces.
void append_words(std::vector<std::string>& tokens, std::string_view text);

}  // namespace gf
