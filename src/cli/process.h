// Requests of a long command to the operating system. One .cpp per platform.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace gf {

/// While it lives, Ctrl-C and a polite end (SIGINT, SIGTERM) wait to be asked for, so that a step can be finished and saved, and a limit on
/// the size of files is an error like any other. Threads that begin while it lives inherit that.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  /// The number of the signal that came since the last call; 0 where none did.
  int take();

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Holds a folder for one process, up to the end of either. Leaves nothing in it, not even after a kill.
class FolderLock {
 public:
  /// Throws InputError where another process holds it.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// Whether a person watches this stream.
bool is_terminal(const std::ostream& stream);

}  // namespace gf
