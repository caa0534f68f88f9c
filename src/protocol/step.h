// What a guided step of a lesson speaks of: the state of the lesson in which what its words say is to be seen.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "protocol/document.h"

namespace gf {

struct LessonInfo;

/// A step starts from the lesson's defaults or from a preset, whatever was done before it.
struct StepExample {
  std::string preset = {};          // empty: the lesson's defaults
  Inputs set = {};                  // on top of these
  std::set<std::string> keep = {};  // inputs that the step says nothing of, such as how long a run trains: they stay as they are
};

/// One step. Its caption is `lessons.<id of the lesson>.steps.<id>` of the texts.
struct Step {
  std::string id;                 // stays when other steps come or go
  std::string focus;              // the node that it is about: brought into view
  std::optional<Cell> cell = {};  // the cell of it that it is about: selected
  std::string section = {};       // brought into view in place of the focus
  StepExample example = {};       // what its button shows
};

/// Throws InputError where a step's example does not fit the lesson: an unknown preset or input, a value out of range.
void check_example(const LessonInfo& lesson, const StepExample& example);

/// The document as the step speaks of it: without pins, looked at as before.
Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether the document is as the step speaks of it.
bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether a step speaks of the lesson as it opens.
bool is_opening(const LessonInfo& lesson, const StepExample& example);

}  // namespace gf
