// The prose and interface text of one language. assets/text/<language>.json has what every page begins with, and the folder
// assets/text/<language> has the files that come later; the build makes them (tools/lib/join_texts).
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace gf {

/// Texts by dotted paths: "ui.undo", "lessons.softmax.title". A list of texts, such as the forms of a term, becomes one text with a line
/// for each.
/// Example: Texts(R"({"ui": {"undo": "Undo"}})").get("ui.undo") is "Undo".
class Texts {
 public:
  Texts() = default;
  /// Throws std::runtime_error with the line if `json` is not JSON, and with the path if a value is neither a text nor a list of texts.
  explicit Texts(std::string_view json);

  /// Adds texts; an added text replaces the text with the same path. Throws as the constructor does.
  void add(std::string_view json);
  /// Replaces all texts by those of another language.
  void replace(Texts other);
  /// Returns how often texts were added or replaced, so that a cache of texts knows when it is out of date.
  int additions() const { return additions_; }
  /// Returns the texts below some names.
  /// Example: parts({"labels"}) has "labels.block" of these texts, and no "ui.undo".
  Texts parts(std::initializer_list<std::string_view> names) const;

  /// Returns the text at a path. If there is no text, calls `on_gap`, and returns the path, so that the gap is visible; or "…" if
  /// `more_to_come`. The sign also serves as the name of a control, which must not be empty.
  std::string get(std::string_view path) const;
  /// Whether there is a text. If there is none, and `more_to_come`, calls `on_gap`.
  bool has(std::string_view path) const;
  /// Returns the lines of the text at `path`; none if there is no text.
  std::vector<std::string> lines(std::string_view path) const;
  /// Returns the text at `path` with each {word} of `words` replaced. A value "@NAME" becomes the text `forms.NAME`, and a value is cut
  /// after 1,000 bytes. If the text has forms for different counts (protocol/plural.h), the value of the count chooses among them. Example:
  /// "{n, plural, one {a token} other {{n} tokens}}" with {{"n", "2"}} is "2 tokens".
  std::string format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const;
  /// Returns the text `problems.ID` with the words of the problem.
  std::string format(const Problem& problem) const;
  /// Returns the text of a label or formula. "@KEY WORD WORD" is the text `PART.KEY` with the words for {0} and {1}. Any other text is
  /// returned as it is.
  /// Example: keyed("labels", "@block 2") is "block 2", from {"labels": {"block": "block {0}"}}.
  std::string keyed(std::string_view part, std::string_view text) const;

  /// Returns the category of a count in this language, such as "one"; "other" if the text is no whole number.
  std::string_view category_of(std::string_view count) const;

  /// All texts by their paths.
  const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

  /// This function is called with each path that has no text. Tests fail in it.
  std::function<void(std::string_view path)> on_gap;
  /// Whether more texts of the language will be added.
  bool more_to_come = false;

 private:
  std::map<std::string, std::string, std::less<>> texts_;
  int additions_ = 0;
};

/// Returns the differences between two languages, one in each line: paths that only one language has, and {words} and live values that
/// only one of two texts has. Lists may differ in length, because a language may have more forms of a term.
/// Example: "ui.step.count: {steps} stands in the first only".
std::vector<std::string> differences(const Texts& first, const Texts& second);

}  // namespace gf
