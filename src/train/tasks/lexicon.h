// The words of the small translators: nouns, adjectives, verbs and prepositions, in each language.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace gf {

/// The uses of a noun, as bits. They decide which verbs, adjectives and prepositions go with the noun.
enum NounUse : unsigned {
  kPerson = 1,
  kAnimal = 2,
  kFood = 4,
  kReadable = 8,
  kPortable = 16,
  kOpens = 32,     // can be opened
  kHolds = 64,     // something can be in it
  kSurface = 128,  // something can be on it and under it
  kLandmark = 256  // something can be near it, behind it, in front of it
};
constexpr unsigned kAlive = kPerson | kAnimal;

struct Noun {
  unsigned uses;
  std::array<std::string_view, 2> english, french, spanish;  // one, many
  bool french_feminine, spanish_feminine;
  bool french_vowel;  // elision: l'homme, cet homme
};

struct Adjective {
  unsigned uses;  // of the nouns that it goes with
  std::string_view english;
  std::array<std::string_view, 4> french;  // m, f, m plural, f plural
  std::string_view french_before_vowel;    // m before a vowel: vieil; empty: as m
  bool french_before_noun;
  std::array<std::string_view, 4> spanish;  // m, f, m plural, f plural
  bool passing;                             // "is" in Spanish: estar if true, otherwise ser
};

/// A verb in the present tense. French and Spanish have the forms of I, you (one), he or she, we, you (many), they.
struct Verb {
  unsigned subjects, objects;               // uses of the nouns that can be its subject and object; no objects: 0
  std::string_view english, english_third;  // of two words: look for, looks for
  std::array<std::string_view, 6> french;
  bool french_vowel;  // j'aime, n'aime
  std::array<std::string_view, 6> spanish;
};

struct Preposition {
  unsigned objects;
  std::string_view english, french, spanish;  // words between spaces; a last "de" contracts with the article
};

struct FixedPhrase {
  std::string_view from, to;
};

std::span<const Noun> nouns();
std::span<const Adjective> adjectives();
std::span<const Verb> verbs();
std::span<const Preposition> prepositions();
std::span<const FixedPhrase> french_english_phrases();
std::span<const FixedPhrase> english_spanish_phrases();

}  // namespace gf
