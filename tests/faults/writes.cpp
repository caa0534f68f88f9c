// Replaces the calls of the program gf_fault_tests that write files. The call that fails finds a full disk.
#include <fcntl.h>
#include <sys/types.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>

#include "faults/faults.h"

namespace {

bool full() {
  if (!gf::test::Faults::strikes(gf::test::Fault::write)) return false;
  errno = ENOSPC;
  return true;
}

}  // namespace

extern "C" {
int __real_open(const char* path, int flags, ...);
ssize_t __real_write(int file, const void* bytes, std::size_t size);
int __real_fsync(int file);
int __real_rename(const char* from, const char* to);

int __wrap_open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list more;
    va_start(more, flags);
    mode = va_arg(more, mode_t);
    va_end(more);
  }
  if ((flags & O_ACCMODE) != O_RDONLY && full()) return -1;
  return __real_open(path, flags, mode);
}
// A failing write has room for half of its bytes.
ssize_t __wrap_write(int file, const void* bytes, std::size_t size) {
  if (!full()) return __real_write(file, bytes, size);
  if (__real_write(file, bytes, size / 2) < 0) return -1;
  errno = ENOSPC;
  return -1;
}
int __wrap_fsync(int file) { return full() ? -1 : __real_fsync(file); }
int __wrap_rename(const char* from, const char* to) { return full() ? -1 : __real_rename(from, to); }
}
