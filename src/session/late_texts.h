// The texts that do not come with the program: those of each lesson, when it is opened, and of all lessons for what searches them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "session/session.h"

namespace gf {

class LateTexts {
 public:
  /// Adds to `texts`, which outlive this. The files are those of `folder` ("assets/text/en/"). `came` is called when texts came, and when
  /// they could not be had.
  LateTexts(Texts& texts, std::string folder, SessionOptions::FileSource source, std::function<void()> came);

  /// Whether the texts of a lesson are there.
  bool has(std::string_view lesson) const { return has_all_ || there_.contains(lesson); }
  /// Asks for the texts of a lesson, or for those of all, unless they are there or on their way.
  void ask(const std::string& lesson);
  void ask_all();
  /// Returns, once, the file of a lesson that could not be had.
  std::optional<std::string> take_missing(const std::string& lesson);

 private:
  void read(const std::string& name);
  void take(const std::string& name, const std::optional<std::string>& content);
  std::string file_of(const std::string& name) const { return folder_ + name + ".json"; }

  Texts& texts_;
  std::string folder_;
  SessionOptions::FileSource source_;
  std::function<void()> came_;
  std::set<std::string, std::less<>> there_, asked_, missing_;  // names of lessons, or kAll
  bool has_all_ = false;
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with this: a file may come later than that
};

}  // namespace gf
