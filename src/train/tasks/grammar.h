// Texts drawn from a grammar: tables whose rows are facts, and templates that speak of them.
//
//   table country: name capital language     a table with its columns; each line is a row, with bars between its cells
//   France | Paris | French
//
//   rule fact                                a rule; each line is a template, and "3 * ..." is drawn three times as often
//   The capital of {c:country} is {c.capital}.
//
// In a template, {c:country} draws a row of the table `country`, names the row `c`, and writes its first cell. {c} and {c.capital} write
// cells of the row `c` that was drawn before. {c:country.capital} draws a row and writes its cell `capital`. (c:country) draws a row and
// writes nothing. <fact> is a template of the rule `fact`, with the rows drawn so far. [big|small|] is one of several texts.
// Names that are bound in one text stand for different rows of a table.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"

namespace gf {

class Grammar {
 public:
  /// Reads a grammar. Throws std::invalid_argument, with the line, for a row that does not fit its table and a line outside tables and
  /// rules.
  explicit Grammar(std::string_view text);

  /// Draws a text of a rule. Throws std::invalid_argument for the name of an unknown rule, table, row or column.
  /// Example: `grammar.draw("fact", random) == "The capital of France is Paris."`.
  std::string draw(std::string_view rule, NumpyRandom& random) const;

  struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
  };
  /// Returns a table. Throws std::invalid_argument if no table with rows has this name.
  const Table& table(std::string_view name) const;

 private:
  struct Template {
    std::string text;
    std::size_t weight = 1;
  };
  struct Rule {
    std::vector<Template> templates;
    std::size_t weight = 0;  // the sum over the templates
  };
  struct Drawing;
  void write(std::string_view text, Drawing& drawing) const;
  void write_cell(std::string_view name, Drawing& drawing, bool shown) const;
  void write_rule(std::string_view name, Drawing& drawing) const;

  std::map<std::string, Table, std::less<>> tables_;
  std::map<std::string, Rule, std::less<>> rules_;
};

/// Returns a text with a capital at the beginning of each sentence, and "an" for "a" before a vowel. Marks such as @user stay.
/// The first sentence gets its capital if `begins`.
/// Example: `written("i saw a owl. it slept.") == "I saw an owl. It slept."`.
std::string written(std::string_view text, bool begins = true);

}  // namespace gf
