#include "session/late_texts.h"

#include <stdexcept>
#include <utility>

#include "protocol/texts.h"

namespace gf {
namespace {

constexpr const char* kAllTexts = "all";  // the name of their file

}  // namespace

LateTexts::LateTexts(Texts& texts, std::string folder, SessionOptions::FileSource source, std::function<void()> came)
    : texts_(texts), folder_(std::move(folder)), source_(std::move(source)), came_(std::move(came)) {}

void LateTexts::ask(const std::string& lesson) {
  if (!has(lesson)) read(lesson);
}

void LateTexts::ask_all() {
  if (!has_all_) read(kAllTexts);
}

std::optional<std::string> LateTexts::take_missing(const std::string& lesson) {
  return missing_.erase(lesson) != 0 ? std::optional(file_of(lesson)) : std::nullopt;
}

void LateTexts::read(const std::string& name) {
  if (!asked_.insert(name).second) return;
  source_(file_of(name), [this, name, alive = std::weak_ptr<int>(life_)](const std::optional<std::string>& content) {
    if (!alive.expired()) take(name, content);
  });
}

// A file that is no JSON counts as missing.
void LateTexts::take(const std::string& name, const std::optional<std::string>& content) {
  asked_.erase(name);
  try {
    if (!content) throw std::runtime_error("no file");
    texts_.add(*content);
    if (name == kAllTexts)
      has_all_ = true;
    else
      there_.insert(name);
  } catch (const std::runtime_error&) {
    missing_.insert(name);
  }
  if (came_) came_();
}

}  // namespace gf
