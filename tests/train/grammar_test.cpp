// Texts drawn from a grammar, and the corpus of the language model.
#include "train/tasks/grammar.h"

#include <set>

#include "support.h"
#include "train/tasks/tales_grammar.h"

using namespace gf;

namespace grammar_test {
namespace {

constexpr std::string_view kSmall = R"(
table country: name capital
France | Paris
Spain | Madrid

rule capital
3 * {a:country}: {a.capital}
1 * {a:country.capital} of {a}

rule two
{a:country} and {b:country}

rule silent
(a:country)[<capital>|<capital>] [x|]

rule wrong_name
{c}
rule wrong_table
{c:town}
rule wrong_column
{c:country.mayor}
rule wrong_rule
<nothing>
rule three
{a:country} {b:country} {c:country}
rule open
{a:country
)";

std::set<std::string> drawn(const char* rule, int times = 200) {
  const Grammar grammar(kSmall);
  NumpyRandom random(1);
  std::set<std::string> texts;
  for (int i = 0; i < times; ++i) texts.insert(grammar.draw(rule, random));
  return texts;
}

}  // namespace

TEST_SUITE("train/grammar") {
  TEST_CASE("rows are drawn under a name, all different, and their cells written") {
    CHECK(drawn("capital") == std::set<std::string>{"France: Paris", "Spain: Madrid", "Paris of France", "Madrid of Spain"});
    CHECK(drawn("two") == std::set<std::string>{"France and Spain", "Spain and France"});
    CHECK(drawn("silent").contains("France: Paris x"));
    CHECK(drawn("silent").contains("France: Paris "));
  }

  TEST_CASE("a faulty rule or table of a grammar is refused") {
    for (const char* rule : {"wrong_name", "wrong_table", "wrong_column", "wrong_rule", "three", "open", "nothing"})
      CHECK_THROWS_AS(drawn(rule, 1), std::invalid_argument);
    CHECK_THROWS_AS(Grammar("table a: one two\nx | y | z"), std::invalid_argument);
    CHECK_THROWS_AS(Grammar("belongs nowhere"), std::invalid_argument);
  }

  TEST_CASE("sentences begin with a capital, a vowel makes a an, and what was said in quotes goes on") {
    CHECK(written("i saw a owl. it slept.") == "I saw an owl. It slept.");
    CHECK(written("the sun is a star.", false) == "the sun is a star.");
    CHECK(written("\"who took it?\" cried the king. \"not I!\" \"good.\"") == "\"Who took it?\" cried the king. \"Not I!\" \"Good.\"");
    CHECK(written("@user where is a apple?@assistant a box.") == "@user Where is an apple?@assistant A box.");
    CHECK(written("an area, ga a").ends_with("ga a"));
  }

  TEST_CASE("the tales state the facts of their tables, and can all be drawn") {
    const Grammar& grammar = tales_grammar();
    NumpyRandom random(5);
    std::string all;
    for (int i = 0; i < 3'000; ++i) {
      const std::string text = written(grammar.draw("tale", random));
      CHECK_MESSAGE(text.find_first_of("{}<>[]|~@") == std::string::npos, text);
      all += text + "\n";
      CHECK(grammar.draw("told", random).find("@assistant") != std::string::npos);
    }
    for (const auto& row : grammar.table("country").rows)
      CHECK_MESSAGE(all.find("he capital of " + row[0] + " is " + row[1] + ".") != std::string::npos, row[0]);
    CHECK(all.find("The sun is a star.") != std::string::npos);
    CHECK(all.find("Once upon a time") != std::string::npos);
  }
}

}  // namespace grammar_test
