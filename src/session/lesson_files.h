// The files that lessons ask for: read when first needed, kept, and asked for again where they could not be read.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lessons/lesson_file.h"
#include "session/session.h"

namespace gf {

class LessonFiles {
 public:
  using Contents = std::map<std::string, std::shared_ptr<const LessonFile>>;  // by path; null where a file could not be read

  /// `came` is called for every file that comes; `later` says that it comes after `get` returned without it.
  LessonFiles(SessionOptions::FileSource source, std::function<void(bool later)> came)
      : source_(std::move(source)), came_(std::move(came)) {}

  /// All of them, or nothing while one is still on its way.
  std::optional<Contents> get(const std::vector<std::string>& paths);

 private:
  void read(const std::string& path);

  SessionOptions::FileSource source_;
  std::function<void(bool)> came_;
  Contents loaded_;
  std::set<std::string> loading_;
  bool returned_ = false;                                // a file that comes now comes after the call that asked for it
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with this: a file may come later than that
};

}  // namespace gf
