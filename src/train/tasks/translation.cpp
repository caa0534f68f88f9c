// The translation tasks: clauses drawn at random, in two languages. A clause is held out by the content words that meet in it.
#include "core/nth.h"
#include "train/tasks/clause.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

using Say = std::vector<std::string> (*)(const Clause&);

constexpr DrawCounts kSentences = {20000, 1500};
constexpr int kPhraseCopies = 12;  // a phrase occurs as often as a common word

const Noun& draw_noun(NumpyRandom& random, unsigned uses) {
  const auto all = nouns();
  for (;;)
    if (const Noun& noun = all[draw_index(random, all.size())]; noun.uses & uses) return noun;
}

const Adjective& draw_adjective(NumpyRandom& random, unsigned uses) {
  const auto all = adjectives();
  for (;;)
    if (const Adjective& adjective = all[draw_index(random, all.size())]; adjective.uses & uses) return adjective;
}

// `open` allows "a" and "some". After a negation and after "près de", French drops the article.
NounPhrase draw_phrase(NumpyRandom& random, unsigned uses, bool open) {
  constexpr Determiner kDeterminers[] = {Determiner::definite,      Determiner::definite,   Determiner::my,
                                         Determiner::demonstrative, Determiner::indefinite, Determiner::indefinite};
  NounPhrase phrase{&draw_noun(random, uses), draw_chance(random, 0.35), kDeterminers[draw_index(random, open ? 6 : 4)]};
  if (draw_chance(random, 0.2)) phrase.adjective = &draw_adjective(random, phrase.noun->uses);
  return phrase;
}

Place draw_place(NumpyRandom& random) {
  const Preposition& preposition = prepositions()[draw_index(random, prepositions().size())];
  Place place{&preposition, draw_phrase(random, preposition.objects, false)};
  place.where.adjective = nullptr;
  if (!place.where.many && draw_chance(random, 0.2)) place.where.determiner = Determiner::indefinite;
  return place;
}

void draw_subject(NumpyRandom& random, unsigned uses, double pronouns, Clause& clause) {
  if ((uses & kAlive) && draw_chance(random, pronouns))
    clause.pronoun = static_cast<Pronoun>(draw_between(random, static_cast<int>(Pronoun::i), static_cast<int>(Pronoun::they)));
  else
    clause.subject = draw_phrase(random, uses, true);
}

Clause draw_clause(NumpyRandom& random) {
  constexpr unsigned kAnything = ~0U;
  Clause clause;
  clause.negated = draw_chance(random, 0.15);
  const double kind = random.uniform();
  if (kind < 0.25) {
    draw_subject(random, kAnything, 0.25, clause);
    clause.quality = &draw_adjective(random, clause.pronoun == Pronoun::none ? clause.subject.noun->uses : kPerson);
    clause.subject.adjective = nullptr;
  } else if (kind < 0.55) {
    draw_subject(random, kAlive | kPortable, 0.15, clause);
    clause.place = draw_place(random);
  } else {
    clause.verb = &verbs()[draw_index(random, verbs().size())];
    draw_subject(random, clause.verb->subjects, 0.3, clause);
    if (clause.verb->objects) clause.object = draw_phrase(random, clause.verb->objects, !clause.negated);
    if (!clause.object || draw_chance(random, 0.15)) clause.place = draw_place(random);
    if (clause.object && clause.subject.adjective) clause.object->adjective = nullptr;
  }
  return clause;
}

void combine(std::vector<std::string>& combinations, const NounPhrase& phrase) {
  if (phrase.adjective) combinations.push_back(std::string(phrase.adjective->english) + " " + std::string(phrase.noun->english[0]));
}

// Returns the content words that meet, in English and in the singular: "cat under table", "girl eat apple", "big house".
std::vector<std::string> combinations_of(const Clause& clause) {
  constexpr const char* kPronouns[] = {"", "I", "you", "he", "she", "we", "they"};
  std::vector<std::string> combinations;
  const bool noun = clause.pronoun == Pronoun::none;
  const std::string subject(noun ? clause.subject.noun->english[0] : nth(kPronouns, clause.pronoun));
  if (noun) combine(combinations, clause.subject);
  if (clause.quality) combinations.push_back(std::string(clause.quality->english) + " " + subject);
  if (clause.object) {
    combine(combinations, *clause.object);
    combinations.push_back(subject + " " + std::string(clause.verb->english) + " " + std::string(clause.object->noun->english[0]));
  }
  if (clause.place) {
    const std::string place =
        " " + std::string(clause.place->preposition->english) + " " + std::string(clause.place->where.noun->english[0]);
    combinations.push_back(subject + place);
    if (clause.object) combinations.push_back(std::string(clause.object->noun->english[0]) + place);
  }
  return combinations;
}

TaskExamples translation_task(std::uint32_t seed, Say from, Say to, std::span<const FixedPhrase> phrases) {
  // The sentence that is shown first is held out, whatever its hash: the model cannot know it by heart.
  const auto held_out = [](std::string_view words) { return words == "cat under table" || is_held_out(words); };
  TaskExamples examples = draw_examples(
      seed, kSentences,
      [&](NumpyRandom& random) {
        const Clause clause = draw_clause(random);
        return Drawn{{from(clause), to(clause)}, combinations_of(clause)};
      },
      held_out);
  for (const FixedPhrase& phrase : phrases) {
    Example example;
    append_words(example.question, phrase.from);
    append_words(example.answer, phrase.to);
    examples.training.insert(examples.training.end(), kPhraseCopies, example);
  }
  return examples;
}

}  // namespace

TaskExamples french_english_task(std::uint32_t seed) {
  TaskExamples examples = translation_task(seed, say_french, say_english, french_english_phrases());
  examples.shown.insert(examples.shown.begin(), {"le chat est sous la table", "de rien"});
  return examples;
}

TaskExamples english_spanish_task(std::uint32_t seed) {
  TaskExamples examples = translation_task(seed, say_english, say_spanish, english_spanish_phrases());
  examples.shown.insert(examples.shown.begin(), {"the cat is under the table", "you are welcome"});
  return examples;
}

}  // namespace gf
