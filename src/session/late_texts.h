// The texts that do not come with the program: those of each lesson, when it is opened, those of all lessons for what searches them, and
// those of another language.
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
  /// Adds to `texts`, which outlive this and have the first texts of `language` ("en"). The files are `assets/text/en.json` and those of
  /// `assets/text/en/`. `came` is called when texts came, and when they could not be had.
  LateTexts(Texts& texts, std::string language, SessionOptions::FileSource source, std::function<void()> came);

  /// Whether the texts of a lesson are there.
  bool has(std::string_view lesson) const { return has_all_ || there_.contains(lesson); }
  /// Asks for the texts of a lesson, or for those of all, unless they are there or on their way.
  void ask(const std::string& lesson);
  void ask_all();
  /// Returns, once, the file of a lesson that could not be had.
  std::optional<std::string> take_missing(const std::string& lesson);

  /// The language of the texts.
  const std::string& language() const { return language_; }
  /// Asks for another language, with the texts of the lesson that is shown. Once both are there, they take the place of all texts.
  /// Example: speak("fr", "softmax") asks for assets/text/fr.json and assets/text/fr/softmax.json.
  void speak(const std::string& language, const std::string& lesson);
  /// Returns, once, the language that could not be had. The texts are as before.
  std::optional<std::string> take_refused();

 private:
  void read(const std::string& name);
  void take(const std::string& name, const std::optional<std::string>& content);
  void take_language(Texts spoken, const std::string& lesson);
  std::string file_of(const std::string& name) const;

  Texts& texts_;
  std::string language_, wanted_;  // wanted_: the language that was asked for last
  std::optional<std::string> refused_;
  SessionOptions::FileSource source_;
  std::function<void()> came_;
  std::set<std::string, std::less<>> there_, asked_, missing_;  // names of lessons, or kAll
  bool has_all_ = false;
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with this, and with the language: a file may come later than that
};

}  // namespace gf
