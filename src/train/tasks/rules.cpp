#include "train/tasks/rules.h"

#include "train/tasks/tasks.h"

namespace gf {

std::optional<std::vector<std::string>> answer_by_rule(const std::string& task, const std::vector<std::string>& question) {
  const Rule rule = task_named(task).rule;
  return rule ? rule(question) : std::nullopt;
}

}  // namespace gf
