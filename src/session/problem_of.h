// Exceptions of the engine as problems in words: the one place where the session catches.
#pragma once

#include <exception>
#include <new>
#include <optional>

#include "core/problem.h"

namespace gf {

inline constexpr const char* kOutOfMemory = "out_of_memory";
inline bool is_out_of_memory(const Problem& problem) { return problem.id == kOutOfMemory; }

/// Does the work; nothing where it went well.
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
