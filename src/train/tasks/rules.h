// Tasks that follow a rule: the right answer to any question, whether it was drawn or not.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// A rule: the answer to a question in tokens. Nothing where it is not such a question, a bracket that nothing opened or a sentence without
/// a subject.
using Rule = std::optional<std::vector<std::string>> (*)(const std::vector<std::string>& question);

std::optional<std::vector<std::string>> copy_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> reverse_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> sort_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> add_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> brackets_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> agreement_rule(const std::vector<std::string>& question);
/// Whether the number of ones among bits is odd or even: {"1", "0", "1"} is {"even"}.
std::optional<std::vector<std::string>> parity_rule(const std::vector<std::string>& question);
/// The same after each bit: {"1", "0", "1"} is {"odd", "odd", "even"}.
std::optional<std::vector<std::string>> parity_steps_rule(const std::vector<std::string>& question);

/// By the rule of the task: {"3", "1", "2"} of sort is {"1", "2", "3"}. Nothing where the task has none, such as a translation.
std::optional<std::vector<std::string>> answer_by_rule(const std::string& task, const std::vector<std::string>& question);

}  // namespace gf
