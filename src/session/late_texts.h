// Fetches the texts that do not come with the program: the texts of a lesson when it is opened, the texts of all lessons for the search,
// and the texts of another language.
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
  /// `texts` outlive the object, and have the texts of `assets/text/<language>.json`. Fetched texts are added to `texts`; they come from
  /// `assets/text/<language>/<lesson>.json`. `came` is called when texts came, and when they could not be fetched.
  LateTexts(Texts& texts, std::string language, SessionOptions::FileSource source, std::function<void()> came);

  /// Whether the texts of a lesson are there.
  bool has(std::string_view lesson) const { return has_all_ || there_.contains(lesson); }
  /// Fetch the texts of a lesson or of all lessons, unless the texts are there or on their way.
  void ask(const std::string& lesson);
  void ask_all();
  /// Returns, once, the file of a lesson that could not be fetched or read.
  std::optional<std::string> take_missing(const std::string& lesson);

  /// The language of the texts.
  const std::string& language() const { return language_; }
  /// Fetches another language with the texts of the shown lesson. When both files are there, they replace all texts.
  /// Example: speak("fr", "softmax") fetches assets/text/fr.json, then assets/text/fr/softmax.json.
  void speak(const std::string& language, const std::string& lesson);
  /// Returns, once, the language that could not be fetched. The texts are as before.
  std::optional<std::string> take_refused();

 private:
  void read(const std::string& name);
  void take(const std::string& name, const std::optional<std::string>& content);
  void take_language(Texts spoken, const std::string& lesson);
  std::string file_of(const std::string& name) const;

  Texts& texts_;
  std::string language_;
  std::string wanted_;  // the language that `speak` asked for last
  std::optional<std::string> refused_;
  SessionOptions::FileSource source_;
  std::function<void()> came_;
  std::set<std::string, std::less<>> there_, asked_, missing_;  // ids of lessons, or "all"
  bool has_all_ = false;
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with the object and with the language; a file may come later
};

}  // namespace gf
