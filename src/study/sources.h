// The texts that the lessons grew out of, and the slips that were found in them (lessons/SOURCES.md), as a page tells of them: the texts
// are `sources.title` and `.lead`, `sources.texts.<letter>.title` and `.gave`, those of a slip `sources.slips.<id>.question` and `.answer`,
// its id in lower case.
#pragma once

#include <string>
#include <vector>

namespace gf {

class Texts;

/// One of the five texts.
struct SourceText {
  std::string letter;  // "A"
  std::string title;
  std::string gave;  // what the lessons have from it, in a sentence
};

/// A slip, which the page asks for before it answers.
struct Slip {
  std::string id;        // "A8", of the text A
  std::string question;  // does not tell the answer
  std::string answer;
};

/// The content of the page.
struct Sources {
  std::string title, lead;
  std::vector<SourceText> texts;  // from A to E
  std::vector<Slip> slips;        // by letter and number: "A8" before "A8b" before "A10"
};

/// Example: the fourth slip is A8b.
Sources sources_of(const Texts& texts);

}  // namespace gf
