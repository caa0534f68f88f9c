// Runs lessons with the files of the source tree and of the build.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/join.h"
#include "core/problem.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "support.h"

namespace gf::test {

/// Returns a file of the source tree or the build, which is read and decoded once for all tests.
inline const std::shared_ptr<const LessonFile>& file_once(const std::string& path) {
  static std::map<std::string, std::shared_ptr<const LessonFile>> known;
  std::shared_ptr<const LessonFile>& file = known[path];
  if (!file) file = std::make_shared<const LessonFile>(read_asset(path));
  return file;
}

inline LessonContext context_with_files(const Document& document) {
  LessonContext context;
  for (const std::string& path : files_of(document)) context.files[path] = file_once(path);
  return context;
}

inline Trace run_with_files(const Document& document) { return run_lesson(document, {}, context_with_files(document)); }

/// Returns the ids of all lessons as messages list them: "softmax, position-encoding, ...".
inline std::string lesson_ids() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons()) ids.push_back(lesson.info.id);
  return joined(ids);
}

/// Returns the message of a lesson that refuses the inputs, or "no problem" if the lesson takes them.
inline std::string refusal_of(const std::string& lesson, Inputs inputs) {
  try {
    run_with_files({lesson, std::move(inputs)});
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "no problem";
}

/// Runs the lesson with this id. Example: constexpr TestedLesson run{"lora"}; node(run({{"rank", 1.0}}), "x"); run.preset("rank-one");
struct TestedLesson {
  const char* id;

  Trace operator()(Inputs inputs = {}, std::vector<Pin> pins = {}) const {
    return run_with_files({id, std::move(inputs), std::move(pins)});
  }
  /// Runs a preset, with the inputs of `more` in place of the preset's.
  Trace preset(const std::string& name, const Inputs& more = {}) const {
    Inputs inputs = preset_inputs(lesson_named(id).info, name);
    for (const auto& [input, value] : more) inputs.insert_or_assign(input, value);
    return (*this)(std::move(inputs));
  }
  /// Returns the message with which the lesson refuses the inputs.
  std::string refusal(Inputs inputs) const { return refusal_of(id, std::move(inputs)); }
};

inline bool has_note(const Trace& trace, const std::string& id) {
  return std::any_of(trace.notes.begin(), trace.notes.end(), [&](const Note& note) { return note.id == id; });
}

}  // namespace gf::test
