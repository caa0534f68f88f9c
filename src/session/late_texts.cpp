#include "session/late_texts.h"

#include <stdexcept>
#include <utility>

#include "protocol/texts.h"

namespace gf {
namespace {

constexpr const char* kAllTexts = "all";    // the name of the file with the texts of all lessons
constexpr const char* kRestTexts = "rest";  // and of the file with what no first picture shows
constexpr const char* kFolder = "assets/text/";

std::string file_in(const std::string& language, const std::string& name) { return kFolder + language + "/" + name + ".json"; }

}  // namespace

LateTexts::LateTexts(Texts& texts, std::string language, SessionOptions::FileSource source, std::function<void()> came)
    : texts_(texts), language_(std::move(language)), wanted_(language_), source_(std::move(source)), came_(std::move(came)) {
  texts_.more_to_come = true;
}

void LateTexts::ask(const std::string& lesson) {
  if (!has(lesson)) read(lesson);
}

void LateTexts::ask_rest() {
  if (!has_rest()) read(kRestTexts);
}

void LateTexts::ask_all() {
  if (!has_all_) read(kAllTexts);
}

std::optional<std::string> LateTexts::take_missing(const std::string& lesson) {
  return missing_.erase(lesson) != 0 ? std::optional(file_of(lesson)) : std::nullopt;
}

std::optional<std::string> LateTexts::take_refused() { return std::exchange(refused_, std::nullopt); }

std::string LateTexts::file_of(const std::string& name) const { return file_in(language_, name); }

void LateTexts::read(const std::string& name) {
  if (!asked_.insert(name).second) return;
  source_(file_of(name), [this, name, alive = std::weak_ptr<int>(life_)](const std::optional<std::string>& content) {
    if (!alive.expired()) take(name, content);
  });
}

// A file that cannot be read as texts counts as missing.
void LateTexts::take(const std::string& name, const std::optional<std::string>& content) {
  asked_.erase(name);
  try {
    if (!content) throw std::runtime_error("no file");
    texts_.add(*content);
    if (name == kAllTexts)
      has_all_ = true;
    else if (name == kRestTexts)
      texts_.more_to_come = false;
    else
      there_.insert(name);
  } catch (const std::runtime_error&) {
    missing_.insert(name);
  }
  if (came_) came_();
}

void LateTexts::speak(const std::string& language, const std::string& lesson) {
  wanted_ = language;
  if (language == language_) return;
  const auto spoken = std::make_shared<Texts>();
  // Returns a function that takes one file, and then calls `go_on`. If the reader has asked for another language since, it does nothing.
  const auto taking = [this, language, spoken, alive = std::weak_ptr<int>(life_)](std::function<void()> go_on) {
    return [this, language, spoken, alive, go_on = std::move(go_on)](const std::optional<std::string>& content) {
      if (alive.expired() || wanted_ != language) return;
      try {
        if (!content) throw std::runtime_error("no file");
        spoken->add(*content);
      } catch (const std::runtime_error&) {
        refused_ = language;
        wanted_ = language_;
        if (came_) came_();
        return;
      }
      go_on();
    };
  };
  const auto take_all = taking([this, lesson, spoken] { take_language(std::move(*spoken), lesson); });
  const auto ask_rest = taking([this, language, take_all] { source_(file_in(language, kRestTexts), take_all); });
  const auto ask_lesson = taking([this, language, lesson, ask_rest] { source_(file_in(language, lesson), ask_rest); });
  source_(kFolder + language + ".json", ask_lesson);
}

void LateTexts::take_language(Texts spoken, const std::string& lesson) {
  texts_.replace(std::move(spoken));
  language_ = wanted_;
  life_ = std::make_shared<int>();
  asked_.clear();
  missing_.clear();
  there_ = {lesson};
  has_all_ = texts_.more_to_come = false;
  if (came_) came_();
}

}  // namespace gf
