#include "ui/training/series.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/nth.h"

namespace gf::ui {

namespace {

constexpr std::size_t kColors = 5;

std::vector<Series> series_of(const RunView& run, std::vector<Series> alone, std::vector<double> RunRecord::*values) {
  std::vector<Series> series;
  for (std::size_t model = 0; model < run.models.size(); ++model)
    series.push_back({run.models[model], nullptr, static_cast<int>(model % kColors), false, values, model});
  if (!series.empty()) return series;
  if (run.held_out_examples == 0) alone.resize(1);
  return alone;
}

}  // namespace

double Series::of(const RunRecord& record) const {
  if (!values) return record.*value;
  const std::vector<double>& all = record.*values;
  return model < all.size() ? all[model] : std::numeric_limits<double>::quiet_NaN();
}

std::vector<Series> loss_series(const RunView& run) {
  return series_of(run, {{"train", &RunRecord::loss, 0}, {"held_out", &RunRecord::held_out_loss, 1}}, &RunRecord::model_losses);
}

std::vector<Series> accuracy_series(const RunView& run) {
  return series_of(
      run,
      {{"train", &RunRecord::accuracy, 0}, {"held_out", &RunRecord::held_out_accuracy, 1}, {"exact", &RunRecord::exact_match, 2, true}},
      &RunRecord::model_accuracies);
}

double known_value(const std::vector<RunRecord>& records, int record, const Series& series) {
  double value = series.of(nth(records, record));
  for (int i = record - 1; series.sparse && std::isnan(value) && i >= 0; --i) value = series.of(nth(records, i));
  return value;
}

}  // namespace gf::ui
