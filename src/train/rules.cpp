#include "train/rules.h"

#include <string_view>
#include <utility>

namespace gf {
namespace {

constexpr std::pair<std::string_view, Rule> kRules[] = {{"copy", copy_rule}, {"reverse", reverse_rule},   {"sort", sort_rule},
                                                        {"add", add_rule},   {"brackets", brackets_rule}, {"agreement", agreement_rule}};

}  // namespace

std::optional<std::vector<std::string>> answer_by_rule(const std::string& task, const std::vector<std::string>& question) {
  for (const auto& [name, rule] : kRules)
    if (name == task) return rule(question);
  return std::nullopt;
}

}  // namespace gf
