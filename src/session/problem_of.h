// Turns exceptions into problems. The session runs commands, jobs and results through problem_of, so that none of them ends the program.
#pragma once

#include <exception>
#include <new>
#include <optional>

#include "core/problem.h"

namespace gf {

inline constexpr const char* kOutOfMemory = "out_of_memory";
inline bool is_out_of_memory(const Problem& problem) { return problem.id == kOutOfMemory; }

/// Calls `work`. Returns none, or the problem of the exception: that of an InputError, "out_of_memory", or "engine" with the words of the
/// exception. An exception that is no std::exception, such as Paused (core/replay.h), passes through.
template <typename Work>
std::optional<Problem> problem_of(Work&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const InputError& error) {
    return error.problem();
  } catch (const std::bad_alloc&) {
    return Problem{kOutOfMemory, {}};
  } catch (const std::exception& error) {
    return Problem{"engine", {{"detail", error.what()}}};
  }
}

}  // namespace gf
