// The arithmetic of plots over optimisation steps: scales, ticks, which records a line needs. Knows nothing of the screen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/training.h"

namespace gf::ui {

/// A point of a curve; one whose value isn't finite is a gap.
struct CurvePoint {
  double step = 0, value = 0;
  bool operator==(const CurvePoint&) const = default;
};

/// The least and the most of the finite values below 1e100, and the least above zero; nothing seen: `seen` is false.
struct Extent {
  double least = 0, most = 0, least_positive = 0;
  bool seen = false;
  void take(double value);
};

/// The scale of an axis: it gives the position of a value.
struct Scale {
  double least = 0, most = 1;
  bool logarithmic = false;
  /// 0 at `least` (and for what has no logarithm), 1 at `most`; not limited to them.
  double place(double value) const;
  bool operator==(const Scale&) const = default;
};

/// 0 to a quarter of the planned steps, to half or to all of them, whatever the run has reached: it shows how far the run is, and seldom
/// changes.
Scale scale_of_steps(Index last, Index planned);

/// From 0, or over whole decades. If `logarithmic` is not given, values that span more than two decades are shown logarithmically.
Scale scale_of_losses(const Extent& extent, std::optional<bool> logarithmic);

/// Round values within the scale, at most `intervals` + 1 of them: 1, 2 or 5 times a power of ten apart; powers of ten on a logarithmic
/// scale, with 2 and 5 between where there is room.
std::vector<double> ticks_of(const Scale& scale, int intervals);

/// The points that a line over `columns` columns of pixels needs: in each the first, least, most and last one; and one point of each gap.
/// If there are few points, all of them.
std::vector<CurvePoint> decimated(const std::vector<CurvePoint>& points, const Scale& steps, int columns);

/// Returns the values of one row of a heat strip, one value for each column of pixels: the largest value of the records in the column.
/// If a column has no record, it repeats the value of the column before. Before the first record and after the last, there is no value.
/// If a record of the column isn't finite, the value is NaN.
std::vector<std::optional<double>> strip_of(const std::vector<CurvePoint>& points, const Scale& steps, int columns);

/// The record whose step is nearest; -1 where there are none. Records stand in the order of their steps.
int record_near(const std::vector<RunRecord>& records, double step);

/// The index of the record that a run shows: the viewed one, else the last; -1 where there are none.
int shown_record(const RunView& run);

}  // namespace gf::ui
