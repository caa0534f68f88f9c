#include "ui/training/curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/nth.h"

namespace gf::ui {

namespace {

constexpr double kDecadesOfLog = 2;
// Values beyond kHuge, and positive values below its inverse, are left out, so that arithmetic with the other values cannot overflow.
constexpr double kHuge = 1e100;

// Returns 1, 2 or 5 times a power of ten, at least `rough`.
double round_up(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// Returns the least multiple of `apart` that is not below `value`, but for rounding.
double next_multiple(double value, double apart) { return std::ceil(value / apart - 1e-9) * apart; }

std::vector<double> linear_ticks(const Scale& scale, int intervals) {
  const double apart = round_up((scale.most - scale.least) / intervals);
  std::vector<double> ticks;
  for (double k = std::ceil(scale.least / apart - 1e-9); k * apart <= scale.most + apart * 1e-9; ++k) ticks.push_back(k * apart);
  return ticks;
}

std::vector<double> logarithmic_ticks(const Scale& scale, int intervals) {
  const int from = static_cast<int>(std::floor(std::log10(scale.least) + 1e-9));
  const int to = static_cast<int>(std::ceil(std::log10(scale.most) - 1e-9));
  const int every = std::max((to - from + intervals - 1) / intervals, 1);
  const bool between = 3 * (to - from) <= intervals;
  std::vector<double> ticks;
  for (int decade = from; decade <= to; decade += every)
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, decade);
      if (factor > 1 && !between) break;
      if (value >= scale.least * (1 - 1e-9) && value <= scale.most * (1 + 1e-9)) ticks.push_back(value);
    }
  return ticks;
}

}  // namespace

void Extent::take(double value) {
  if (!(std::fabs(value) < kHuge)) return;
  least = seen ? std::min(least, value) : value;
  most = seen ? std::max(most, value) : value;
  if (value > 1 / kHuge) least_positive = least_positive > 0 ? std::min(least_positive, value) : value;
  seen = true;
}

double Scale::place(double value) const {
  if (!logarithmic) return (value - least) / (most - least);
  return value > 0 ? std::log(value / least) / std::log(most / least) : 0;
}

Scale scale_of_steps(Index last, Index planned) {
  const auto end = static_cast<double>(last), all = static_cast<double>(std::max<Index>(planned, 1));
  for (const double part : {all / 4, all / 2, all})
    if (end <= part) return {0, std::max(part, 1.0), false};
  return {0, next_multiple(end, round_up(end / 6)), false};
}

Scale scale_of_losses(const Extent& extent, std::optional<bool> logarithmic) {
  if (!extent.seen) return {};
  const double positive = extent.least_positive;
  if (positive > 0 && logarithmic.value_or(std::log10(extent.most) - std::log10(positive) > kDecadesOfLog)) {
    const double from = std::floor(std::log10(positive) + 1e-9);
    const double to = std::max(std::ceil(std::log10(extent.most) - 1e-9), from + 1);
    return {std::pow(10.0, from), std::pow(10.0, to), true};
  }
  const double least = std::min(extent.least, 0.0), span = std::max(extent.most, 0.0) - least;
  if (span < 1 / kHuge) return {0, 1, false};
  const double apart = round_up(span / 5);
  return {least < 0 ? -next_multiple(-least, apart) : 0, next_multiple(std::max(extent.most, 0.0), apart), false};
}

std::vector<double> ticks_of(const Scale& scale, int intervals) {
  if (!(scale.most > scale.least) || !std::isfinite(scale.most - scale.least)) return {};
  intervals = std::max(intervals, 1);
  return scale.logarithmic ? logarithmic_ticks(scale, intervals) : linear_ticks(scale, intervals);
}

std::vector<CurvePoint> decimated(const std::vector<CurvePoint>& points, const Scale& steps, int columns) {
  columns = std::max(columns, 1);
  if (points.size() <= static_cast<std::size_t>(columns)) return points;
  const auto column_of = [&](const CurvePoint& p) { return static_cast<int>(std::floor(steps.place(p.step) * columns)); };
  std::vector<CurvePoint> kept;
  for (std::size_t i = 0; i < points.size();) {
    const bool finite = std::isfinite(points[i].value);
    const int column = column_of(points[i]);
    std::size_t end = i, least = i, most = i;
    for (; end < points.size() && std::isfinite(points[end].value) == finite && (!finite || column_of(points[end]) == column); ++end) {
      if (points[end].value < points[least].value) least = end;
      if (points[end].value > points[most].value) most = end;
    }
    std::array<std::size_t, 4> chosen{i, std::min(least, most), std::max(least, most), end - 1};
    for (std::size_t k = 0; k < (finite ? 4U : 1U); ++k)
      if (k == 0 || chosen[k] != chosen[k - 1]) kept.push_back(points[chosen[k]]);
    i = end;
  }
  return kept;
}

std::vector<std::optional<double>> strip_of(const std::vector<CurvePoint>& points, const Scale& steps, int columns) {
  std::vector<std::optional<double>> strip(static_cast<std::size_t>(std::max(columns, 1)));
  const auto end = static_cast<int>(strip.size());
  int filled = -1;
  for (const CurvePoint& point : points) {
    const int column = std::clamp(static_cast<int>(std::floor(steps.place(point.step) * end)), 0, end - 1);
    for (int c = filled + 1; filled >= 0 && c < column; ++c) nth(strip, c) = nth(strip, filled);
    std::optional<double>& cell = nth(strip, column);
    const bool finite = std::isfinite(point.value);
    if (!finite) cell = std::numeric_limits<double>::quiet_NaN();
    if (finite && !(cell && (std::isnan(*cell) || *cell >= point.value))) cell = point.value;
    filled = column;
  }
  return strip;
}

int record_near(const std::vector<RunRecord>& records, double step) {
  if (records.empty()) return -1;
  const auto after =
      std::lower_bound(records.begin(), records.end(), step, [](const RunRecord& r, double s) { return static_cast<double>(r.step) < s; });
  if (after == records.begin()) return 0;
  const auto index = static_cast<int>(after - records.begin());
  if (after == records.end()) return index - 1;
  const double behind = step - static_cast<double>((after - 1)->step), ahead = static_cast<double>(after->step) - step;
  return behind <= ahead ? index - 1 : index;
}

int shown_record(const RunView& run) {
  const int last = static_cast<int>(run.records.size()) - 1;
  return run.viewed < 0 ? last : std::min(run.viewed, last);
}

}  // namespace gf::ui
