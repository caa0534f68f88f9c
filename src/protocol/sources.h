// The texts that the lessons grew out of, and the slips that were found in them (lessons/SOURCES.md), as a page tells of them: the texts
// are `sources.title` and `.lead`, `sources.texts.<letter>.title` and `.gave`, a slip's question `sources.slips.<id>.question`, its id in
// lower case.
#pragma once

#include <string>
#include <vector>

#include "protocol/schema.h"

namespace gf {

class Texts;

/// One of the five texts.
struct SourceText {
  std::string letter;  // "A"
  std::string title;
  std::string gave;  // what the lessons have from it, in a sentence
};

/// A slip: either a step lets the reader find it, or, where it is one of words or of code that no lesson computes, the answer is told.
struct Slip {
  std::string id;           // "A8", of the text A
  std::string question;     // does not tell the answer
  std::string lesson = {};  // of the step
  int step = -1;            // its place in the lesson
  std::string answer = {};
};

/// What the page says.
struct Sources {
  std::string title, lead;
  std::vector<SourceText> texts;  // from A to E
  std::vector<Slip> slips;        // by letter and number: "A8" before "A8b" before "A10"
};

/// Example: the fourth slip is A8b, and its step that of matrix-dictionary with the id scaled_scores.
Sources sources_of(const Catalogue& catalogue, const Texts& texts);

}  // namespace gf
