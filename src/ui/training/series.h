// Returns the lines of a run's plots and their values: the lines of one model, or a line for each of several models that are trained side
// by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocol/training.h"

namespace gf::ui {

/// A line of a plot.
struct Series {
  std::string name;  // "ui.training.series.<name>"
  double RunRecord::*value = nullptr;
  int color = 0;                                     // index in Palette::series
  bool sparse = false;                               // only some records have the value
  std::vector<double> RunRecord::*values = nullptr;  // in place of `value`: the values of all models
  std::size_t model = 0;                             // index in `values`

  /// Returns the value of a record; NaN if it has no value of the model.
  double of(const RunRecord& record) const;
};

/// Returns the losses: of the training examples, and of the held-out examples if there are any; or of each model.
std::vector<Series> loss_series(const RunView& run);
/// Returns the accuracies: of the training examples, and of the held-out examples if there are any; or of each model.
std::vector<Series> accuracy_series(const RunView& run);

/// Returns the value of a record. If the record of a sparse series has none, returns the value of the last earlier record that has one.
double known_value(const std::vector<RunRecord>& records, int record, const Series& series);

}  // namespace gf::ui
