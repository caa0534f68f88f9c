// Which words of an answer differ from what was expected.
#pragma once

#include <string>
#include <vector>

namespace gf::ui {

struct AnswerWord {
  std::string text;
  bool differs = false;
  bool operator==(const AnswerWord&) const = default;
};

/// The words of `said`, or its signs where neither text has a space; those differ that are in no longest common subsequence with
/// `expected`.
std::vector<AnswerWord> compared(const std::string& said, const std::string& expected);

}  // namespace gf::ui
