// Declares what a long command asks of the operating system. Each platform has its own .cpp.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace gf {

/// Holds back signals while it lives. SIGINT (Ctrl-C) and SIGTERM wait until take asks for them, so that a step can be finished and saved.
/// Exceeding the limit on file sizes becomes an error of the write. Threads that begin while it lives inherit both.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  /// Returns the number of a signal that has come since the last call; 0 if none has.
  int take();

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Locks a folder for this process, until the object or the process ends. Leaves no file in the folder, not even after a kill.
class FolderLock {
 public:
  /// Throws InputError if another process holds the folder.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// Whether the stream is the standard error stream and goes to a terminal.
bool is_terminal(const std::ostream& stream);

}  // namespace gf
