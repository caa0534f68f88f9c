// Words that are offered for a place in a sentence, from the vocabulary of the small translator.
#include "lessons/shared/offered_words.h"

#include <algorithm>

#include "lessons/context.h"
#include "text/tokenizer.h"

using namespace gf;
using namespace gf::test;

namespace offered_words_test {
namespace {

using Words = std::vector<std::string>;

const Words& known_words() {
  static const Words words = run_with_files({"start"}).words.at("source");
  return words;
}

Words offered(const char* sentence, std::size_t at) { return offered_words(known_words(), word_tokens(sentence), at); }
Words following(const char* sentence) { return following_words(known_words(), word_tokens(sentence), 8); }
bool has(const Words& words, const char* word) { return std::find(words.begin(), words.end(), word) != words.end(); }

}  // namespace

TEST_SUITE("lessons/offered_words") {
  TEST_CASE("near spellings come first, then words of the kind that fits, six at most and all of them known") {
    CHECK(offered("the girl caries the dog", 2).front() == "carries");
    CHECK(offered("the gril carries the dog", 1).front() == "girl");
    const Words little = offered("I love my little dog", 3);
    CHECK(little.size() == 6);
    CHECK(has(little, "white"));
    CHECK_FALSE(has(little, "dog"));
    CHECK_FALSE(has(offered("I love my little mother", 3), "white"));  // said of no person
    const Words zebra = offered("the zebra sleeps", 1);
    CHECK(has(zebra, "woman"));
    CHECK_FALSE(has(zebra, "table"));  // a table does not sleep
    for (const char* sentence : {"qqq", "the qqq", "the qqq dog", "the dog qqq", "they qqq the dog", "qqq dog sleeps"}) {
      CAPTURE(sentence);
      const Words tokens = word_tokens(sentence);
      const auto at = static_cast<std::size_t>(std::find(tokens.begin(), tokens.end(), "qqq") - tokens.begin());
      const Words words = offered(sentence, at);
      CHECK(words.size() >= 4);
      for (const std::string& word : words) CHECK_MESSAGE(has(known_words(), word.c_str()), word);
    }
  }

  TEST_CASE("a sentence that is built word by word of what is offered is taken, until it is complete") {
    for (const std::size_t choice : {0, 1, 2, 5}) {
      std::string sentence = "the";
      Words next = following("the");
      for (int i = 0; i < 12 && !next.empty(); ++i) {
        sentence += " " + next[choice % next.size()];
        CAPTURE(sentence);
        next = run_with_files({"start", {{"source", sentence}}}).next_words["source"];
      }
      CHECK_MESSAGE(next.empty(), sentence);
      CHECK(word_tokens(sentence).size() >= 4);
    }
  }

  TEST_CASE("an article goes with the noun after it, and a noun with the verb before it") {
    for (const std::string& noun : following("the girl eats a"))
      CHECK_MESSAGE(std::string("aeiou").find(noun.front()) == std::string::npos, noun);
    CHECK(has(following("the girl eats an"), "apple"));
    CHECK_FALSE(has(following("the girl reads the"), "cheese"));
    CHECK(following("they sleep under the bed").empty());
    CHECK(following("the girl is sad").empty());
  }

  TEST_CASE("a lesson that refuses a word offers near ones") {
    const auto near = [](const std::string& lesson, Inputs inputs) {
      try {
        run_with_files({lesson, std::move(inputs)});
      } catch (const InputError& error) {
        for (const auto& [word, value] : error.problem().words)
          if (word == "near") return value;
      }
      return std::string("nothing is offered");
    };
    CHECK(near("start", {{"source", std::string("the cat sleps")}}).starts_with("sleeps"));
    CHECK(near("next-word", {{"asked", std::string("the capitol of")}}).starts_with("capital"));
  }
}

}  // namespace offered_words_test
