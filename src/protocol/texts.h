// The prose and interface text of one language. assets/text/<language>.json has what every page begins with, and
// assets/text/<language>/<lesson>.json has the texts of one lesson; the build makes them (tools/cmake/sync_assets.cmake).
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

/// Looked up by dotted paths. A list of texts, such as the forms of a term, is one text of a line each.
class Texts {
 public:
  Texts() = default;
  /// Throws std::runtime_error that names the line where `json` is not JSON, or the path where something is neither a text nor texts.
  explicit Texts(std::string_view json);

  /// Adds texts that come later; one of the same path takes the place of the one before. Throws as the constructor does.
  void add(std::string_view json);
  /// Takes the texts of another language in place of all that are here.
  void replace(Texts other);
  /// How often texts were added or replaced: what is made of all texts is made anew if it changes.
  int additions() const { return additions_; }
  /// Returns some parts of the texts.
  /// Example: parts({"labels"}) has "labels.block" of these texts, and no "ui.undo".
  Texts parts(std::initializer_list<std::string_view> names) const;

  /// The text at a dotted path ("ui.undo", "lessons.softmax.title"); the path itself where there is none, so that a gap is seen.
  std::string get(std::string_view path) const;
  bool has(std::string_view path) const;
  /// The lines of the text at `path`; none where there is none.
  std::vector<std::string> lines(std::string_view path) const;
  /// The text at `path` with every {word} replaced.
  std::string format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const;
  std::string format(const Problem& problem) const;
  /// Returns what a label or formula says. "@KEY WORD WORD" is the text `PART.KEY` with the words for {0}, {1}; anything else is returned
  /// as it is.
  /// Example: keyed("labels", "@block 2") is "block 2", from {"labels": {"block": "block {0}"}}.
  std::string keyed(std::string_view part, std::string_view text) const;

  /// Every text by its path.
  const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

  /// Called with each path that was to be read and has no text: tests fail then.
  std::function<void(std::string_view path)> on_gap;

 private:
  std::map<std::string, std::string, std::less<>> texts_;
  int additions_ = 0;
};

/// Returns the differences of two languages, a line each: paths that only one has, and {words} and live values that only one of two texts
/// asks for. Lists may differ in length: another language may write a term in more ways.
/// Example: "ui.step.count: {steps} stands in the first only".
std::vector<std::string> differences(const Texts& first, const Texts& second);

}  // namespace gf
