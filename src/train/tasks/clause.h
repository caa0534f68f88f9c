// The meaning of a sentence of the small translators, without a language, and its wording in English, French and Spanish.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// Returns the tokens of a clause in a language, without capitals or a full stop: {"the", "cat", "is", "under", "the", "table"}. If a
/// language has a pronoun for each gender and English has one for both, the pronoun is masculine.
std::vector<std::string> say_english(const Clause& clause);
std::vector<std::string> say_french(const Clause& clause);
std::vector<std::string> say_spanish(const Clause& clause);

/// Returns the index of the subject's person in tables of verb forms: I, you, he or she, we, you, they.
std::size_t person_of(const Clause& clause);
/// Returns the index in tables of adjective forms: m, f, m plural, f plural.
constexpr std::size_t agreement(bool feminine, bool many) { return (feminine ? 1U : 0U) + (many ? 2U : 0U); }
bool is_plural(const Clause& clause);
/// Splits a text at spaces, and appends its words.
void append_words(std::vector<std::string>& tokens, std::string_view text);

}  // namespace gf
