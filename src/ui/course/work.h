// The model at work, as the map shows it: part by part for the first word, and from then on round by round.
#pragma once

#include "protocol/course.h"
#include "ui/frame.h"

namespace gf::ui {

/// How far it has come.
struct Work {
  CoursePart lit = CoursePart::none;
  int parts = 0;    // of kCourseParts, that show what was computed in them
  Index words = 0;  // that were said, the sign for the end among them
  bool shows(CoursePart part) const;
};

/// What the present step, or the film, shows of it. Nothing where the lesson is not the one whose page the map is.
Work work_shown(const Frame& frame, Screen& screen);

/// Begins the film, or ends it at once where nothing is to move unasked.
void play_work(const Frame& frame, Screen& screen);

/// The words that the model said, in order, each with its share: `end` where it said that nothing more comes.
struct Said {
  std::string word;
  float share = 0;
  bool end = false;
};
std::vector<Said> said_words(const Frame& frame);

/// The part in which a node of a transformer is computed.
CoursePart part_of_node(std::string_view node);

}  // namespace gf::ui
