// Does nothing, for tests of commands in WebAssembly, which has neither signals nor other processes. The page itself has no command line.
#include "cli/process.h"

namespace gf {

struct Interrupts::Before {};

Interrupts::Interrupts() = default;
Interrupts::~Interrupts() = default;
int Interrupts::take() { return 0; }

FolderLock::FolderLock(const std::string&) {}
FolderLock::~FolderLock() { descriptor_ = -1; }

bool is_terminal(const std::ostream&) { return false; }

}  // namespace gf
