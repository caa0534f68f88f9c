// What the engine throws, as a problem in words: the one place where the session catches.
#pragma once

#include <exception>
#include <new>
#include <optional>

#include "core/problem.h"

namespace gf {

/// Does the work; nothing where it went well.
template <typename Work>
std::optional<Problem> problem_of(Work&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const InputError& error) {
    return error.problem();
  } catch (const std::bad_alloc&) {
    return Problem{"out_of_memory", {}};
  } catch (const std::exception& error) {
    return Problem{"engine", {{"detail", error.what()}}};
  }
}

}  // namespace gf
