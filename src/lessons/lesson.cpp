#include "lessons/lesson.h"

#include "core/problem.h"
#include "train/run_model.h"

namespace gf {

Inputs all_inputs(const LessonInfo& lesson, const Inputs& inputs) {
  Inputs all = inputs;
  for (const InputSpec& spec : lesson.inputs)
    if (spec.type != InputType::matrix || std::get<Tensor>(spec.initial).size() > 0) all.emplace(spec.name, spec.initial);
  return all;
}

const Tensor* InputReader::matrix(std::string_view name) const {
  const Tensor& tensor = std::get<Tensor>(get(name));
  return tensor.size() == 0 ? nullptr : &tensor;
}

const LessonFile& InputReader::loaded(const std::string& path) const {
  const auto found = context_.files.find(path);
  if (found == context_.files.end() || !found->second) throw InputError({"missing_file", {{"where", path}}});
  return *found->second;
}

RunModel InputReader::run_or_first(RunModel (*first)(const InputReader& inputs)) const {
  return context_.run ? *context_.run : once([&] { return first(*this); });
}

}  // namespace gf
