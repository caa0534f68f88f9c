// A page has no command line; its tests run commands where there are neither signals nor other processes.
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
