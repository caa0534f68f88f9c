// A file that lessons ask for, and what was read from its bytes.
#pragma once

#include <any>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// The bytes of a file, with what they were decoded to: a model of megabytes is not read anew for each trace.
/// Example, a file that is a number:
///   const LessonFile file("42");
///   *file.decoded([](const std::string& bytes) { return std::stoi(bytes); }) == 42;
class LessonFile {
 public:
  explicit LessonFile(std::string bytes) : bytes_(std::move(bytes)) {}
  const std::string& bytes() const { return bytes_; }

  /// Returns the result of `decode` for the bytes: made by the first call, and kept as long as the file, one value of each type. If several
  /// threads call it, the first one makes it, and the others wait. If `decode` throws, nothing is kept, and the next call tries again.
  template <typename Decode>
  auto decoded(const Decode& decode) const {
    using Kept = std::shared_ptr<const std::invoke_result_t<Decode, const std::string&>>;
    const std::lock_guard lock(mutex_);
    for (const std::any& one : decoded_)
      if (const Kept* kept = std::any_cast<Kept>(&one)) return *kept;
    const Kept made = std::make_shared<typename Kept::element_type>(decode(bytes_));
    decoded_.emplace_back(made);
    return made;
  }

 private:
  std::string bytes_;
  mutable std::mutex mutex_;
  mutable std::vector<std::any> decoded_;
};

}  // namespace gf
