// Subject-verb agreement: "the keys to the cabinet near the door" is followed by "are", whatever words stand between.
#include <algorithm>
#include <array>

#include "train/tasks/rules.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

struct CountedNoun {
  const char* one;
  const char* many;
};

constexpr std::array<CountedNoun, 22> kCountedNouns = {{
    {"key", "keys"},       {"cabinet", "cabinets"}, {"door", "doors"},     {"table", "tables"},   {"book", "books"},
    {"letter", "letters"}, {"box", "boxes"},        {"window", "windows"}, {"garden", "gardens"}, {"house", "houses"},
    {"tree", "trees"},     {"bridge", "bridges"},   {"friend", "friends"}, {"doctor", "doctors"}, {"teacher", "teachers"},
    {"farmer", "farmers"}, {"child", "children"},   {"woman", "women"},    {"cat", "cats"},       {"dog", "dogs"},
    {"horse", "horses"},   {"mouse", "mice"},
}};
constexpr std::size_t kFirstAnimate = 12;  // from this noun on, the nouns are people and animals, which can see and follow
constexpr std::array<const char*, 7> kPlaceWords = {"to", "near", "behind", "beside", "of", "with", "under"};
constexpr std::array<CountedNoun, 4> kCountedVerbs = {{{"sees", "see"}, {"follows", "follow"}, {"likes", "like"}, {"knows", "know"}}};

struct DrawnNoun {
  std::size_t noun = 0;
  bool many = false;
};

DrawnNoun draw_noun(NumpyRandom& random, std::size_t from = 0) {
  return {from + draw_index(random, kCountedNouns.size() - from), draw_chance(random, 0.5)};
}

void say(std::vector<std::string>& words, const DrawnNoun& drawn) {
  words.emplace_back("the");
  words.emplace_back(drawn.many ? kCountedNouns[drawn.noun].many : kCountedNouns[drawn.noun].one);
}

void say_phrase(std::vector<std::string>& words, NumpyRandom& random, const DrawnNoun& drawn) {
  words.emplace_back(kPlaceWords[draw_index(random, kPlaceWords.size())]);
  say(words, drawn);
}

// Draws a sentence up to its verb: phrases before the subject, and after the subject phrases or words such as "that the child sees".
Drawn draw_sentence(NumpyRandom& random) {
  Drawn drawn;
  auto& words = drawn.example.question;
  const DrawnNoun subject = draw_noun(random);
  const auto combine = [&](const DrawnNoun& other) {
    drawn.combinations.push_back(std::string(kCountedNouns[subject.noun].one) + " with " + kCountedNouns[other.noun].one);
  };
  if (draw_chance(random, 0.3)) {
    const DrawnNoun before = draw_noun(random);
    say_phrase(words, random, before);
    words.emplace_back(",");
    combine(before);
  }
  say(words, subject);
  if (draw_chance(random, 0.3)) {
    const DrawnNoun other = draw_noun(random, kFirstAnimate);
    const CountedNoun& verb = kCountedVerbs[draw_index(random, kCountedVerbs.size())];
    words.emplace_back("that");
    say(words, other);
    words.emplace_back(other.many ? verb.many : verb.one);
    combine(other);
  }
  for (int phrases = draw_between(random, words.size() > 4 ? 0 : 1, 2); phrases > 0; --phrases) {
    const DrawnNoun other = draw_noun(random);
    say_phrase(words, random, other);
    combine(other);
  }
  drawn.example.answer = *agreement_rule(words);
  return drawn;
}

}  // namespace

// The subject is the first noun, or the first noun after a comma.
std::optional<std::vector<std::string>> agreement_rule(const std::vector<std::string>& question) {
  const auto comma = std::find(question.begin(), question.end(), ",");
  const auto subject = comma == question.end() ? question.begin() : comma + 1;
  if (question.end() - subject < 2 || *subject != "the") return std::nullopt;
  for (const CountedNoun& noun : kCountedNouns) {
    if (subject[1] == noun.one) return std::vector<std::string>{"is"};
    if (subject[1] == noun.many) return std::vector<std::string>{"are"};
  }
  return std::nullopt;
}

TaskExamples agreement_task(std::uint32_t seed) {
  // The sentence that is shown first is held out, whatever its hash: the model cannot know it by heart.
  const auto held_out = [](std::string_view pair) { return pair == "key with cabinet" || is_held_out(pair); };
  TaskExamples examples = draw_examples(seed, {8000, 800}, draw_sentence, held_out);
  examples.shown.insert(examples.shown.begin(), "the keys to the cabinet near the door");
  return examples;
}

}  // namespace gf
