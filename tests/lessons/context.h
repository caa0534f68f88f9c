// Runs lessons that need files, with those of the source tree and of the build.
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

/// A file of the source tree or the build, read and decoded once for all tests.
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

/// "softmax, position-encoding, ...", as messages list them.
inline std::string lesson_ids() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons()) ids.push_back(lesson.info.id);
  return joined(ids);
}

/// Returns the message of a lesson about inputs that it refuses; "no problem" if it takes them.
inline std::string refusal_of(const std::string& lesson, Inputs inputs) {
  try {
    run_with_files({lesson, std::move(inputs)});
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "no problem";
}

/// Runs one lesson. Example: constexpr TestedLesson run{"lora"}; node(run({{"rank", 1.0}}), "x"); run.preset("rank-one");
struct TestedLesson {
  const char* id;

  Trace operator()(Inputs inputs = {}, std::vector<Pin> pins = {}) const {
    return run_with_files({id, std::move(inputs), std::move(pins)});
  }
  /// A preset, with some of its inputs set otherwise.
  Trace preset(const std::string& name, const Inputs& more = {}) const {
    Inputs inputs = preset_inputs(lesson_named(id).info, name);
    for (const auto& [input, value] : more) inputs.insert_or_assign(input, value);
    return (*this)(std::move(inputs));
  }
  /// The message of the lesson to inputs that it refuses.
  std::string refusal(Inputs inputs) const { return refusal_of(id, std::move(inputs)); }
};

inline bool has_note(const Trace& trace, const std::string& id) {
  return std::any_of(trace.notes.begin(), trace.notes.end(), [&](const Note& note) { return note.id == id; });
}

}  // namespace gf::test
