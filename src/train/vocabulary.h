// The tokens of a task, and their ids.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/nth.h"
#include "core/tensor.h"

namespace gf {

/// The tokens of questions or of answers, and their ids. The first three are always <pad>, <start>, <end>.
class Vocabulary {
 public:
  static constexpr int kPad = 0, kStart = 1, kEnd = 2;
  Vocabulary();
  /// Adds a token unless the vocabulary has it. Returns its id.
  int add(const std::string& token);
  /// Returns the id of a token, or -1 if the token is unknown.
  int find(std::string_view token) const;
  const std::string& token(int id) const { return nth(tokens_, id); }
  const Labels& tokens() const { return tokens_; }
  Index size() const { return std::ssize(tokens_); }

 private:
  Labels tokens_;
  std::map<std::string, int, std::less<>> ids_;
};

}  // namespace gf
