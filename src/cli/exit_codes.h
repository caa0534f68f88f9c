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
    {"1", "failed while it ran: memory or disk full, output that cannot be written, training that diverged, numbers that are not finite"},
    {"2", "wrong usage: an unexpected command, option, value or file; nothing was printed or written"},
    {"130, 143", "interrupted (128 + the signal); the state of a training is saved"},
};

}  // namespace gf
