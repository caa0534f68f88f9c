#include "lessons/lesson.h"

#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/problem.h"
#include "train/run_model.h"

namespace gf {
namespace {

using SharedDataset = std::shared_ptr<const Dataset>;

constexpr const char* kDataset = "dataset";             // the names of kept values
constexpr const char* kFirstDataset = "first dataset";  // a smaller one

}  // namespace

Inputs all_inputs(const LessonInfo& lesson, const Inputs& inputs) {
  Inputs all = inputs;
  for (const InputSpec& spec : lesson.inputs) {
    InputValue initial = input_value(spec.initial);
    if (spec.type != InputType::matrix || std::get<Tensor>(initial).size() > 0) all.emplace(spec.name, std::move(initial));
  }
  return all;
}

InputReader::InputReader(const LessonInfo& lesson, const Inputs& inputs, const LessonContext& context, Replay* replay, TraceMemo* memo)
    : lesson_(lesson), inputs_(inputs), context_(context), replay_(replay), memo_(memo) {
  for (const InputSpec& spec : lesson.inputs)
    if (!inputs.contains(spec.name)) defaults_.emplace(spec.name, input_value(spec.initial));
}

const InputValue& InputReader::get(std::string_view name) const {
  const std::string key(name);
  if (const auto set = inputs_.find(key); set != inputs_.end()) return set->second;
  const auto initial = defaults_.find(key);
  if (initial == defaults_.end()) throw std::invalid_argument("[lesson] " + lesson_.id + " declares no input named " + key);
  return initial->second;
}

const Tensor* InputReader::matrix(std::string_view name) const& {
  const Tensor& tensor = std::get<Tensor>(get(name));
  return tensor.size() == 0 ? nullptr : &tensor;
}

const LessonFile& InputReader::loaded(const std::string& path) const {
  const auto found = context_.files.find(path);
  if (found == context_.files.end() || !found->second) throw InputError({"missing_file", {{"where", path}}});
  return *found->second;
}

RunModel InputReader::run_or_first(TrainSettings (*settings)(const InputReader& inputs), MakeDataset* first_dataset) const {
  const TrainSettings of_run = settings(*this);
  const auto dataset = kept(first_dataset ? kFirstDataset : kDataset, dataset_source(of_run), [&] {
    if (first_dataset) return first_dataset(of_run);
    return context_.run ? context_.run->dataset : dataset_of(of_run);
  });
  if (context_.run) return *context_.run;
  check_settings(of_run);
  const TrainSettings of_first = settings_of_first(of_run);
  return kept("first model", std::tuple(of_first, dataset), [&] { return first_model(of_first, dataset); });
}

SharedDataset kept_dataset(const TraceMemo& memo, const TrainSettings& settings) {
  const SharedDataset* found = memo.find<SharedDataset>(kDataset, dataset_source(settings));
  return found ? *found : nullptr;
}

}  // namespace gf
