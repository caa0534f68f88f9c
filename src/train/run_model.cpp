#include "train/run_model.h"

#include <stdexcept>
#include <utility>

#include "core/problem.h"
#include "train/tasks/tasks.h"
#include "train/trainer.h"

namespace gf {
namespace {

// Returns the text that the task reads: pairs, or a book.
const std::string& text_of(const TrainSettings& settings) {
  if (settings.book.name.empty()) return settings.pairs;
  if (!task_named(settings.task).reads_book) throw InputError({"unknown_field", {{"where", "task " + settings.task}, {"got", "book"}}});
  if (!settings.book.text) throw std::invalid_argument("[trainer] the book " + settings.book.name + " was not read");
  return *settings.book.text;
}

}  // namespace

DatasetSource dataset_source(const TrainSettings& settings) {
  return {settings.task, settings.pairs, settings.book, settings.seed, has_one_vocabulary(settings.model)};
}

std::shared_ptr<const Dataset> dataset_of(const TrainSettings& settings) {
  auto dataset = std::make_shared<Dataset>(make_dataset(settings.task, settings.seed, text_of(settings)));
  if (has_one_vocabulary(settings.model) && dataset->source.tokens() != dataset->target.tokens()) join_vocabularies(*dataset);
  return dataset;
}

TrainSettings settings_of_first(const TrainSettings& settings) {
  TrainSettings first;
  first.task = settings.task;
  first.pairs = settings.pairs;
  first.book = settings.book;
  first.model = settings.model;
  first.base = settings.base;
  first.initialisation = settings.initialisation;
  first.seed = settings.seed;
  return first;
}

RunModel first_model(const TrainSettings& settings, const std::shared_ptr<const Dataset>& dataset) {
  const Trainer trainer(settings, dataset);
  return {trainer.model(), dataset, std::make_shared<const NamedTensors>(trainer.weights()), dropout_seed(trainer.settings(), 0)};
}

}  // namespace gf
