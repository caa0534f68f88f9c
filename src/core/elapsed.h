// Measures the time since a moment, for budgets and speeds.
#pragma once

#include <chrono>

namespace gf {

using SteadyClock = std::chrono::steady_clock;

/// Returns the milliseconds from `since` to now, by a clock that never goes back.
/// Example: `const auto began = SteadyClock::now(); ...; if (elapsed_ms(began) > 8) pause();`
inline double elapsed_ms(SteadyClock::time_point since) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - since).count();
}

}  // namespace gf
