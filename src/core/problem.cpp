#include "core/problem.h"

#include <utility>

namespace gf {
namespace {

std::string for_logs(const Problem& problem) {
  std::string text = problem.id;
  for (const auto& [word, value] : problem.words) text += " " + word + "=" + value;
  return text;
}

}  // namespace

InputError::InputError(Problem problem) : std::runtime_error(for_logs(problem)), problem_(std::move(problem)) {}

}  // namespace gf
