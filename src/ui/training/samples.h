// Finds the words of an answer that differ from the expected answer.
#pragma once

#include <string>
#include <vector>

namespace gf::ui {

/// A word of an answer.
struct AnswerWord {
  std::string text;
  bool differs = false;
  bool operator==(const AnswerWord&) const = default;
};

/// Returns the words of an answer, or its characters if neither text has a space. Words outside a longest common subsequence with
/// `expected` differ.
std::vector<AnswerWord> compared(const std::string& answer, const std::string& expected);

}  // namespace gf::ui
