// Fetches the texts that do not come with the program: the texts of a lesson when it is opened, what no first picture shows, the texts of
// all lessons for the search, and the texts of another language.
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
  /// the folder `assets/text/<language>`. `came` is called when texts came, and when they could not be fetched. Until the texts that no
  /// first picture shows have come, `texts.more_to_come` is true.
  LateTexts(Texts& texts, std::string language, SessionOptions::FileSource source, std::function<void()> came);

  /// Whether the texts of a lesson are there.
  bool has(std::string_view lesson) const { return has_all_ || there_.contains(lesson); }
  /// Whether the texts that no first picture shows are there: meanings, problems, and the words of sheets.
  bool has_rest() const { return !texts_.more_to_come; }
  /// Fetch the texts of a lesson, the texts that no first picture shows, or the texts of all lessons, unless they are there or on their
  /// way.
  void ask(const std::string& lesson);
  void ask_rest();
  void ask_all();
  /// Returns, once, the file of a lesson that could not be fetched or read.
  std::optional<std::string> take_missing(const std::string& lesson);

  /// The language of the texts.
  const std::string& language() const { return language_; }
  /// Fetches another language with the texts of the shown lesson. When the files are there, they replace all texts.
  /// Example: speak("fr", "softmax") fetches assets/text/fr.json, then assets/text/fr/softmax.json and assets/text/fr/rest.json.
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
  std::set<std::string, std::less<>> there_, asked_, missing_;  // ids of lessons, "rest" or "all"
  bool has_all_ = false;
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with the object and with the language; a file may come later
};

}  // namespace gf
