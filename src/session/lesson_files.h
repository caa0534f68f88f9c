// The files of lessons: reads each file when a lesson first needs it, and keeps the file. A file that could not be read is tried again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lessons/lesson_file.h"
#include "session/session.h"

namespace gf {

class LessonFiles {
 public:
  using Contents = std::map<std::string, std::shared_ptr<const LessonFile>>;  // by path; null: the file could not be read

  /// `came` is called for each file that comes. `later`: the file came after `get` returned without it.
  LessonFiles(SessionOptions::FileSource source, std::function<void(bool later)> came)
      : source_(std::move(source)), came_(std::move(came)) {}

  /// Returns all files, or none while a file is on its way. Call again after `came`.
  std::optional<Contents> get(const std::vector<std::string>& paths);

 private:
  void read(const std::string& path);

  SessionOptions::FileSource source_;
  std::function<void(bool)> came_;
  Contents loaded_;
  std::set<std::string> loading_;
  bool returned_ = false;                                // the last call of the source returned, so a file comes `later`
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with the object; a file may come later
};

}  // namespace gf
