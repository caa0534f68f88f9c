#include "session/lesson_files.h"

namespace gf {

std::optional<LessonFiles::Contents> LessonFiles::get(const std::vector<std::string>& paths) {
  Contents contents;
  for (const std::string& path : paths) {
    if (loaded_.find(path) == loaded_.end() && loading_.insert(path).second) read(path);
    const auto found = loaded_.find(path);
    if (found == loaded_.end()) return std::nullopt;
    contents[path] = found->second;
    if (!found->second) loaded_.erase(found);  // the next time tries again
  }
  return contents;
}

void LessonFiles::read(const std::string& path) {
  const auto came = [this, path, alive = std::weak_ptr<int>(life_)](std::optional<std::string> content) {
    if (alive.expired()) return;
    loaded_[path] = content ? std::make_shared<const LessonFile>(*std::move(content)) : nullptr;
    came_(loading_.erase(path) != 0 && returned_);
  };
  if (!source_) return came(std::nullopt);
  returned_ = false;
  source_(path, came);
  returned_ = true;
}

}  // namespace gf
