// Runs lessons that need files, with those of the source tree and of the build.
#pragma once

#include "core/join.h"
#include "lessons/lesson.h"
#include "support.h"

namespace gf::test {

inline Trace run_with_files(const Document& document) {
  LessonContext context;
  for (const std::string& path : files_of(document)) context.files[path] = std::make_shared<const std::string>(read_asset(path));
  return run_lesson(document, {}, context);
}

/// "softmax, position-encoding, ...", as messages list them.
inline std::string lesson_ids() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons()) ids.push_back(lesson.info.id);
  return joined(ids);
}

}  // namespace gf::test
