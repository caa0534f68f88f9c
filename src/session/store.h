// The store in which the reader's work outlives the session: texts and large files by name. The platform has one; tests make their own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/problem.h"

namespace gf {

/// Nothing of it throws. If `read` is empty, there is no such store.
struct Store {
  using Done = std::function<void(std::optional<Problem>)>;

  std::function<std::optional<std::string>(const std::string& name)> read = {};
  /// Written when it returns: what kills the program afterwards does not take it away. Returns what is wrong: "storage_blocked" or
  /// "storage_full"; then what was there before is still there.
  std::function<std::optional<Problem>(const std::string& name, const std::string& text)> write = {};
  /// Gives what can't be read, large or not, another name, under which nobody looks for it. Returns whether the name is free now.
  std::function<bool(const std::string& name)> set_aside = {};

  /// Likewise for large ones; `done` is called on the drawing thread, at once or later.
  std::function<void(const std::string& name, std::function<void(std::optional<std::string>)> done)> read_large = {};
  std::function<void(const std::string& name, std::string bytes, Done done)> write_large = {};
};

}  // namespace gf
