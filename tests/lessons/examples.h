// The traces of the examples and steps of all lessons, each computed once for all tests.
#pragma once

#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lessons/context.h"
#include "protocol/step.h"

namespace gf::test {

/// Returns the trace of a document, which is computed once. The reference stays valid.
inline const Trace& trace_once(const Document& document) {
  static std::map<std::string, std::deque<std::pair<Document, Trace>>> known;
  std::deque<std::pair<Document, Trace>>& of_lesson = known[document.lesson];
  for (const auto& [shown, trace] : of_lesson)
    if (same_content(shown, document)) return trace;
  return of_lesson.emplace_back(document, run_with_files(document)).second;
}

struct ShownExample {
  Inputs inputs;
  Trace trace;
};

/// Returns the defaults of a lesson, then each of its presets, with their traces.
inline const std::vector<ShownExample>& examples_of(const Lesson& lesson) {
  static std::map<std::string, std::vector<ShownExample>> known;
  std::vector<ShownExample>& examples = known[lesson.info.id];
  if (examples.empty()) {
    examples.push_back({{}, trace_once({lesson.info.id})});
    for (const Preset& preset : lesson.info.presets)
      examples.push_back({inputs_of(preset), trace_once({lesson.info.id, inputs_of(preset)})});
  }
  return examples;
}

/// A step, with the trace of the state that the step speaks of.
struct ShownStep {
  const LessonInfo* lesson;
  const Step* step;
  Trace trace;
};

/// Returns the steps of all lessons, in the order of the course.
inline const std::vector<ShownStep>& steps_of_all() {
  static const std::vector<ShownStep> all = [] {
    std::vector<ShownStep> shown;
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps)
        shown.push_back({&lesson.info, &step, trace_once(with_example(lesson.info, {lesson.info.id}, step.example))});
    return shown;
  }();
  return all;
}

inline std::string caption_path(const LessonInfo& lesson, const Step& step) { return "lessons." + lesson.id + ".steps." + step.id; }

/// Returns the trace of the state that a step speaks of. Throws std::out_of_range if the lesson has no such step.
inline const Trace& trace_of(std::string_view lesson, std::string_view step) {
  for (const ShownStep& shown : steps_of_all())
    if (shown.lesson->id == lesson && shown.step->id == step) return shown.trace;
  throw std::out_of_range(std::string(lesson) + " has no step " + std::string(step));
}

inline const Step& step_named(std::string_view lesson, std::string_view step) {
  for (const ShownStep& shown : steps_of_all())
    if (shown.lesson->id == lesson && shown.step->id == step) return *shown.step;
  throw std::out_of_range(std::string(lesson) + " has no step " + std::string(step));
}

}  // namespace gf::test
