#include "train/dataset.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/problem.h"
#include "support.h"
#include "train/tasks/clause.h"
#include "train/tasks/rules.h"
#include "train/tasks/tasks.h"

using namespace gf;
using Words = std::vector<std::string>;

namespace dataset_test {
namespace {

Words split(const std::string& text) {
  Words words;
  append_words(words, text);
  return words;
}

const Example* find_question(const std::vector<Example>& examples, const std::string& question) {
  const Words tokens = split(question);
  const auto found = std::find_if(examples.begin(), examples.end(), [&](const Example& candidate) { return candidate.question == tokens; });
  return found == examples.end() ? nullptr : &*found;
}

int number_of(Words::const_iterator from, Words::const_iterator to) {
  std::string digits;
  for (; from != to; ++from) digits += *from;
  return std::stoi(digits);
}

// Whether the answer is right, by another rule than the rule that made it.
bool right(const std::string& task, const Example& example) {
  const Words& q = example.question;
  const Words& a = example.answer;
  if (task == "copy") return a == q;
  if (task == "reverse") {
    for (std::size_t i = 0; i < q.size(); ++i)
      if (a[i] != q[q.size() - 1 - i]) return false;
    return a.size() == q.size();
  }
  if (task == "sort") return std::is_sorted(a.begin(), a.end()) && std::is_permutation(a.begin(), a.end(), q.begin(), q.end());
  if (task == "add") return number_of(q.begin(), q.begin() + 3) + number_of(q.begin() + 4, q.end()) == number_of(a.begin(), a.end());
  if (task != "brackets") return true;
  // If all matching neighbours are taken away, no bracket is left.
  std::string all = joined(q, "") + joined(a, "");
  for (std::size_t before = all.size() + 1; all.size() < before;) {
    before = all.size();
    for (const char* pair : {"()", "[]", "{}", "<>"})
      if (const std::size_t place = all.find(pair); place != std::string::npos) all.erase(place, 2);
  }
  return all.empty();
}

void check_refused(const std::string& id, const std::string& line, const std::string& pairs) {
  CAPTURE(pairs.substr(0, 80));
  try {
    make_dataset("own", 1, pairs);
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(error.problem().id == id);
    for (const auto& [name, word] : error.problem().words)
      if (name == "line") CHECK(word == line);
    CHECK(test::english().format(error.problem()).find("{") == std::string::npos);
  }
}

}  // namespace

TEST_SUITE("train/dataset") {
  TEST_CASE("every task: the same for a seed, other for another, apart, and answerable by its vocabulary" * doctest::test_suite("sweep")) {
    for (const std::string& task : task_names()) {
      if (task == "own") continue;
      CAPTURE(task);
      const Dataset data = make_dataset(task, 3);
      const Dataset again = make_dataset(task, 3), other = make_dataset(task, 4);
      CHECK(data.training == again.training);
      CHECK(data.held_out == again.held_out);
      CHECK(data.training != other.training);
      CHECK(data.training.size() >= 5000);
      CHECK(data.held_out.size() >= 500);
      std::set<Words> asked;
      std::set<std::string> known;
      for (const Dataset* dataset : {&data, &other})
        for (const Example& example : dataset->training) asked.insert(example.question);
      std::size_t wrong = 0, seen = 0, unknown = 0;
      for (const Example& example : data.training) {
        const std::optional<Words> answer = answer_by_rule(task, example.question);
        wrong += answer && *answer != example.answer;
        known.insert(example.question.begin(), example.question.end());
        known.insert(example.answer.begin(), example.answer.end());
        wrong += !right(task, example);
      }
      const auto is_unknown = [&](const std::string& token) { return !known.contains(token); };
      for (const Dataset* dataset : {&data, &other})  // no seed moves a question to the other side
        for (const Example& example : dataset->held_out) seen += asked.contains(example.question);
      for (const Example& example : data.held_out) {
        wrong += !right(task, example);
        unknown += std::any_of(example.question.begin(), example.question.end(), is_unknown);
        unknown += std::any_of(example.answer.begin(), example.answer.end(), is_unknown);
      }
      CHECK(wrong == 0);
      CHECK(seen == 0);
      CHECK(unknown == 0);
      CHECK(data.shown.size() >= 3);
      for (const std::string& question : data.shown) CHECK(joined(question_tokens(data, question), " ") == question);
    }
  }

  TEST_CASE("sort holds out digits in every order, add holds out pairs both ways") {
    const Dataset sort = make_dataset("sort", 1);
    std::set<Words> answers;
    for (const Example& example : sort.training) answers.insert(example.answer);
    for (const Example& example : sort.held_out) CHECK(!answers.contains(example.answer));
    const Dataset add = make_dataset("add", 1);
    std::set<Words> questions;
    for (const Example& example : add.training) questions.insert(example.question);
    for (const Example& example : add.held_out) {
      Words swapped(example.question.begin() + 4, example.question.end());
      swapped.emplace_back("+");
      swapped.insert(swapped.end(), example.question.begin(), example.question.begin() + 3);
      CHECK(!questions.contains(swapped));
    }
  }

  TEST_CASE("the vocabulary of add is that of its examples, whichever were drawn; other tasks list no tokens") {
    const Dataset alone = vocabularies_of_task("add"), drawn = make_dataset("add", 3);
    std::set<std::string> tokens(alone.source.tokens().begin(), alone.source.tokens().begin() + 3);
    for (const Example& example : drawn.training)
      for (const Words* side : {&example.question, &example.answer}) tokens.insert(side->begin(), side->end());
    CHECK(std::set<std::string>(alone.source.tokens().begin(), alone.source.tokens().end()) == tokens);
    CHECK(alone.source.tokens() == drawn.source.tokens());
    CHECK(alone.target.tokens() == drawn.target.tokens());
    CHECK(alone.training.empty());
    CHECK_THROWS_AS(vocabularies_of_task("reverse"), std::invalid_argument);
    CHECK_THROWS_AS(vocabularies_of_task("no such task"), InputError);
  }

  TEST_CASE("rules answer what was never drawn, and nothing that is no question of theirs") {
    const auto answer = [](const char* task, const char* question) {
      const std::optional<Words> found = answer_by_rule(task, split(question));
      return found ? joined(*found, " ") : "nothing";
    };
    CHECK(answer("copy", "b a a") == "b a a");
    CHECK(answer("reverse", "1 2 3") == "3 2 1");
    CHECK(answer("sort", "3 1 2 1") == "1 1 2 3");
    CHECK(answer("add", "9 9 9 + 0 0 1") == "1 0 0 0");
    CHECK(answer("brackets", "( [ ] {") == "} )");
    CHECK(answer("brackets", "( ]") == "nothing");
    CHECK(answer("brackets", "]") == "nothing");
    CHECK(answer("agreement", "the keys to the cabinet near the door") == "are");
    CHECK(answer("agreement", "near the keys , the cabinet") == "is");
    CHECK(answer("agreement", "near the keys , the") == "nothing");
    CHECK(answer("agreement", "keys the") == "nothing");
    CHECK(answer("french-english", "le chat") == "nothing");
  }

  TEST_CASE("agreement: the verb goes with its subject; the cabinet's keys were never seen in training") {
    const Dataset data = make_dataset("agreement", 1);
    const std::set<std::string> plural = {"keys",     "cabinets", "doors", "tables",  "books",   "letters", "boxes",    "windows",
                                          "gardens",  "houses",   "trees", "bridges", "friends", "doctors", "teachers", "farmers",
                                          "children", "women",    "cats",  "dogs",    "horses",  "mice"};
    std::size_t deceiving = 0;
    for (const Example& example : data.training) {
      // The subject is the first noun. If a comma sets a phrase apart, it is the first noun after the comma.
      const auto comma = std::find(example.question.begin(), example.question.end(), ",");
      const auto subject = comma == example.question.end() ? example.question.begin() + 1 : comma + 2;
      CHECK(example.answer == Words{plural.contains(*subject) ? "are" : "is"});
      deceiving += plural.contains(*subject) != plural.contains(example.question.back());
      if (*subject == "key" || *subject == "keys")
        for (const char* word : {"cabinet", "cabinets"}) CHECK(std::count(example.question.begin(), example.question.end(), word) == 0);
    }
    CHECK(deceiving > data.training.size() / 4);
  }

  TEST_CASE("translations: the words that meet in a held-out sentence never meet in training") {
    const Dataset french = make_dataset("french-english", 1), spanish = make_dataset("english-spanish", 1);
    const auto has = [](const Words& words, const char* one, const char* many) {
      return std::count(words.begin(), words.end(), one) + std::count(words.begin(), words.end(), many) > 0;
    };
    for (const Example& example : french.training) {
      const Words& words = example.answer;
      const auto under = std::find(words.begin(), words.end(), "under");
      if (under != words.end() && has(words, "cat", "cats")) CHECK(!has({under, words.end()}, "table", "tables"));
    }
    std::set<Words> english;
    for (const Example& example : spanish.training) english.insert(example.question);
    // The split is by meaning: both translators hold out the same sentences.
    for (const Example& example : french.held_out) CHECK(!english.contains(example.answer));
    const Example* phrase = find_question(spanish.training, "you are welcome");
    REQUIRE(phrase);
    CHECK(phrase->answer == Words{"de", "nada"});
  }

  TEST_CASE("French and Spanish as they are spoken: elision, contraction, agreement, the personal a") {
    const auto noun = [](const char* english) {
      return &*std::find_if(nouns().begin(), nouns().end(), [&](const Noun& n) { return n.english[0] == english; });
    };
    const auto adjective = [](const char* english) {
      return &*std::find_if(adjectives().begin(), adjectives().end(), [&](const Adjective& a) { return a.english == english; });
    };
    const auto verb = [](const char* english) {
      return &*std::find_if(verbs().begin(), verbs().end(), [&](const Verb& v) { return v.english == english; });
    };
    const auto place = [&](const char* english, const char* where, bool many = false) {
      const auto found =
          std::find_if(prepositions().begin(), prepositions().end(), [&](const Preposition& p) { return p.english == english; });
      return Place{&*found, {noun(where), many}};
    };
    const auto check = [](const Clause& clause, const char* english, const char* french, const char* spanish) {
      CHECK(joined(say_english(clause), " ") == english);
      CHECK(joined(say_french(clause), " ") == french);
      CHECK(joined(say_spanish(clause), " ") == spanish);
    };
    check({.subject = {noun("cat")}, .place = place("under", "table")}, "the cat is under the table", "le chat est sous la table",
          "el gato está debajo de la mesa");
    check({.subject = {noun("bird"), false, Determiner::indefinite}, .negated = true, .place = place("near", "tree")},
          "a bird is not near the tree", "un oiseau n'est pas près de l'arbre", "un pájaro no está cerca del árbol");
    check({.subject = {noun("flower"), true, Determiner::indefinite, adjective("big")}, .place = place("near", "garden")},
          "some big flowers are near the garden", "de grandes fleurs sont près du jardin", "unas flores grandes están cerca del jardín");
    check({.subject = {noun("man"), false, Determiner::demonstrative, adjective("old")},
           .verb = verb("look for"),
           .object = NounPhrase{noun("dog")}},
          "this old man looks for the dog", "ce vieil homme cherche le chien", "este hombre viejo busca al perro");
    check({.pronoun = Pronoun::i, .verb = verb("love"), .object = NounPhrase{noun("mother"), false, Determiner::my}}, "I love my mother",
          "j'aime ma mère", "yo amo a mi madre");
    check(
        {.pronoun = Pronoun::she, .verb = verb("buy"), .negated = true, .object = NounPhrase{noun("egg"), true, Determiner::demonstrative}},
        "she does not buy these eggs", "elle n'achète pas ces œufs", "ella no compra estos huevos");
    check({.pronoun = Pronoun::she, .quality = adjective("tired")}, "she is tired", "elle est fatiguée", "ella está cansada");
    check({.subject = {noun("house"), true}, .quality = adjective("white")}, "the houses are white", "les maisons sont blanches",
          "las casas son blancas");
    check({.subject = {noun("school"), false, Determiner::my}, .quality = adjective("old")}, "my school is old", "mon école est vieille",
          "mi escuela es vieja");
  }

  TEST_CASE("own pairs: separators, marks, capitals, repetitions, a tenth held out") {
    const Dataset few = make_dataset("own", 1, "a cat\tun gato\r\n\nthe Dog = el perro\nwhat is it ? | ¿ qué es ?\nthe Dog = otra cosa\n");
    CHECK(few.held_out.empty());
    REQUIRE(few.training.size() == 3);
    CHECK(few.training[1] == Example{{"the", "Dog"}, {"el", "perro"}});
    CHECK(few.training[2] == Example{{"what", "is", "it", "?"}, {"¿", "qué", "es", "?"}});
    CHECK(question_tokens(few, "THE dog.") == Words{"the", "Dog"});
    std::string lines;
    for (int i = 0; i < 30; ++i) lines += "q" + std::to_string(i) + " = a" + std::to_string(i) + "\n";
    const Dataset many = make_dataset("own", 1, lines);
    CHECK(many.held_out.size() == 3);
    CHECK(many.training.size() == 27);
    for (const Example& example : many.held_out) CHECK(std::count(many.training.begin(), many.training.end(), example) == 0);
  }

  TEST_CASE("bad pairs are refused with the line") {
    check_refused("no_pairs", "", "");
    check_refused("no_pairs", "", " \n\t\n");
    check_refused("pair_incomplete", "2", "a = b\nc\n");
    check_refused("pair_incomplete", "1", "a = \n");
    check_refused("pair_incomplete", "3", "a|b\n\n|d");
    check_refused("pair_of_three", "1", "a = b = c");
    std::string words;
    for (int i = 0; i < 31; ++i) words += "w ";
    check_refused("pair_too_long", "1", words + "= b");
    std::string lines;
    for (int i = 0; i < 5001; ++i) lines += std::to_string(i) + "|b\n";
    check_refused("too_many_pairs", "5001", lines);
    check_refused("text_too_long", "", std::string(1'000'001, 'a'));
    CHECK_THROWS_AS(make_dataset("sing", 1), InputError);
  }

  TEST_CASE("typed questions") {
    CHECK(question_tokens(make_dataset("reverse", 1), "3 14") == Words{"3", "1", "4"});
    const Dataset add = make_dataset("add", 1);
    CHECK(question_tokens(add, "12 + 7 =") == Words{"0", "1", "2", "+", "0", "0", "7"});
    for (const char* text : {"", "12", "1234 + 1", "1 + 2 + 3", "+ 4", "one + two"})
      CHECK_THROWS_AS(question_tokens(add, text), InputError);
    const Dataset french = make_dataset("french-english", 1);
    CHECK(question_tokens(french, "Le chat est sous la table.") == split("le chat est sous la table"));
    CHECK_THROWS_AS(question_tokens(french, "le xylophone"), InputError);
    CHECK_THROWS_AS(question_tokens(french, " "), InputError);
  }
}

}  // namespace dataset_test
