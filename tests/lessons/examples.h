// The traces of what lessons come with, each computed once for all tests that look at it.
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

/// The trace of a document, computed once.
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

/// A lesson's defaults, then each of its presets.
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

/// A step with the trace of the state that it speaks of.
struct ShownStep {
  const LessonInfo* lesson;
  const Step* step;
  Trace trace;
};

/// All steps of all lessons.
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

/// The trace of the state that a step speaks of.
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
