#include "cli/training_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/problem.h"
#include "export/files.h"

namespace gf {
namespace {

constexpr std::string_view kHeader = "step,loss,held_out_loss,accuracy,held_out_accuracy,exact_match,learning_rate,gradient_norm\n";

[[noreturn]] void fail(const std::string& path) {
  throw InputError({"cannot_write", {{"where", path}, {"detail", std::generic_category().message(errno)}}});
}

void write_all(int descriptor, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Returns the header and the complete lines of steps up to `step`.
std::string lines_up_to(std::string_view text, Index step) {
  if (!text.starts_with(kHeader)) return std::string(kHeader);
  std::size_t end = kHeader.size();
  for (;;) {
    const std::size_t stop = text.find('\n', end);
    Index at = 0;
    if (stop == std::string_view::npos) break;
    const auto [after, error] = std::from_chars(text.data() + end, text.data() + stop, at);
    if (error != std::errc() || *after != ',' || at > step) break;
    end = stop + 1;
  }
  return std::string(text.substr(0, end));
}

// Returns the shortest digits that are read back as the same number.
std::string exact(double value) { return nlohmann::json(value).dump(); }

}  // namespace

TrainingLog::TrainingLog(std::string path, Index step) : path_(std::move(path)) {
  std::error_code error;
  const bool goes_on = step > 0 && std::filesystem::exists(path_, error);
  write_atomically(path_, goes_on ? lines_up_to(read_file(path_), step) : std::string(kHeader));
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) fail(path_);
}

TrainingLog::~TrainingLog() { ::close(descriptor_); }

void TrainingLog::append(const LogLine& line) {
  std::string text = std::to_string(line.step);
  for (const double value : {line.loss, line.held_out.loss, line.training.token_accuracy, line.held_out.token_accuracy,
                             line.held_out.exact_match, line.learning_rate, line.gradient_norm})
    text += "," + exact(value);
  write_all(descriptor_, text + "\n", path_);
}

void TrainingLog::sync() {
  if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(path_);
}

}  // namespace gf
