// Defines the program's exit codes and their meanings. The help, the manual and the tests read this table.
#pragma once

#include <string_view>

namespace gf {

inline constexpr int kDone = 0, kFailed = 1, kWrongUsage = 2;

struct ExitCode {
  std::string_view code, meaning;
};

inline constexpr ExitCode kExitCodes[] = {
    {"0", "done"},
    {"1",
     "failed on the way: no memory, no room on the disk, output that can't be written, a training that diverged, numbers that are not "
     "finite"},
    {"2", "wrong usage: a command, an option, a value or a file that is none of those expected; nothing was printed and nothing written"},
    {"130, 143", "interrupted (128 + the signal); what a training had learned is saved"},
};

}  // namespace gf
