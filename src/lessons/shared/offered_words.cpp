#include "lessons/shared/offered_words.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "text/letters.h"
#include "text/near_words.h"
#include "train/tasks/lexicon.h"

namespace gf {
namespace {

constexpr std::size_t kMostBySpelling = 3;
constexpr std::string_view kDeterminersOfOne[] = {"the", "my", "this", "a", "an"}, kDeterminersOfMany[] = {"the", "my", "these", "some"},
                           kPronouns[] = {"I", "you", "he", "she", "we", "they"}, kFormsOfBe[] = {"is", "are", "am"};

enum class WordKind { none, other, determiner, pronoun, noun, nouns, adjective, verb, verb_of_one, be, preposition };

template <typename List>
bool lists(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

WordKind kind_of_word(std::string_view word) {
  if (lists(kDeterminersOfOne, word) || lists(kDeterminersOfMany, word)) return WordKind::determiner;
  if (lists(kPronouns, word) || word == "i") return WordKind::pronoun;
  if (lists(kFormsOfBe, word)) return WordKind::be;
  for (const Noun& noun : nouns())
    for (const bool many : {false, true})
      if (noun.english[many] == word) return many ? WordKind::nouns : WordKind::noun;
  for (const Adjective& adjective : adjectives())
    if (adjective.english == word) return WordKind::adjective;
  for (const Verb& verb : verbs()) {
    if (verb.english == word) return WordKind::verb;
    if (verb.english_third == word) return WordKind::verb_of_one;
  }
  for (const Preposition& preposition : prepositions())
    if (preposition.english == word) return WordKind::preposition;
  return WordKind::other;
}

bool is_noun(WordKind kind) { return kind == WordKind::noun || kind == WordKind::nouns; }
bool is_verb(WordKind kind) { return kind == WordKind::verb || kind == WordKind::verb_of_one || kind == WordKind::be; }

const Noun* noun_of(std::string_view word) {
  for (const Noun& noun : nouns())
    if (noun.english[0] == word || noun.english[1] == word) return &noun;
  return nullptr;
}

// Returns the token at an index in lower case, or an empty text beyond the end.
std::string token_at(const std::vector<std::string>& tokens, std::size_t at) {
  return at < tokens.size() ? lower_case(tokens[at]) : std::string();
}

WordKind kind_at(const std::vector<std::string>& tokens, std::size_t at) {
  return at < tokens.size() ? kind_of_word(token_at(tokens, at)) : WordKind::none;
}

// Returns the kind of word that fits between two neighbours.
WordKind kind_between(std::string_view before_word, WordKind before, WordKind after) {
  const bool of_many = before_word == "these" || before_word == "some";
  switch (before) {
    case WordKind::none:
      return is_noun(after) || after == WordKind::adjective ? WordKind::determiner : WordKind::pronoun;
    case WordKind::determiner:
      if (is_noun(after)) return WordKind::adjective;
      return of_many ? WordKind::nouns : WordKind::noun;
    case WordKind::adjective:
      return WordKind::noun;
    case WordKind::be:
      return WordKind::adjective;
    case WordKind::noun:
      return after == WordKind::none || after == WordKind::determiner ? WordKind::verb_of_one : WordKind::preposition;
    case WordKind::nouns:
      return WordKind::verb;
    case WordKind::pronoun:
      return before_word == "he" || before_word == "she" ? WordKind::verb_of_one : WordKind::verb;
    case WordKind::verb:
    case WordKind::verb_of_one:
    case WordKind::preposition:
      return WordKind::determiner;
    default:
      return WordKind::noun;
  }
}

// Returns the uses of nouns that fit at a place, by the verb or preposition before it. Without one, the place is that of the subject.
unsigned uses_at(const std::vector<std::string>& tokens, std::size_t at) {
  for (std::size_t before = std::min(at, tokens.size()); before-- > 0;) {
    const std::string word = token_at(tokens, before);
    for (const Preposition& preposition : prepositions())
      if (preposition.english == word) return preposition.objects;
    for (const Verb& verb : verbs())
      if (verb.english == word || verb.english_third == word) return verb.objects;
  }
  return kAlive;
}

// Whether a noun goes with the article or pronoun before it.
bool goes_with(std::string_view determiner, std::string_view noun) {
  const bool vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  if (determiner == "a") return !vowel;
  return determiner != "an" || vowel;
}

// Returns the words of a kind that can stand at a place. Kinds of several words such as "look for" are left out.
std::vector<std::string> words_of_kind(WordKind kind, const std::vector<std::string>& tokens, std::size_t at) {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (word.find(' ') == std::string_view::npos) words.emplace_back(word);
  };
  const std::string before = at == 0 ? std::string() : token_at(tokens, at - 1);
  const unsigned uses = uses_at(tokens, at);
  const Noun* const with = noun_of(token_at(tokens, at + 1));
  switch (kind) {
    case WordKind::determiner:
      for (const std::string_view word : kDeterminersOfOne) add(word);
      break;
    case WordKind::pronoun:
      for (const std::string_view word : kPronouns) add(word);
      break;
    case WordKind::noun:
    case WordKind::nouns:
      for (const Noun& noun : nouns())
        if ((noun.uses & uses) && goes_with(before, noun.english[kind == WordKind::nouns])) add(noun.english[kind == WordKind::nouns]);
      break;
    case WordKind::adjective:
      for (const Adjective& adjective : adjectives())
        if (!with || (adjective.uses & with->uses)) add(adjective.english);
      break;
    case WordKind::verb:
    case WordKind::verb_of_one:
      for (const Verb& verb : verbs()) add(kind == WordKind::verb ? verb.english : verb.english_third);
      break;
    case WordKind::preposition:
      for (const Preposition& preposition : prepositions()) add(preposition.english);
      break;
    default:
      break;
  }
  return words;
}

void add_known(std::vector<std::string>& words, const std::vector<std::string>& known, const std::vector<std::string>& more,
               std::size_t most) {
  for (const std::string& word : more)
    if (words.size() < most && lists(known, word) && !lists(words, word)) words.push_back(word);
}

}  // namespace

std::vector<std::string> offered_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t at) {
  std::vector<std::string> words = near_words(known, tokens[at], kMostBySpelling);
  const std::string before = at == 0 ? std::string() : token_at(tokens, at - 1);
  const WordKind kind = kind_between(before, at == 0 ? WordKind::none : kind_of_word(before), kind_at(tokens, at + 1));
  add_known(words, known, words_of_kind(kind, tokens, at), kMostNearWords);
  return words;
}

std::vector<std::string> following_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t most) {
  const std::size_t end = tokens.size();
  const std::string last = end == 0 ? std::string() : token_at(tokens, end - 1);
  const WordKind before = end == 0 ? WordKind::none : kind_of_word(last);
  WordKind kind = end == 0 ? WordKind::determiner : kind_between(last, before, WordKind::none);
  const bool has_verb =
      std::any_of(tokens.begin(), tokens.end(), [](const std::string& token) { return is_verb(kind_of_word(lower_case(token))); });
  const bool placed = std::any_of(tokens.begin(), tokens.end(),
                                  [](const std::string& token) { return kind_of_word(lower_case(token)) == WordKind::preposition; });
  if (is_noun(before) && has_verb) kind = placed ? WordKind::none : WordKind::preposition;
  if (before == WordKind::adjective && has_verb && end >= 2 && is_verb(kind_at(tokens, end - 2))) kind = WordKind::none;
  if (before == WordKind::other) kind = WordKind::none;
  std::vector<std::string> words;
  add_known(words, known, words_of_kind(kind, tokens, end), most);
  return words;
}

}  // namespace gf
