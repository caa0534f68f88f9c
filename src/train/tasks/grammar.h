// Texts drawn from a grammar: tables whose rows are facts, and templates that speak of them.
//
//   table country: name capital language     a table with its columns; a row a line, cells between bars
//   France | Paris | French
//
//   rule fact                                a rule with its templates, one a line; "3 * ..." is drawn three times as often
//   The capital of {c:country} is {c.capital}.
//
// In a template, {c:country} draws a row of the table `country`, names the row `c`, and writes its first cell. {c} and {c.capital} write
// cells of the row `c` that was drawn before. {c:country.capital} draws a row and writes its cell `capital`. (c:country) draws a row and
// writes nothing. <fact> is a template of the rule `fact`, with the rows drawn so far. [big|small|] is one of several texts.
// All rows drawn for one text are different.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"

namespace gf {

class Grammar {
 public:
  /// Throws std::invalid_argument, with the line, for what is no grammar, and for names that there are not.
  explicit Grammar(std::string_view text);

  /// A text of a rule, as its templates spell it.
  /// Example: `grammar.draw("fact", random) == "the capital of France is Paris."`.
  std::string draw(std::string_view rule, NumpyRandom& random) const;

  struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
  };
  /// The facts of a table. Throws std::invalid_argument where there is none of the name.
  const Table& table(std::string_view name) const;

 private:
  struct Template {
    std::string text;
    std::size_t weight = 1;
  };
  struct Rule {
    std::vector<Template> templates;
    std::size_t weight = 0;  // of all of them
  };
  struct Drawing;
  void write(std::string_view text, Drawing& drawing) const;
  void write_cell(std::string_view name, Drawing& drawing, bool shown) const;
  void write_rule(std::string_view name, Drawing& drawing) const;

  std::map<std::string, Table, std::less<>> tables_;
  std::map<std::string, Rule, std::less<>> rules_;
};

/// A text as it is written: each sentence with a capital (the first one if `begins`), "a" as "an" before a vowel. Marks such as @user stay.
/// Example: `written("i saw a owl. it slept.") == "I saw an owl. It slept."`.
std::string written(std::string_view text, bool begins = true);

}  // namespace gf
