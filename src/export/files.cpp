#include "export/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/problem.h"

namespace gf {
namespace {

[[noreturn]] void fail(const char* id, const std::string& path, int reason) {
  throw InputError({id, {{"where", path}, {"detail", std::generic_category().message(reason)}}});
}

// An open file, which is closed at the end of the scope unless close() was called.
struct Descriptor {
  int id = -1;
  explicit Descriptor(int opened) : id(opened) {}
  ~Descriptor() {
    if (id >= 0) ::close(id);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  // Closes the file. A network disk may report only now that it is full.
  int close() { return ::close(std::exchange(id, -1)); }
};

// Writes a file. Returns 0, or the error number.
int write_and_sync(const std::string& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.id < 0) return errno;
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.id, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.id) != 0 && errno != EINVAL) return errno;  // EINVAL: a device without a disk, such as a pipe
  return file.close() != 0 ? errno : 0;
}

// Waits until the disk has the folder, so that the new name outlives a power cut. Errors are ignored: some file systems cannot do that, and
// the content is already on the disk.
void sync_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.id >= 0) ::fsync(opened.id);
}

}  // namespace

std::string read_file(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.id < 0) fail("cannot_read", path, errno);
  struct stat about = {};
  std::string content;
  if (::fstat(file.id, &about) == 0 && S_ISREG(about.st_mode)) content.reserve(std::min(most, static_cast<std::size_t>(about.st_size)));
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.id, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot_read", path, errno);
    if (got == 0) return content;
    if (content.size() + static_cast<std::size_t>(got) > most)
      throw InputError({"file_too_large", {{"where", path}, {"most", std::to_string(most >> 20)}}});
    content.append(block, static_cast<std::size_t>(got));
  }
}

void write_atomically(const std::string& path, std::string_view bytes) {
  const std::string part = path + ".part";
  int reason = write_and_sync(part, bytes);
  if (reason == 0 && std::rename(part.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) {
    std::remove(part.c_str());
    fail("cannot_write", path, reason);
  }
  sync_folder(path);
}

}  // namespace gf
