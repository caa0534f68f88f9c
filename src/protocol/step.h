// What a guided step of a lesson speaks of: the state of the lesson in which what its words say is to be seen.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "protocol/document.h"
#include "protocol/schema.h"

namespace gf {

/// A step starts from the lesson's defaults or from a preset, whatever was done before it.
struct StepExample {
  std::string preset;          // empty: the lesson's defaults
  Inputs set;                  // on top of these
  std::set<std::string> keep;  // inputs that the step says nothing of, such as how long a run trains: they stay as they are
};

/// {"preset": "masks", "set": {"causal": true}, "keep": ["steps"]}, each of them optional. Throws InputError where it does not fit the
/// lesson.
StepExample example_from_json(const LessonInfo& lesson, const nlohmann::json& step);

/// The document as the step speaks of it: without pins, looked at as before.
Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether the document is as the step speaks of it.
bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether a step speaks of the lesson as it opens.
bool is_opening(const LessonInfo& lesson, const StepExample& example);

}  // namespace gf
