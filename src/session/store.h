// The interface of the store that holds the reader's work between sessions: texts and large files by name. The platform has a store, and
// tests make their own.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/problem.h"

namespace gf {

/// No function throws. An empty function means that the platform has no store.
struct Store {
  using Done = std::function<void(std::optional<Problem>)>;

  /// Returns the text under a name, if there is one.
  std::function<std::optional<std::string>(const std::string& name)> read = {};
  /// Writes a text. When the function returns, the text survives the end of the program. Returns none, or the problem "storage_blocked" or
  /// "storage_full"; then the earlier text is still there.
  std::function<std::optional<Problem>(const std::string& name, const std::string& text)> write = {};
  /// Renames an unreadable text or file to a name that is never read. Returns whether the old name is free now.
  std::function<bool(const std::string& name)> set_aside = {};

  /// Read and write a large file. `done` is called on the drawing thread, at once or later.
  std::function<void(const std::string& name, std::function<void(std::optional<std::string>)> done)> read_large = {};
  std::function<void(const std::string& name, std::string bytes, Done done)> write_large = {};
};

}  // namespace gf
