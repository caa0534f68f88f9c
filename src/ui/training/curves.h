// Computes the scales, the ticks and the points of plots over training steps. Does not know the screen.
#pragma once

#include <optional>
#include <vector>

#include "core/tensor.h"
#include "protocol/training.h"

namespace gf::ui {

/// A point of a curve. A value that is not finite is a gap.
struct CurvePoint {
  double step = 0, value = 0;
  bool operator==(const CurvePoint&) const = default;
};

/// The least and the greatest value, and the least value above 0, of values whose magnitude is below 1e100.
struct Extent {
  double least = 0, most = 0, least_positive = 0;
  bool seen = false;  // there was such a value
  /// Takes a value into account.
  void take(double value);
};

/// The scale of an axis.
struct Scale {
  double least = 0, most = 1;
  bool logarithmic = false;
  /// Returns the position of a value: 0 at `least`, 1 at `most`, and beyond them below 0 or above 1. A value without a logarithm has 0 on a
  /// logarithmic scale.
  double place(double value) const;
  bool operator==(const Scale&) const = default;
};

/// Returns a scale from 0 to a quarter, half or all of the planned steps: the first of these that the last step does not exceed. Beyond the
/// planned steps, the scale ends at a round number. So the scale shows how far the run is, and seldom changes.
Scale scale_of_steps(Index last, Index planned);

/// Returns a linear scale that has 0, or a logarithmic scale of whole decades. If `logarithmic` is not given, values that span more than
/// two decades have a logarithmic scale.
Scale scale_of_losses(const Extent& extent, std::optional<bool> logarithmic);

/// Returns round values within the scale, at most `intervals` + 1 of them: 1, 2 or 5 times a power of ten apart. A logarithmic scale has
/// powers of ten, with 2 and 5 times these between them if there is room.
std::vector<double> ticks_of(const Scale& scale, int intervals);

/// Returns the points that a line over `columns` columns of pixels needs: the first, the least, the greatest and the last point of each
/// column, and one point of each gap. Returns all points if there are no more points than columns.
std::vector<CurvePoint> decimated(const std::vector<CurvePoint>& points, const Scale& steps, int columns);

/// Returns the values of one row of a heat strip, one value for each column of pixels: the largest value of the records in the column.
/// If a column has no record, it repeats the value of the column before. Before the first record and after the last, there is no value.
/// If a record of the column isn't finite, the value is NaN.
std::vector<std::optional<double>> strip_of(const std::vector<CurvePoint>& points, const Scale& steps, int columns);

/// Returns the index of the record whose step is nearest; -1 if there are no records. Records stand in the order of their steps.
int record_near(const std::vector<RunRecord>& records, double step);

/// Returns the index of the record that a run shows: the viewed record, or otherwise the last; -1 if there are no records.
int shown_record(const RunView& run);

}  // namespace gf::ui
