// The content of the page about the sources of the lessons and the slips in them (lessons/SOURCES.md). The texts are `sources.title` and
// `.lead`, `sources.texts.<letter>.title` and `.gave`, and `sources.slips.<id>.question` and `.answer`, with letters and ids in lower case.
#pragma once

#include <string>
#include <vector>

namespace gf {

class Texts;

/// One of the five texts.
struct SourceText {
  std::string letter;  // "A"
  std::string title;
  std::string gave;  // the contribution of the text to the lessons, in a sentence
};

/// A slip in a source. The page asks the question before it answers.
struct Slip {
  std::string id;        // "A8" is in the text A
  std::string question;  // without the answer
  std::string answer;
};

/// The content of the page.
struct Sources {
  std::string title, lead;
  std::vector<SourceText> texts;  // from A to E
  std::vector<Slip> slips;        // by letter and number: "A8" before "A8b" before "A10"
};

/// Returns the content of the page.
/// Example: the fourth slip is A8b.
Sources sources_of(const Texts& texts);

}  // namespace gf
