// A file that lessons ask for, and the values that were decoded from its bytes.
#pragma once

#include <any>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// The bytes of a file, with the values decoded from them. So a model of megabytes is decoded once, and not for each trace.
/// Example, a file that is a number:
///   const LessonFile file("42");
///   *file.decoded([](const std::string& bytes) { return std::stoi(bytes); }) == 42;
class LessonFile {
 public:
  explicit LessonFile(std::string bytes) : bytes_(std::move(bytes)) {}
  const std::string& bytes() const { return bytes_; }

  /// Returns the result of `decode` for the bytes. The first call for a type of result decodes the bytes, and the file keeps the result.
  /// If several threads call `decoded`, the first thread decodes, and the other threads wait. If `decode` throws, the next call tries
  /// again.
  template <typename Decode>
  auto decoded(const Decode& decode) const {
    using Kept = std::shared_ptr<const std::invoke_result_t<Decode, const std::string&>>;
    const std::lock_guard lock(mutex_);
    for (const std::any& value : decoded_)
      if (const Kept* kept = std::any_cast<Kept>(&value)) return *kept;
    const Kept result = std::make_shared<typename Kept::element_type>(decode(bytes_));
    decoded_.emplace_back(result);
    return result;
  }

 private:
  std::string bytes_;
  mutable std::mutex mutex_;
  mutable std::vector<std::any> decoded_;
};

}  // namespace gf
