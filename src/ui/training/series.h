// Which lines the plots of a run have, and their values: the run's own, or one for each of the models that are trained side by side.
#pragma once

#include <string>
#include <vector>

#include "protocol/training.h"

namespace gf::ui {

struct Series {
  std::string name;  // "ui.training.series.<name>"
  double RunRecord::*value = nullptr;
  int color = 0;                                     // of Palette::series
  bool sparse = false;                               // not every record was asked for it
  std::vector<double> RunRecord::*values = nullptr;  // in place of `value`: one for each model, and which of them
  std::size_t model = 0;

  double of(const RunRecord& record) const;
};

/// Those of what was held out only where something was.
std::vector<Series> loss_series(const RunView& run);
std::vector<Series> accuracy_series(const RunView& run);

/// The value of a record; where it wasn't asked for it, that of the last one before it that was.
double known_value(const std::vector<RunRecord>& records, int record, const Series& series);

}  // namespace gf::ui
