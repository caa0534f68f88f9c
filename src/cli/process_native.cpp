#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <iostream>

#include "cli/process.h"
#include "core/problem.h"

namespace gf {

struct Interrupts::Before {
  sigset_t waiting = {};
  sigset_t mask = {};
  struct sigaction file_size = {};
};

// Blocks the signals, so that they stay pending until take. There is no handler, which could interrupt other code.
Interrupts::Interrupts() : before_(std::make_unique<Before>()) {
  sigemptyset(&before_->waiting);
  sigaddset(&before_->waiting, SIGINT);
  sigaddset(&before_->waiting, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &before_->waiting, &before_->mask);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &before_->file_size);
}

Interrupts::~Interrupts() {
  sigaction(SIGXFSZ, &before_->file_size, nullptr);
  pthread_sigmask(SIG_SETMASK, &before_->mask, nullptr);
}

int Interrupts::take() {
  const timespec at_once = {};
  const int signal = sigtimedwait(&before_->waiting, nullptr, &at_once);
  return signal > 0 ? signal : 0;
}

FolderLock::FolderLock(const std::string& folder) : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  // On a file system without locks, the command goes on.
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw InputError({"folder_in_use", {{"where", folder}}});
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_terminal(const std::ostream& stream) { return &stream == &std::cerr && ::isatty(STDERR_FILENO) == 1; }

}  // namespace gf
