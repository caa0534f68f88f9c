// The prose and interface text of one language, from assets/text/<language>.json.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace gf {

/// Looked up by dotted paths.
class Texts {
 public:
  Texts() = default;
  /// Throws std::runtime_error that names the line where `text` is not JSON.
  explicit Texts(std::string_view text);

  /// The text at a dotted path ("ui.undo", "lessons.softmax.title"); the path itself where there is none, so that a gap is seen.
  std::string get(std::string_view path) const;
  bool has(std::string_view path) const;
  /// The text at `path` with every {word} replaced.
  std::string format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const;
  std::string format(const Problem& problem) const;
  /// The JSON at a dotted path; null where there is none.
  const nlohmann::json& node(std::string_view path) const;

  /// Called with each path that was to be read and has no text: tests fail then.
  std::function<void(std::string_view path)> on_gap;

 private:
  std::shared_ptr<const nlohmann::json> root_;
};

}  // namespace gf
