// The rules of tasks. A rule gives the right answer to any question, whether or not an example has it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// Returns the answer to a question, in tokens, or none if the question does not fit the rule. A bracket that was not opened or a sentence
/// without a subject does not fit.
using Rule = std::optional<std::vector<std::string>> (*)(const std::vector<std::string>& question);

std::optional<std::vector<std::string>> copy_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> reverse_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> sort_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> add_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> brackets_rule(const std::vector<std::string>& question);
std::optional<std::vector<std::string>> agreement_rule(const std::vector<std::string>& question);
/// Returns whether the number of ones among the bits is odd or even: {"even"} for {"1", "0", "1"}.
std::optional<std::vector<std::string>> parity_rule(const std::vector<std::string>& question);
/// Returns the parity after each bit: {"odd", "odd", "even"} for {"1", "0", "1"}.
std::optional<std::vector<std::string>> parity_steps_rule(const std::vector<std::string>& question);

/// Returns the answer by the rule of the task: {"1", "2", "3"} for {"3", "1", "2"} of sort. Returns none if the task has no rule, such as a
/// translation. Throws InputError for an unknown task.
std::optional<std::vector<std::string>> answer_by_rule(const std::string& task, const std::vector<std::string>& question);

}  // namespace gf
